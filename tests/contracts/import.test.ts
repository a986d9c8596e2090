import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkDraft } from '../../src/studio/draft/check-draft';
import { draftOf } from '../../src/studio/draft/draft';
import { importText } from '../../src/studio/import/import-text';
import { compareImport, expectationSchema, type Figures } from './support/import-figures';

const folder = new URL('./import/', import.meta.url);
const texts = readdirSync(folder).filter((name) => name.endsWith('.txt'));
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

function figuresOf(name: string): Figures {
  const [proposal] = importText(read(name));
  if (!proposal) throw new Error(`Expected a proposal for ${name}, got none.`);
  return compareImport(expectationSchema.parse(JSON.parse(read(name.replace(/txt$/, 'json')))), proposal);
}

/** The share of the whole that was read as expected, in percent. */
function share(counts: readonly { right: number; all: number }[]): number {
  const [right, all] = counts.reduce(([r, a], one) => [r + one.right, a + one.all], [0, 0]);
  return (100 * right) / all;
}
const count = (is: boolean) => ({ right: Number(is), all: 1 });

it('reads the judge prompts of this folder, and invents nothing', () => {
  const all = texts.map(figuresOf);
  const figures = {
    inputs: share(all.map(({ inputsExact }) => count(inputsExact))),
    fields: share(all.map(({ fields }) => fields)),
    criteria: share(all.map(({ criteriaRight }) => count(criteriaRight))),
    levels: share(all.map(({ levels }) => levels)),
    invented: all.reduce((sum, { invented }) => sum + invented.length, 0),
  };
  expect(figures.inputs).toBeGreaterThanOrEqual(95);
  expect(figures.fields).toBeGreaterThanOrEqual(90);
  expect(figures.criteria).toBeGreaterThanOrEqual(90);
  expect(figures.levels).toBeGreaterThanOrEqual(85);
  expect(figures.invented).toBeLessThanOrEqual(0);
});

it('proposes what can be saved once its questions are answered', () => {
  const refused = texts.filter((name) =>
    importText(read(name)).some((proposal) => checkDraft(draftOf(proposal)).problems.length > 0),
  );
  // Its levels go beyond its own scale, as its finding says.
  expect(refused).toEqual(['26-blog-seo-ko.txt']);
});

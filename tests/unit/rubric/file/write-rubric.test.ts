import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { writeRubric } from '../../../../src/rubric/file/write-rubric';
import type { Rubric } from '../../../../src/rubric/rubric';
import { exampleYaml, fileOf } from './example-contract';

function read(text: string): Rubric {
  const result = parseRubric(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.rubric;
}

const builtIn = readdirSync('rubrics', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, readFileSync(`rubrics/${name}/rubric.md`, 'utf8')]);

describe('writeRubric', () => {
  it.each([...builtIn, ['the example', fileOf(exampleYaml)]])('keeps all of %s', (_, text = '') => {
    const rubric = read(text);
    expect(read(writeRubric(rubric))).toEqual(rubric);
  });

  it('keeps any words in any text', () => {
    const rubric = read(fileOf(exampleYaml));
    const words = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(
          '---',
          'yes',
          '1.0',
          '# no comment',
          'a: b',
          '- x',
          "it's",
          '"q"',
          'a\n---\nb',
          '\ta',
        ),
      )
      .map((text) => text.replaceAll('\r', '').trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(words, words, words, (title, label, line) => {
        const [first, ...others] = rubric.criteria;
        if (!first) throw new Error('Expected the example to have a criterion.');
        const values = { kind: 'text', [`A ${label}`]: title };
        const prompt = `${rubric.prompt}\n${line.replaceAll('{', '(')}`;
        const changed = { ...rubric, title, criteria: [{ ...first, label }, ...others], values, prompt };
        expect(read(writeRubric(changed))).toEqual(changed);
      }),
    );
  });

  it('leaves out what the reader adds by itself', () => {
    const text = writeRubric(read(fileOf(exampleYaml)));
    expect(text).not.toMatch(/^\s*(?:- )?(?:kind: text|required: true|aliases: \[\]|levels: \[\])$/m);
  });
});

import { describe, expect, it } from 'vitest';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { checkDraft, withoutBrokenRules } from '../../../../src/studio/draft/check-draft';
import { draftOf, type Draft } from '../../../../src/studio/draft/draft';
import type { Edit } from '../../../../src/studio/draft/edit';
import { applyEdit } from '../../../../src/studio/draft/edits';
import { check, proposal, total } from './proposal-fixture';

const begin = draftOf(proposal);
const problemsAfter = (...edits: readonly Edit[]) => checkDraft(edits.reduce(applyEdit, begin)).problems;
function headlineOf(draft: Draft) {
  const read = parseRubric(checkDraft(draft, { overallLabel: 'All' }).text);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return { ...read.rubric.headline, derived: read.rubric.derived.overall };
}

it('a proposal without open questions is a rubric', () => {
  expect(checkDraft(begin)).toMatchObject({ open: [], problems: [] });
});

it('says what is open instead of what the parser makes of it', () => {
  const draft = draftOf({ ...proposal, inputs: [] });
  expect(checkDraft(draft)).toMatchObject({ open: ['inputs'], problems: [] });
});

describe('problems stand at their piece', () => {
  const table: [string, Edit, string | null][] = [
    [
      'a level outside of its scale',
      { kind: 'criterion', key: 'criterion:clarity', change: { max: 4 } },
      'level:clarity:5',
    ],
    [
      'a choice without labels',
      { kind: 'field', key: 'field:depth.score', change: { type: 'string' } },
      'criterion:depth',
    ],
    ['an id that no rubric can have', { kind: 'id', id: 'No id' }, null],
  ];
  it.each(table)('%s', (_, edit, piece) => {
    const problem = problemsAfter(edit).find((one) => one.piece === piece);
    expect(problem?.message).toMatch(/[a-z]/);
    expect(problem?.korean).toMatch(/\p{Script=Hangul}/u);
  });
});

describe('a rule that cannot be held becomes a finding', () => {
  const bad = { ...check, expression: 'output.nowhere > 1' };
  const list = { ...total, key: 'rule:inside', id: 'inside', path: 'clarity' };
  it.each([
    ['a check that does not compile', [total, bad], 'rule:short'],
    ['a total of something that is no single field', [total, list], 'rule:inside'],
  ])('%s', (_, rules, key) => {
    const made = withoutBrokenRules({ ...proposal, rules });
    expect(made.rules).toEqual([total]);
    expect(made.findings).toMatchObject([{ key: `finding:${key}`, kind: 'rule-not-held' }]);
    expect(made.findings[0]?.about[2]).toMatch(/\p{Script=Hangul}/u);
  });
});

describe('the overall result, where the text has none', () => {
  const plain = { ...begin, proposal: { ...proposal, rules: [] } };
  it('is the first criterion', () => {
    expect(headlineOf(plain)).toMatchObject({ label: 'Clarity', value: 'output.clarity.score', max: 5 });
  });
  it.each([
    [{ by: 'criterion', id: 'depth' } as const, { label: 'Depth', value: 'output.depth.score', max: 5 }],
    [
      { by: 'sum' } as const,
      {
        label: 'All',
        max: 10,
        derived: { value: 'sum([output.clarity.score, output.depth.score])', label: 'All', max: 10 },
      },
    ],
    [{ by: 'lowest' } as const, { label: 'All', value: 'derived.overall', max: 5 }],
    [{ by: 'criterion', id: 'gone' } as const, { label: 'Clarity' }],
  ])('%o', (overall, headline) => {
    expect(headlineOf({ ...plain, overall })).toMatchObject(headline);
  });
});

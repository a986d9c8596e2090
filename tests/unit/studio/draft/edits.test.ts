import { describe, expect, it } from 'vitest';
import { draftOf, openGuesses, piecesOf, type Draft } from '../../../../src/studio/draft/draft';
import { applyEdit, type Edit } from '../../../../src/studio/draft/edits';
import { changed, redone, startHistory, undone } from '../../../../src/studio/draft/history';
import type { Proposal } from '../../../../src/studio/import/proposal';
import { promptOf } from '../../../../src/studio/import/to-rubric';
import { check, proposal, spanOf } from './proposal-fixture';

const begin = draftOf({ ...proposal, rules: [...proposal.rules, check] });
const after = (...edits: readonly Edit[]) => edits.reduce(applyEdit, begin);
const keys = ({ proposal: made }: Draft) => piecesOf(made).map(({ key }) => key);
const gone = (draft: Draft) => keys(begin).filter((key) => !keys(draft).includes(key));
const scaleOf = ({ criteria, fields }: Proposal) => [
  criteria.map(({ kind, min, max }) => [kind, min, max]),
  fields.flatMap(({ path, type, minimum, maximum, enum: labels }) =>
    path === 'clarity.score' ? [[type, minimum, maximum, labels]] : [],
  ),
];

describe('an input that is renamed', () => {
  const draft = after({ kind: 'input', key: 'input:answer', change: { name: 'the reply' } });
  const [input] = draft.proposal.inputs;

  it('has a name that the format can hold, and is still found by its old one', () => {
    expect(input).toMatchObject({ key: 'input:answer', name: 'the_reply', aliases: ['answer'] });
  });
  it('is renamed in the prompt, in rules, and in the cases that came along', () => {
    expect(promptOf(draft.proposal)).toContain('Rate the {{the_reply}} to the {{question}}.');
    expect(draft.proposal.rules[1]?.expression).toContain("input.the_reply != 'input.answer'");
    expect(draft.proposal.cases).toEqual([{ question: 'Is it?', the_reply: 'Yes.' }]);
  });
  it('has a name of its own', () => {
    const twice = after({ kind: 'input', key: 'input:answer', change: { name: 'question' } });
    expect(twice.proposal.inputs.map(({ name }) => name)).toEqual(['question_2', 'question']);
  });
  it('counts as confirmed', () => {
    expect(draft.confirmed).toEqual(['input:answer']);
  });
});

describe('an input that the text does not have', () => {
  const added = after({ kind: 'add-input', name: 'Draft text' });
  it('is put at the end of the prompt, and said to be', () => {
    expect(promptOf(added.proposal)).toMatch(/"bad"\}\n\n\{\{Draft_text\}\}$/);
    expect(added.proposal.changes).toMatchObject([{ why: 'added-input' }]);
  });
  it('can be renamed and dropped like others', () => {
    const key = 'input:Draft_text';
    const renamed = applyEdit(added, { kind: 'input', key, change: { name: 'draft' } });
    expect(promptOf(renamed.proposal)).toMatch(/\{\{draft\}\}$/);
    expect(applyEdit(renamed, { kind: 'drop', key }).proposal.changes).toEqual([]);
  });
});

describe('what is dropped takes along what cannot be without it', () => {
  const table: [string, string[]][] = [
    ['input:answer', ['input:answer', 'rule:short']],
    ['field:clarity.reason', ['field:clarity.reason', 'rule:short']],
    ['field:label', ['field:label']],
    [
      'field:clarity',
      [
        'field:clarity',
        'field:clarity.reason',
        'field:clarity.score',
        'criterion:clarity',
        'level:clarity:5',
        'level:clarity:1',
        'rule:total',
        'rule:short',
      ],
    ],
    ['criterion:clarity', ['criterion:clarity', 'level:clarity:5', 'level:clarity:1']],
    ['level:clarity:5', ['level:clarity:5']],
    ['rule:total', ['rule:total']],
  ];
  it.each(table)('%s', (key, dropped) => {
    expect(gone(after({ kind: 'drop', key }))).toEqual(dropped);
  });
  it('a reason that is gone is no longer named by its criterion', () => {
    const draft = after({ kind: 'drop', key: 'field:clarity.reason' });
    expect(draft.proposal.criteria[0]).not.toHaveProperty('rationale');
  });
  it('words of an input stay, but no longer as a placeholder', () => {
    const draft = after({ kind: 'drop', key: 'input:question' });
    expect(draft.proposal.changes).toEqual([
      { span: spanOf('{{question}}'), to: '{question}', why: 'doubled-braces' },
    ]);
    expect(promptOf(draft.proposal)).toContain('to the {question}.');
  });
});

describe('a criterion and its field say the same', () => {
  const field = (change: Extract<Edit, { kind: 'field' }>['change']): Edit => ({
    kind: 'field',
    key: 'field:clarity.score',
    change,
  });
  const depth = ['score', 1, 5];
  const table: [string, Edit, unknown][] = [
    [
      'scale of the criterion',
      { kind: 'criterion', key: 'criterion:clarity', change: { min: 0, max: 10 } },
      [[['score', 0, 10], depth], [['integer', 0, 10, undefined]]],
    ],
    ['bound of the field', field({ maximum: 7 }), [[['score', 1, 7], depth], [['integer', 1, 7, undefined]]]],
    [
      'no bound at all: the scale is open',
      field({ maximum: null }),
      [[['score', 1, undefined], depth], [['integer', 1, undefined, undefined]]],
    ],
    [
      'labels instead of a number',
      field({ type: 'string', enum: ['yes', 'no'] }),
      [[['choice', undefined, undefined], depth], [['string', undefined, undefined, ['yes', 'no']]]],
    ],
    [
      'labels are no numbers',
      field({ type: 'number', enum: ['yes'] }),
      [[['score', 1, 5], depth], [['number', 1, 5, undefined]]],
    ],
  ];
  it.each(table)('%s', (_, edit, expected) => {
    expect(scaleOf(after(edit).proposal)).toEqual(expected);
  });
});

it('guesses are counted until someone has looked at them', () => {
  expect(openGuesses(begin)).toBe(1);
  const confirm = (confirmed: boolean): Edit => ({ kind: 'confirm', keys: ['level:clarity:1'], confirmed });
  expect(openGuesses(after(confirm(true)))).toBe(0);
  expect(openGuesses(after(confirm(true), confirm(false)))).toBe(1);
  const named: Edit = { kind: 'level', key: 'level:clarity:1', change: { name: 'Muddled' } };
  expect(openGuesses(after(named))).toBe(0);
});

it('goes back and forth, and forgets what was undone when something else is done', () => {
  const one = changed(changed(startHistory('a'), 'b'), 'c');
  expect(undone(undone(undone(one))).present).toBe('a');
  expect(redone(undone(one)).present).toBe('c');
  expect(changed(undone(one), 'd')).toEqual({ past: ['a', 'b'], present: 'd', future: [] });
  expect(changed(one, 'c')).toBe(one);
});

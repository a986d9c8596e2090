import { describe, expect, it } from 'vitest';
import {
  draftOf,
  findingsAbout,
  findingsOf,
  openGuesses,
  piecesOf,
  type Draft,
} from '../../../../src/studio/draft/draft';
import type { Edit } from '../../../../src/studio/draft/edit';
import { applyEdit } from '../../../../src/studio/draft/edits';
import { changed, redone, startHistory, undone } from '../../../../src/studio/draft/history';
import type { Finding, Proposal, ProposedField } from '../../../../src/studio/import/proposal';
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

it('asks for a title until there is one', () => {
  const finding = { key: 'finding:no-title:0', kind: 'no-title', about: [], spans: [] } as const;
  const draft = draftOf({ ...begin.proposal, findings: [finding] });
  expect(applyEdit(draft, { kind: 'title', title: 'Letters' }).proposal).toMatchObject({
    title: 'Letters',
    findings: [],
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
    expect(applyEdit(renamed, { kind: 'drop', keys: [key] }).proposal.changes).toEqual([]);
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
    expect(gone(after({ kind: 'drop', keys: [key] }))).toEqual(dropped);
  });
  it('a reason that is gone is no longer named by its criterion', () => {
    const draft = after({ kind: 'drop', keys: ['field:clarity.reason'] });
    expect(draft.proposal.criteria[0]).not.toHaveProperty('rationale');
  });
  it('words of an input stay, but no longer as a placeholder', () => {
    const draft = after({ kind: 'drop', keys: ['input:question'] });
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

describe('a field that is renamed', () => {
  const rename = (key: string, name: string): Edit => ({ kind: 'field', key, change: { name } });
  const reply = { clarity: { reason: 'Fine.', score: 4 }, total: 4 };
  const changedTo = (changes: Partial<Proposal>) => draftOf({ ...begin.proposal, ...changes });
  const example = {
    key: 'example:1',
    certainty: 'stated' as const,
    spans: [],
    title: '1',
    given: 'x',
    reply,
  };

  it('takes along what is in it and what reads it', () => {
    const { proposal: made } = applyEdit(
      changedTo({ examples: [example] }),
      rename('field:clarity', 'is clear'),
    );
    expect(made.fields.slice(0, 3).map(({ path }) => path)).toEqual([
      'is_clear',
      'is_clear.reason',
      'is_clear.score',
    ]);
    expect(made.criteria[0]).toMatchObject({ path: 'is_clear.score', rationale: 'is_clear.reason' });
    expect(made.rules.map(({ path, expression }) => [path, expression])).toEqual([
      ['total', 'output.is_clear.score + output.depth.score'],
      ['is_clear.reason', "size(output.is_clear.reason) > 0 && input.answer != 'input.answer'"],
    ]);
    expect(made.examples[0]?.reply).toEqual({ is_clear: { reason: 'Fine.', score: 4 }, total: 4 });
  });
  it('is asked for in the prompt, and said to be; its old name takes that back', () => {
    const draft = after(rename('field:label', 'verdict'));
    expect(promptOf(draft.proposal)).toContain('"verdict": "good" | "bad"}');
    expect(draft.proposal.changes).toMatchObject([{ to: 'verdict', why: 'renamed-field' }]);
    const again = applyEdit(draft, rename('field:label', 'grade'));
    expect(again.proposal.changes).toMatchObject([{ to: 'grade' }]);
    expect(applyEdit(again, rename('field:label', 'label')).proposal.changes).toEqual([]);
    expect(applyEdit(again, { kind: 'drop', keys: ['field:label'] }).proposal.changes).toEqual([]);
  });
  it('changes only its own words where another field has the same name', () => {
    const prompt = promptOf(after(rename('field:clarity.score', 'points')).proposal);
    expect(prompt).toContain('{"reason": "...", "points": 1}, "depth": {"score": 1}');
  });
  it('changes no words where the reply is reshaped but those that ask for it', () => {
    const span = spanOf('The total is the sum of both.');
    const asked = { span, to: 'Reply with `label`.', why: 'reply-as-json' as const };
    const draft = applyEdit(
      changedTo({ reply: 'reshaped', changes: [asked] }),
      rename('field:label', 'verdict'),
    );
    expect(draft.proposal.changes).toEqual([{ ...asked, to: 'Reply with `verdict`.' }]);
  });
  it.each([
    ['a name that another field has', 'field:label', 'total'],
    ['a name that the format cannot hold', 'field:label', '점수'],
  ])('keeps its name: %s', (_, key, name) => {
    expect(after(rename(key, name)).proposal).toBe(begin.proposal);
  });
});

it('places of a list have no name of their own', () => {
  for (const path of ['tags[]', 'tags.0']) {
    const spans = [spanOf('"label"')];
    const key = `field:${path}`;
    const field: ProposedField = { key, certainty: 'stated', spans, path, type: 'string', nullable: false };
    const draft = draftOf({ ...proposal, fields: [...proposal.fields, field] });
    const edit: Edit = { kind: 'field', key: field.key, change: { name: 'tag' } };
    expect(applyEdit(draft, edit).proposal).toBe(draft.proposal);
  }
});

it('guesses are open until someone has looked at them, and a criterion stands for what belongs to it', () => {
  expect(openGuesses(begin).map(({ keys }) => keys)).toEqual([['level:clarity:1']]);
  expect(openGuesses(after({ kind: 'confirm', keys: ['level:clarity:1'] }))).toEqual([]);
  const named: Edit = { kind: 'level', key: 'level:clarity:1', change: { name: 'Muddled' } };
  expect(openGuesses(after(named))).toEqual([]);
  const criteria = proposal.criteria.map((one) => ({ ...one, certainty: 'guessed' as const }));
  expect(openGuesses(draftOf({ ...proposal, criteria })).map(({ keys }) => keys)).toEqual([
    ['criterion:clarity', 'level:clarity:1'],
    ['criterion:depth'],
  ]);
});

it('what is found alike in several criteria is one line, by their names', () => {
  const gap = (key: string, label: string, from: string): Finding => ({
    key,
    kind: 'levels-gap',
    about: [label, from, '1'],
    spans: [],
  });
  const order: Finding = { key: 'c', kind: 'verdict-before-reason', about: ['depth.score'], spans: [] };
  const findings = [gap('a', 'Clarity', '0'), gap('b', 'Depth', '0'), gap('d', 'Depth', '-1'), order];
  const made = { ...proposal, findings };
  expect(findingsOf(made).map(({ keys, about }) => [keys, about])).toEqual([
    [
      ['a', 'b'],
      ['Clarity, Depth', '0', '1'],
    ],
    [['d'], ['Depth', '-1', '1']],
    [['c'], ['Depth']],
  ]);
  expect(findingsAbout(made, ['Depth', 'depth.score']).map(({ key }) => key)).toEqual(['b', 'd', 'c']);
});

it('goes back and forth, and forgets what was undone when something else is done', () => {
  const one = changed(changed(startHistory('a'), 'b'), 'c');
  expect(undone(undone(undone(one))).present).toBe('a');
  expect(redone(undone(one)).present).toBe('c');
  expect(changed(undone(one), 'd')).toEqual({ past: ['a', 'b'], present: 'd', future: [] });
  expect(changed(one, 'c')).toBe(one);
});

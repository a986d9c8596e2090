import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRubric } from '../../../src/core/check/compile-rubric';
import { knobReach } from '../../../src/core/check/knob-reach';
import { knobsOf } from '../../../src/core/check/knobs';
import { wholeTurned, withKnobs } from '../../../src/core/check/with-knobs';
import type { Judgement } from '../../../src/core/model/judgement';
import type { Rubric } from '../../../src/core/model/rubric';
import { digestOf } from '../../../src/core/stats/digest';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import { compactJudgement } from '../../../src/pipeline/compact-judgement';
import { prepareRubric } from '../../../src/pipeline/engine';
import { judgeCase } from '../../../src/pipeline/judge-case';
import { reassess } from '../../../src/pipeline/reassess';
import { movableCriteria, weighCompact, withWeighed } from '../../../src/pipeline/weigh-compact';
import { modelSaying, saying, smallRubric } from './small-rubric';

const points = { type: 'integer', minimum: 0, maximum: 10 };
const part = { type: 'object', properties: { score: points, why: { type: 'string' } } };

/** All that makes it hard to tell what a number reaches: conditions, claims, reasons, open fields and expressions that break. */
const awkward = {
  criteria: [
    { id: 'style', label: 'Style', score: 'style', max: 10 },
    { id: 'total', label: 'Total', score: 'total', max: 60 },
    { id: 'bonus', label: 'Bonus', score: 'more.bonus', max: 60 },
    { id: 'verdict', label: 'Verdict', choice: 'verdict' },
  ],
  output: {
    type: 'object',
    properties: {
      style: points,
      parts: { type: 'array', prefixItems: [part, part, { type: 'string' }], items: false },
      pair: { type: 'array', prefixItems: [points, points], items: false },
      tags: { type: 'array', items: { type: 'string' } },
      note: { type: 'string' },
      stated: { type: 'number', minimum: 0, maximum: 60 },
      total: { type: 'number', minimum: 0, maximum: 60 },
      more: {
        type: 'object',
        properties: { bonus: { type: 'number', minimum: 0, maximum: 60 }, word: { type: 'string' } },
        required: ['word'],
      },
      verdict: { type: 'string', enum: ['FAIL', 'PASS'] },
    },
    required: ['style', 'parts', 'pair', 'tags', 'note', 'stated', 'total', 'more', 'verdict'],
  },
  facts: { long: 'size(input.text) > 4', number: 'int(input.text)' },
  decided: {
    style: { when: 'facts.long', range: '[2, 8]', because: '"long"' },
    'parts.1.score': { when: '!facts.long', value: '3' },
    'parts.0.why': 'input.text',
    total: { value: 'derived.total', because: 'output.note', severity: 'warning' },
    'more.bonus': { when: 'derived.total > 9', value: 'derived.bonus', because: '"more than 9"' },
    verdict: { value: 'derived.verdict', because: '"by the total"' },
    note: { when: 'size(output.tags) > 1', value: 'output.tags[0]' },
  },
  derived: {
    total: {
      label: 'Total',
      value: 'output.style * 2 + output.parts[0].score + output.parts[1].score',
      max: 40,
    },
    bonus: '12 / output.pair[0] + derived.total',
    lengthy: 'size(output.note) > 3',
    verdict: 'derived.total < 12 || derived.lengthy ? "FAIL" : "PASS"',
    aside: 'output.pair[1] * 3',
  },
  checks: [
    {
      id: 'claim',
      title: 'c',
      severity: 'error',
      when: 'output.stated > 0',
      assert: 'derived.total == output.stated',
      message: 'says {{ output.stated }}',
    },
    {
      id: 'claim-in-condition',
      title: 'c',
      severity: 'error',
      when: 'output.stated > 5',
      assert: 'derived.total > 10',
      message: 'm',
    },
    {
      id: 'tagged',
      title: 't',
      severity: 'error',
      when: 'derived.verdict == "FAIL"',
      assert: 'size(output.tags) > 0',
      message: '{{ output.tags[0] }} of {{ derived.total }} {{ input.text }}',
    },
    {
      id: 'numbered',
      title: 'n',
      severity: 'warning',
      when: 'facts.number > 3',
      assert: 'derived.bonus > 5',
      message: 'm {{ derived.bonus }}',
    },
    {
      id: 'agrees',
      title: 'a',
      severity: 'warning',
      assert: 'output.verdict == "PASS"',
      message: 'v {{ 1 / output.pair[0] }}',
    },
    {
      id: 'still',
      title: 's',
      severity: 'error',
      assert: 'output.parts.all(p, size(string(p)) > 3) || output.pair[0] > 4',
      message: 'm',
    },
    {
      id: 'still-words',
      title: 's',
      severity: 'warning',
      assert: 'size(output.tags) > 1',
      message: 'm {{ 12 / output.pair[0] }}',
    },
    {
      id: 'far',
      title: 'f',
      severity: 'warning',
      when: 'size(output.parts[2]) > 1',
      assert: 'output.more.bonus < 30',
      message: '{{ output.parts[2] }}',
    },
  ],
  headline: {
    value: 'derived.total',
    max: 40,
    verdict: 'derived.verdict',
    stated_value: 'stated',
    stated_verdict: 'verdict',
  },
};

const ten = fc.integer({ min: 0, max: 10 });
const sixty = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(12, 20, 24));
const word = fc.constantFrom('', 'a', 'because', 'PASS');
const replies = fc.record({
  style: ten,
  parts: fc.tuple(fc.record({ score: ten, why: word }), fc.record({ score: ten, why: word }), word),
  pair: fc.tuple(fc.integer({ min: 0, max: 4 }), ten),
  tags: fc.array(word, { maxLength: 2 }),
  note: word,
  stated: sixty,
  total: sixty,
  more: fc.record({ bonus: fc.oneof(sixty), word }, { requiredKeys: ['word'] }),
  verdict: fc.constantFrom('FAIL', 'PASS'),
});

async function judgedBy(rubric: Rubric, text: string, reply: unknown): Promise<Judgement[]> {
  const ready = prepareRubric(rubric, null);
  const subject = { id: 'one', input: { text } };
  const options = {
    tellFacts: false,
    signal: new AbortController().signal,
    world: { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' },
  };
  const model = () => modelSaying(saying(reply));
  return Promise.all([
    judgeCase(ready, subject, { ...options, judge: rulesJudge, mode: 'model-alone' }),
    judgeCase(ready, subject, { ...options, judge: model(), mode: 'model-alone' }),
    judgeCase(ready, subject, { ...options, judge: model(), mode: 'assisted' }),
  ]);
}

/** As an older Assay may have stored it, which compared otherwise. */
function asOlder(judgement: Judgement): Judgement {
  const checks = judgement.checks.flatMap((check, index): Judgement['checks'] => {
    if (index % 3 === 0) return [];
    return [
      { ...check, outcome: index % 2 === 0 || check.id === 'program:more.bonus' ? 'failed' : 'passed' },
    ];
  });
  const fields = judgement.fields.map(({ programSays: _, ...field }) => field);
  return { ...judgement, checks, fields };
}

function toolsOf(rubric: Rubric) {
  const reach = knobReach(rubric);
  if (!reach) throw new Error('Expected a rubric that can be cut.');
  const whole = compileRubric(reach.whole);
  if (!whole.ok) throw new Error(JSON.stringify(whole.problems));
  return { rubric, reach, program: whole.program };
}

function bothWays(rubric: Rubric, changes: Record<string, number>, text: string, judgement: Judgement) {
  const tools = toolsOf(rubric);
  const full = withKnobs(rubric, changes);
  const cut = withKnobs(tools.reach.cut, changes);
  if (!full.ok || !cut.ok) return { compact: cut, full };
  const { base, compact } = compactJudgement(tools, { text }, judgement);
  const criteria = movableCriteria(rubric, tools.reach);
  const weighed = compact && weighCompact({ reach: tools.reach, criteria }, cut, compact);
  return {
    compact: { digest: weighed ? withWeighed(base, weighed) : base, rubric: wholeTurned(rubric, cut) },
    full: {
      digest: digestOf(full.rubric, reassess(full, { input: { text } }, judgement)),
      rubric: full.rubric,
    },
  };
}

const headlines = {
  'of derived values': awkward.headline,
  'with numbers of its own': {
    value: 'derived.total * 2 + size(output.tags)',
    verdict: 'output.pair[0] > 2 ? derived.verdict : "NONE"',
  },
  'of which the score never moves': { value: 'output.style', max: 10, verdict: 'derived.verdict' },
  'of which only the verdict is stated': { value: 'derived.aside', stated_verdict: 'verdict' },
};

describe.each(Object.entries(headlines))('what is kept of a judgement, for a headline %s', (_, headline) => {
  const rubric = smallRubric({ ...awkward, headline });
  const knobs = knobsOf(rubric);
  const changes = fc.dictionary(
    fc.constantFrom(...knobs.map(({ id }) => id)),
    fc.constantFrom(0, 0.5, 2, 9, 25),
    {
      minKeys: 1,
      maxKeys: 3,
    },
  );

  it('weighs to the last digit as the whole of it does, however the rubric is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        replies,
        fc.constantFrom('7', '2', 'words'),
        changes,
        fc.boolean(),
        async (reply, text, turned, old) => {
          for (const judgement of await judgedBy(rubric, text, reply)) {
            const stored = old ? asOlder(judgement) : judgement;
            const { compact, full } = bothWays(rubric, turned, text, stored);
            expect(compact).toEqual(full);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('holds nothing that no number can reach', async () => {
    const reply = { ...awkwardReply, note: 'a long remark', more: { word: 'unread' } };
    const [, judgement] = await judgedBy(rubric, 'some words', reply);
    if (!judgement) throw new Error('Expected a judgement.');
    const text = JSON.stringify(compactJudgement(toolsOf(rubric), { text: 'some words' }, judgement).compact);
    expect(text).not.toMatch(/unread|some words|spoken/);
    // The verdict rests on how long the remark is.
    expect(text).toContain('a long remark');
  });
});

const awkwardReply = {
  style: 5,
  parts: [{ score: 3, why: 'spoken' }, { score: 4, why: 'spoken' }, 'spoken'],
  pair: [2, 3],
  tags: ['kept'],
  note: '',
  stated: 17,
  total: 17,
  more: { word: '' },
  verdict: 'PASS',
};

it.each([
  ['a place in a list that moves', { decided: { 'parts.0.score': 'derived.total' } }],
  ['an object that moves as one', { decided: { more: '{"word": string(derived.total)}' } }],
  [
    'a check of the output as a whole',
    {
      checks: [
        { id: 'all', title: 'a', severity: 'error', assert: 'size(output) > derived.total', message: 'm' },
      ],
    },
  ],
])('%s cannot be kept apart', (_, change) => {
  const derived = { total: 'output.style * 2', verdict: '"PASS"' };
  const headline = { value: 'derived.total', verdict: 'derived.verdict' };
  const rubric = smallRubric({ ...awkward, derived, headline, decided: {}, checks: [], ...change });
  expect(compileRubric(rubric)).toMatchObject({ ok: true });
  expect(knobReach(rubric)).toBeNull();
});

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/kit/json';
import { judgementSchema, type Judgement } from '../../../../src/judgement/judgement';
import { runHeadSchema, runResultSchema } from '../../../../src/sheet/run-record';
import { knobsOf } from '../../../../src/rubric/knobs/knobs';
import { withKnobs } from '../../../../src/rubric/knobs/with-knobs';
import { personJudgement } from '../../../../src/judges/person/person-judgement';
import { personRuns, type LabelledCase } from '../../../../src/sheet/person/person-runs';
import type { Rater } from '../../../../src/judges/person/raters';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { reassess } from '../../../../src/judgement/reassess';
import { finish } from '../../cases/mapping-fixture';
import { pointsRubric } from '../stored-runs';

const world = { random: () => 'run-1', now: () => new Date('2026-03-01T10:00:00Z'), build: 'test' };
const points = { type: 'integer', minimum: 0, maximum: 10 };

/** The judge states the total and the verdict too; the program knows the depth of a short text. */
const stating = pointsRubric({
  output: {
    type: 'object',
    properties: {
      style: points,
      depth: points,
      why: { type: 'string' },
      remark: { type: 'string' },
      total: { type: 'integer', minimum: 0, maximum: 20 },
      verdict: { type: 'string', enum: ['PASS', 'FAIL'] },
    },
    required: ['style', 'depth', 'why', 'total', 'verdict'],
  },
  decided: { depth: { when: 'size(input.text) < 5', value: '0', because: '"The text is short."' } },
  checks: [
    {
      id: 'sums-up',
      title: 'The total is the sum',
      severity: 'error',
      assert: 'output.total == output.style + output.depth',
      message: 'It is not.',
    },
  ],
  headline: {
    value: 'derived.total',
    max: 20,
    verdict: 'derived.verdict',
    stated_value: 'total',
    stated_verdict: 'verdict',
  },
});
const ready = prepareRubric(stating, null);
const subject = { id: 'one', input: { text: 'A long text' } };

function judged(labels: Record<string, Json>, input = subject.input): Judgement {
  const judgement = personJudgement(ready, { ...subject, input }, labels, 'Mina', world);
  return judgementSchema.parse(judgement);
}
const field = ({ fields }: Judgement, path: string) => fields.find((one) => one.path === path);

describe('what a person says of a case', () => {
  const complete = { style: 6, depth: 7, why: 'Because.', total: 13, verdict: 'PASS' };

  it('is a judgement as any other where they labelled all there is', () => {
    const judgement = judged(complete);
    expect(judgement).toMatchObject({
      status: 'valid',
      output: complete,
      headline: { value: { value: 13 }, verdict: { value: 'PASS' }, statedValue: 13 },
      attempts: [],
      prompt: null,
      receipt: { judge: 'person', model: 'Mina', mode: 'person', prompt: '' },
    });
    expect(judgement.fields.map(({ path, by }) => [path, by])).toEqual(
      Object.keys(complete).map((path) => [path, 'person']),
    );
    expect(judgement.checks).toMatchObject([{ id: 'sums-up', outcome: 'passed' }]);
  });

  it('is held against the checks and the program', () => {
    expect(judged({ ...complete, total: 12 })).toMatchObject({
      status: 'inconsistent',
      checks: [{ id: 'sums-up', outcome: 'failed' }],
      headline: { value: { value: 13 }, statedValue: 12 },
    });
    const short = judged(complete, { text: 'No' });
    expect(short.status).toBe('inconsistent');
    expect(field(short, 'depth')).toMatchObject({ by: 'person', contradicted: true, known: { value: 7 } });
  });

  it('has totals that follow from the labels, though fields that they do not need are missing', () => {
    const judgement = judged({ style: 6, depth: 7 });
    expect(judgement).toMatchObject({
      status: 'valid',
      output: { style: 6, depth: 7 },
      headline: { value: { value: 13 }, verdict: { value: 'PASS' } },
      checks: [{ outcome: 'undecided' }],
    });
    expect(field(judgement, 'why')).toEqual({ path: 'why', by: 'nobody', known: { kind: 'undecided' } });
  });

  it('has the total and the verdict that they gave where they gave nothing else', () => {
    const judgement = judged({ total: 13, verdict: 'FAIL' });
    expect(judgement).toMatchObject({
      status: 'valid',
      headline: { value: { kind: 'value', value: 13 }, verdict: { kind: 'value', value: 'FAIL' } },
    });
    expect(field(judgement, 'style')?.by).toBe('nobody');
  });

  it.each([{ style: 6 }, { verdict: 'PASS' }, { total: 13 }])(
    'is partial where %j leaves the headline open',
    (labels) => {
      expect(judged(labels).status).toBe('partial');
    },
  );

  it('is theirs: what the program knows is not put in the place of a label', () => {
    const judgement = judged({ style: 6 }, { text: 'No' });
    expect(field(judgement, 'depth')).toMatchObject({ by: 'nobody', known: { kind: 'undecided' } });
    expect(judgement.output).toEqual({ style: 6 });
  });

  it('leaves out a label that the rubric does not allow, and says so', () => {
    const judgement = judged({ style: 60, depth: 7, why: 5 });
    expect(field(judgement, 'style')?.by).toBe('nobody');
    // A cell of digits is a text where a text is wanted.
    expect(field(judgement, 'why')?.known).toEqual({ kind: 'value', value: '5' });
    expect(judgement.problems.map(({ message }) => message)).toEqual([
      'The label of style is not used: the rubric does not allow 60 there.',
    ]);
    expect(judged({ verdict: 'perhaps' }).problems).toHaveLength(1);
  });

  it.each([complete, { style: 6, depth: 7 }, { total: 13, verdict: 'FAIL' }, { style: 6 }])(
    'comes to the same when it is weighed by its own rubric: %j',
    (labels) => {
      const same = withKnobs(
        stating,
        Object.fromEntries(knobsOf(stating).map(({ id, value }) => [id, value])),
      );
      if (!same.ok) throw new Error(JSON.stringify(same.problems));
      expect(reassess(same, subject, judged(labels))).toEqual(judged(labels));
    },
  );
});

describe('the runs of people', () => {
  const mina: Rater = { name: 'Mina', labels: { from: 'cells', columns: new Map([['style', 1]]) } };
  const gold: Rater = { name: 'gold', labels: { from: 'gold', paths: ['style', 'depth'] } };
  const nobody: Rater = { name: 'Joon', labels: { from: 'cells', columns: new Map([['style', 2]]) } };
  const cases: LabelledCase[] = [
    {
      key: 3,
      revision: 2,
      case: { ...subject, gold: { style: 6, depth: 7, other: 1 } },
      cells: ['A long text', '4', ''],
    },
    { key: 5, revision: 0, case: { id: 'two', input: { text: 'Another text' } }, cells: null },
    {
      key: 6,
      revision: 0,
      case: { id: 'three', input: { text: 'Third text' } },
      cells: ['Third text', '2', ' '],
    },
  ];

  it('are one for each who labelled something, with a result for each case that has a label', () => {
    const labelled = { sheet: 'sheet-1', cases, raters: [gold, mina, nobody], world };
    const result = finish(personRuns(ready, labelled));
    expect(
      result.map(({ head, results }) => [head.judge.model, results.map(({ caseKey }) => caseKey)]),
    ).toEqual([
      ['gold', [3]],
      ['Mina', [3, 6]],
    ]);
    for (const { head, results } of result) {
      expect(runHeadSchema.parse(head)).toMatchObject({
        sheet: 'sheet-1',
        judge: { id: 'person', kind: 'person', parameters: {} },
        state: 'finished',
        orders: [],
        progress: { done: results.length, total: results.length },
        counts: { done: results.length },
      });
      for (const one of results) {
        expect(runResultSchema.parse(one)).toEqual(one);
        expect(one.hash).toBe(one.judgement.receipt.case);
        expect(one.digest.mode).toBe('person');
      }
    }
    const [first, second] = result;
    expect(first?.results[0]).toMatchObject({ revision: 2, sample: 0, digest: { score: { value: 13 } } });
    expect(first?.head.counts).toMatchObject({ statuses: { valid: 1 }, score: { mean: 13, count: 1 } });
    expect(second?.head.counts).toMatchObject({ statuses: { partial: 2 }, score: null });
  });
});

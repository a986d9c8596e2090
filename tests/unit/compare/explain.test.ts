import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../src/judgement/judgement';
import type { RunHead } from '../../../src/sheet/run-record';
import type { Digest } from '../../../src/judgement/digest';
import type { Rubric } from '../../../src/rubric/rubric';
import { explain, reasonGround, type Reason } from '../../../src/compare/explain';
import { reasonCode } from '../../../src/compare/differences-csv';
import { essayRubric } from '../rubric/program/rubric-fixture';
import { judgementOf } from '../export/export-fixture';
import { digestOf, groundOf, headOf, is, outlineOf, unscored } from './run-fixture';

interface Scene {
  head?: Partial<RunHead>;
  rubric?: Rubric;
  a?: Digest | undefined;
  b: Digest | undefined;
  judgements?: { a: Judgement; b: Judgement };
  sameInput?: boolean;
}

function reasonsIn(scene: Scene): Reason[] {
  const { head, rubric = essayRubric(), b, judgements, sameInput = true } = scene;
  const a = 'a' in scene ? scene.a : digestOf();
  const [one, other] = [outlineOf(), outlineOf({ id: 'run-2', ...head }, rubric)];
  return explain(
    reasonGround(one, other, groundOf(one, other)),
    { digest: a, ...(judgements && { judgement: judgements.a }) },
    { digest: b, ...(judgements && { judgement: judgements.b }) },
    sameInput,
  );
}
const codes = (scene: Scene) => reasonsIn(scene).map(reasonCode);

const { judge, rubric: named } = headOf();
const otherModel = { judge: { ...judge, model: 'model-2' } };
const stricter = essayRubric({
  derived: {
    verdict: 'derived.total >= 50 ? "PASS" : "FAIL"',
    total: 'output.style.score + sum(output.rules.map(r, r.score))',
  },
});
const failing = { verdict: is('FAIL'), receipt: 'receipt-2' };

describe('explain, from digests', () => {
  it.each<[string, Scene, string[]]>([
    ['nothing differs', { b: digestOf({ receipt: 'receipt-2' }) }, []],
    ['not judged in one', { a: undefined, b: digestOf() }, ['not-judged:a']],
    ['unscored in one', { b: unscored('timeout') }, ['unscored:b:timeout']],
    [
      'unscored in both, for another reason',
      { a: unscored('truncated'), b: unscored('timeout') },
      ['unscored:a:truncated', 'unscored:b:timeout'],
    ],
    [
      'unscored, with another input',
      { b: unscored('refused'), sameInput: false },
      ['input', 'unscored:b:refused'],
    ],
    [
      'the same question, another answer',
      { b: digestOf({ score: is(40), criteria: [is(30), is('GOOD')] }) },
      ['criterion:style:-5', 'same-question'],
    ],
    [
      'another model',
      {
        head: otherModel,
        b: digestOf({ score: is(40), criteria: [is(30), is('GOOD')], receipt: 'receipt-2' }),
      },
      ['criterion:style:-5', 'other-question:model'],
    ],
    [
      'what moves the total comes before what does not',
      { b: digestOf({ score: is(46), criteria: [is(36), is('FAIR')] }) },
      ['criterion:style:+1', 'criterion:label:GOOD>FAIR', 'same-question'],
    ],
    [
      'a criterion that has no say does not account for the total',
      { b: digestOf({ score: is(40), criteria: [is(35), is('FAIR')] }) },
      ['criterion:label:GOOD>FAIR', 'same-question', 'unexplained'],
    ],
    ['another threshold', { rubric: stricter, b: digestOf(failing) }, ['rule:derived:verdict']],
    [
      'another threshold and another answer: the judge never heard of the first',
      { rubric: stricter, b: digestOf({ ...failing, score: is(40), criteria: [is(30), is('GOOD')] }) },
      ['criterion:style:-5', 'rule:derived:verdict'],
    ],
    [
      'a rule that nothing rests on is no reason',
      {
        rubric: essayRubric({ derived: { ...essayRubric().derived, aside: 'output.share' } }),
        b: digestOf({ score: is(40) }),
      },
      ['unexplained'],
    ],
    [
      'another way to make the total',
      {
        rubric: essayRubric({
          headline: { value: 'derived.total * 1.0', max: 60, verdict: 'derived.verdict' },
        }),
        b: digestOf({ score: is(40) }),
      },
      ['rule:headline:value'],
    ],
    [
      'what the program decides changed',
      {
        rubric: essayRubric({ decided: { ...essayRubric().decided, label: '"POOR"' } }),
        b: digestOf({ criteria: [is(35), is('POOR')], receipt: 'receipt-2' }),
      },
      ['criterion:label:GOOD>POOR', 'rule:decided:label', 'other-question:rubric'],
    ],
    [
      'a check failed',
      { b: digestOf({ status: 'inconsistent', failedChecks: ['met-means-ten'] }) },
      ['check:gained:met-means-ten'],
    ],
    [
      'a check is none of the rubric any more',
      {
        rubric: essayRubric({ checks: [] }),
        a: digestOf({ status: 'inconsistent', failedChecks: ['met-means-ten'] }),
        b: digestOf(),
      },
      ['rule:check:met-means-ten', 'check:lost:met-means-ten'],
    ],
    [
      'a check is no reason for another total',
      { b: digestOf({ score: is(40), failedChecks: ['met-means-ten'] }) },
      ['check:gained:met-means-ten', 'unexplained'],
    ],
    ['a mended reply', { b: digestOf({ status: 'repaired' }) }, ['repaired:b']],
    [
      'the program alone against a model',
      {
        a: digestOf({
          status: 'partial',
          mode: 'rules-only',
          score: { kind: 'range', min: 0, max: 35 },
          verdict: is('FAIL'),
          criteria: [{ kind: 'range', min: 0, max: 15 }, { kind: 'undecided' }],
        }),
        b: digestOf(),
      },
      [
        'mode:rules-only>model-alone',
        'undecided:a',
        'criterion:style:0..15>35',
        'criterion:label:undecided>GOOD',
      ],
    ],
    [
      'a rubric of other words',
      {
        head: { rubric: { ...named, hash: 'hash-2' } },
        b: digestOf({ score: is(44), criteria: [is(34), is('GOOD')], receipt: 'receipt-2' }),
      },
      ['criterion:style:-1', 'other-question:rubric'],
    ],
    ['nothing that a digest shows', { b: digestOf({ score: is(55) }) }, ['unexplained']],
  ])('%s', (_, scene, expected) => {
    expect(codes(scene)).toEqual(expected);
  });
});

describe('explain, with the judgements', () => {
  const { receipt, fields } = judgementOf();
  const withField = (path: string, value: number | string, by: 'model' | 'program' = 'model') =>
    fields.filter((field) => field.path !== path).concat({ path, by, known: { kind: 'value', value } });
  const sent = (changes: Partial<Judgement['receipt']>) => ({ ...receipt, id: 'receipt-2', ...changes });

  it.each<[string, Scene, string[]]>([
    [
      'a part that moved the total',
      {
        b: digestOf({ score: is(55) }),
        judgements: {
          a: judgementOf({ fields: withField('rules.1.score', 0) }),
          b: judgementOf({ fields: withField('rules.1.score', 10) }),
        },
      },
      ['field:rules.1.score:+10', 'same-question'],
    ],
    [
      'words of the judge are no reason',
      {
        b: digestOf({ score: is(55) }),
        judgements: {
          a: judgementOf(),
          b: judgementOf({ fields: withField('style.rationale', 'Other words') }),
        },
      },
      ['unexplained'],
    ],
    [
      'the program decided in one, the model in the other',
      {
        b: digestOf({ criteria: [is(35), is('POOR')], mode: 'assisted', receipt: 'receipt-2' }),
        judgements: {
          a: judgementOf(),
          b: judgementOf({
            fields: withField('label', 'POOR'),
            receipt: sent({ prompt: 'other', mode: 'assisted' }),
          }),
        },
      },
      [
        'mode:model-alone>assisted',
        'decided-by:label:program>model',
        'criterion:label:GOOD>POOR',
        'other-question:prompt',
      ],
    ],
    [
      'who decided does not matter where both say the same',
      {
        b: digestOf({ score: is(44), criteria: [is(34), is('GOOD')] }),
        judgements: { a: judgementOf(), b: judgementOf({ fields: withField('label', 'GOOD') }) },
      },
      ['criterion:style:-1', 'same-question'],
    ],
    [
      'the program found something else',
      {
        b: digestOf(failing),
        judgements: {
          a: judgementOf({ facts: [{ name: 'length', value: 5, text: '5', spans: [] }] }),
          b: judgementOf({ facts: [{ name: 'length', value: 6, text: '6', spans: [] }] }),
        },
      },
      ['fact:length'],
    ],
    [
      'another receipt for the same question: only the rubric’s sums are others',
      {
        rubric: stricter,
        b: digestOf({ score: is(40), criteria: [is(30), is('GOOD')], receipt: 'receipt-2' }),
        judgements: { a: judgementOf(), b: judgementOf({ receipt: sent({ rubric: 'other' }) }) },
      },
      ['criterion:style:-5', 'same-question'],
    ],
    [
      'other parameters, of another model',
      {
        b: digestOf({ score: is(40), criteria: [is(30), is('GOOD')], receipt: 'receipt-2' }),
        judgements: {
          a: judgementOf(),
          b: judgementOf({ receipt: sent({ model: 'model-2', parameters: { seed: 2 } }) }),
        },
      },
      ['criterion:style:-5', 'other-question:model+parameters'],
    ],
  ])('%s', (_, scene, expected) => {
    expect(codes(scene)).toEqual(expected);
  });
});

describe('explain', () => {
  const digest: fc.Arbitrary<Digest | undefined> = fc.option(
    fc.oneof(
      fc.constantFrom('truncated' as const, 'timeout' as const).map(unscored),
      fc
        .record({
          status: fc.constantFrom(
            'valid' as const,
            'repaired' as const,
            'inconsistent' as const,
            'partial' as const,
          ),
          score: fc.integer({ min: 0, max: 3 }).map(is),
          verdict: fc.constantFrom('PASS', 'FAIL').map(is),
          criteria: fc.tuple(fc.integer({ min: 0, max: 2 }).map(is), fc.constantFrom('GOOD', 'FAIR').map(is)),
          failedChecks: fc.subarray(['met-means-ten', 'good-needs-style']),
          mode: fc.constantFrom('rules-only' as const, 'model-alone' as const, 'assisted' as const),
          receipt: fc.constantFrom('receipt-1', 'receipt-2'),
        })
        .map(digestOf),
    ),
    { nil: undefined, freq: 5 },
  );

  it('gives a reason exactly where something differs, and the same kinds of reason both ways', () => {
    fc.assert(
      fc.property(digest, digest, fc.boolean(), (a, b, sameInput) => {
        const there = reasonsIn({ a, b, sameInput });
        const back = reasonsIn({ a: b, b: a, sameInput });
        const kinds = (reasons: Reason[]) => reasons.map(({ kind }) => kind).sort();
        expect(kinds(back)).toEqual(kinds(there));
        expect(reasonsIn({ a, b: a, sameInput })).toEqual([]);
        const said = (one: Digest | undefined) =>
          one && { ...one, mode: null, receipt: null, failedChecks: [...one.failedChecks].sort() };
        const same = JSON.stringify(said(a)) === JSON.stringify(said(b));
        expect(there.length === 0).toBe(same);
      }),
    );
  });
});

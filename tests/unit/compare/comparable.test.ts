import { describe, expect, it } from 'vitest';
import { comparable } from '../../../src/compare/comparable';
import { essayRubric } from '../rubric/program/rubric-fixture';
import { groundOf, headOf, outlineOf } from './run-fixture';

const { rubric, judge, settings } = headOf();
const style = { id: 'style', label: 'Style', score: 'style.score', max: 40 };
const label = { id: 'label', label: 'Grade', choice: 'label' };
const unjudged = { done: 0, of: 3 };

describe('comparable', () => {
  it.each([
    [
      'another rubric, and nothing else said of it',
      outlineOf({ rubric: { ...rubric, id: 'poem', title: 'Poem' } }, essayRubric(), unjudged),
      [{ kind: 'other-rubric', a: 'Essay', b: 'Poem' }],
    ],
    [
      'no criterion that means the same',
      outlineOf(
        {},
        essayRubric({
          criteria: [
            { ...style, score: 'total' },
            { ...label, choice: 'verdict' },
          ],
        }),
      ),
      [{ kind: 'no-criterion-in-common' }],
    ],
    ['nothing judged yet', outlineOf({}, essayRubric(), unjudged), [{ kind: 'nothing-judged', in: 'b' }]],
  ])('refuses: %s', (_, b, obstacles) => {
    expect(comparable(outlineOf(), b)).toEqual({ ok: false, obstacles });
  });

  it.each([
    [
      'another field',
      [style, label],
      [{ ...style, score: 'total' }, label],
      [{ id: 'style', because: 'other-path' }],
    ],
    ['only in one', [style], [label, style], [{ id: 'label', because: { onlyIn: 'b' } }]],
    [
      'another kind',
      [style, label],
      [style, { ...label, choice: undefined, score: 'share', max: 1 }],
      [{ id: 'label', because: 'other-kind' }],
    ],
    [
      'another scale',
      [style, label],
      [{ ...style, max: 5 }, label],
      [{ id: 'style', because: 'other-scale' }],
    ],
  ])('leaves out a criterion: %s', (_, inA, inB, criteria) => {
    const ground = groundOf(
      outlineOf({}, essayRubric({ criteria: inA })),
      outlineOf({ id: 'run-2' }, essayRubric({ criteria: inB })),
    );
    expect(ground.caveats).toEqual([{ kind: 'criteria-left-out', criteria }]);
    expect(ground.criteria).toHaveLength(1);
  });

  it('finds a criterion in its place in each rubric', () => {
    const ground = groundOf(
      outlineOf({}, essayRubric({ criteria: [style, label] })),
      outlineOf({}, essayRubric({ criteria: [label, style] })),
    );
    expect(ground.criteria.map(({ id, place }) => [id, place.a, place.b])).toEqual([
      ['style', 0, 1],
      ['label', 1, 0],
    ]);
  });

  it.each([
    ['nothing', {}, undefined, []],
    ['the same run', { id: 'run-1' }, undefined, [{ kind: 'same-run' }]],
    [
      'paused half-way',
      { state: 'paused' as const },
      { done: 2, of: 3 },
      [{ kind: 'unfinished', in: 'b', done: 2, of: 3 }],
    ],
    [
      'finished, of cases that were more or other than now',
      {},
      { done: 3, of: 6 },
      [{ kind: 'unfinished', in: 'b', done: 3, of: 6 }],
    ],
  ])('says what must be known: %s', (_, changes, judged, caveats) => {
    const b = outlineOf({ id: 'run-2', ...changes }, essayRubric(), judged);
    expect(groundOf(outlineOf(), b).caveats).toEqual(caveats);
  });

  it('takes no difference of scores on other scales', () => {
    const { caveats, scores } = groundOf(
      outlineOf(),
      outlineOf(
        { id: 'run-2' },
        essayRubric({ headline: { value: 'derived.total', max: 5, verdict: 'derived.verdict' } }),
      ),
    );
    expect(scores).toBe(false);
    expect(caveats).toEqual([{ kind: 'other-score-scale', a: 60, b: 5 }]);
  });
});

describe('what differs', () => {
  it.each([
    ['nothing', {}, []],
    [
      'version',
      { rubric: { ...rubric, version: '1.1.0' } },
      [{ kind: 'rubric-version', a: '1.0.0', b: '1.1.0' }],
    ],
    [
      'words of the rubric',
      { rubric: { ...rubric, hash: 'hash-2' } },
      [{ kind: 'rubric-text', changes: [] }],
    ],
    ['judge', { judge: { ...judge, id: 'api' } }, [{ kind: 'judge', a: 'pasted', b: 'api' }]],
    ['model', { judge: { ...judge, model: 'model-2' } }, [{ kind: 'model', a: 'model-1', b: 'model-2' }]],
    [
      'parameters',
      { judge: { ...judge, parameters: { top_p: 1 } } },
      [
        { kind: 'parameter', name: 'temperature', a: 0, b: undefined },
        { kind: 'parameter', name: 'top_p', a: undefined, b: 1 },
      ],
    ],
    [
      'mode',
      { settings: { ...settings, mode: 'assisted' as const } },
      [{ kind: 'mode', a: 'model-alone', b: 'assisted' }],
    ],
    [
      'the program alone',
      { judge: { ...judge, kind: 'program' as const } },
      [{ kind: 'mode', a: 'model-alone', b: 'rules-only' }],
    ],
    [
      'facts told',
      { settings: { ...settings, tellFacts: true } },
      [{ kind: 'tell-facts', a: false, b: true }],
    ],
    [
      'asked criterion by criterion',
      { settings: { ...settings, asking: 'criterion' as const } },
      [{ kind: 'asking', a: 'case', b: 'criterion' }],
    ],
    ['asked at once, as ever', { settings: { ...settings, asking: 'case' as const } }, []],
    ['timeout', { settings: { ...settings, timeoutSeconds: 60 } }, [{ kind: 'timeout', a: null, b: 60 }]],
    ['build', { build: 'build-2' }, [{ kind: 'build', a: 'build-1', b: 'build-2' }]],
    [
      'time',
      { created: '2026-02-02T00:00:00.000Z' },
      [{ kind: 'time', a: '2026-01-02T03:04:05.000Z', b: '2026-02-02T00:00:00.000Z' }],
    ],
  ])('%s', (_, changes, differs) => {
    expect(groundOf(outlineOf(), outlineOf(changes)).differs).toEqual(differs);
  });

  const person = (model: string) => ({ id: 'person', kind: 'person' as const, model, parameters: {} });

  it('is no question of how people were asked', () => {
    const mina = outlineOf({
      judge: person('Mina'),
      settings: { ...settings, mode: 'assisted', samples: 3 },
    });
    expect(groundOf(outlineOf(), mina).differs).toEqual([{ kind: 'judge', a: 'pasted', b: 'person' }]);
    expect(groundOf(mina, outlineOf({ judge: person('Joon') })).differs).toEqual([
      { kind: 'rater', a: 'Mina', b: 'Joon' },
    ]);
  });

  it('names the model once, though judges may be told it as a parameter', () => {
    const asking = (model: string, asked = model) =>
      outlineOf({ judge: { ...judge, model, parameters: { model: asked } } });
    expect(groundOf(asking('x'), asking('y')).differs).toEqual([{ kind: 'model', a: 'x', b: 'y' }]);
    expect(groundOf(asking('x', 'x-1'), asking('x', 'x-2')).differs).toEqual([
      { kind: 'parameter', name: 'model', a: 'x-1', b: 'x-2' },
    ]);
  });

  it('does not mind in which order parameters stand', () => {
    const one = outlineOf({ judge: { ...judge, parameters: { stop: { a: 1, b: [2] }, seed: 1 } } });
    const other = outlineOf({ judge: { ...judge, parameters: { seed: 1, stop: { b: [2], a: 1 } } } });
    expect(groundOf(one, other).differs).toEqual([]);
  });
});

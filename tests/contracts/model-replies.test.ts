import { describe, expect, it } from 'vitest';
import { goldOutput, judge, judgeByRules, scripted, settledPaths } from './support/judging';
import { rubricsUnderTest, ruleFor } from './support/rubric-cases';
import { valueAt } from '../../src/rubric/path';
import { leaves, splitByCriteria } from '../../src/rubric/shape/fields';
import { project, shrink } from '../../src/rubric/shape/shrink';

describe.each(rubricsUnderTest)('$id, judged by a model that answers as the gold says', (ready) => {
  const rows = ready.gold.map((subject) => [subject.id, subject] as const);

  it.each(rows)('%s: Model alone is valid and agrees with the program', async (_, subject) => {
    const gold = goldOutput(ready, subject);
    const judgement = await judge(ready, subject, scripted(JSON.stringify(gold)), 'model-alone');
    expect(judgement.checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')).toEqual(
      [],
    );
    expect(judgement.status).toBe('valid');
    expect(judgement.output).toEqual(gold);
    expect(judgement.fields.every((field) => field.by === 'model')).toBe(true);
  });

  it.each(rows)('%s: Assisted asks for less and comes to the same', async (_, subject) => {
    const gold = goldOutput(ready, subject);
    const settled = settledPaths(ready, subject);
    const model = scripted(JSON.stringify(project(ready.rubric.output, gold, settled)));
    const judgement = await judge(ready, subject, model, 'assisted');
    expect(judgement.status, judgement.detail).toBe('valid');
    const notText = judgement.fields.filter(({ path }) => !/rationale$|evidence$/.test(path));
    for (const { path, known } of notText) {
      expect(known, path).toEqual({ kind: 'value', value: valueAt(gold, path) });
    }
    const byProgram = judgement.fields.filter((field) => field.by === 'program').map(({ path }) => path);
    expect(byProgram.toSorted()).toEqual(settled.toSorted());
  });

  it.each(rows)('%s: asked criterion by criterion it comes to the same', async (_, subject) => {
    const gold = goldOutput(ready, subject);
    for (const mode of ['model-alone', 'assisted'] as const) {
      const without = mode === 'assisted' ? settledPaths(ready, subject) : [];
      const fields = leaves(ready.rubric.output).map(({ path }) => path);
      const replies = splitByCriteria(ready.rubric).flatMap(({ paths }) => {
        const notAsked = [...without, ...fields.filter((path) => !paths.includes(path))];
        return shrink(ready.rubric.output, notAsked) ? project(ready.rubric.output, gold, notAsked) : [];
      });
      const model = scripted((__, attempt) => JSON.stringify(replies[attempt - 1]));
      const judgement = await judge(ready, subject, model, mode, 'criterion');
      const once = scripted(JSON.stringify(project(ready.rubric.output, gold, without)));
      const atOnce = await judge(ready, subject, once, mode);
      expect(judgement.status, judgement.detail).toBe('valid');
      expect(judgement.fields).toEqual(atOnce.fields);
      expect(judgement.checks).toEqual(atOnce.checks);
      expect(model.requests).toHaveLength(replies.length);
      const starts = model.requests.map(({ prompt }) => prompt.shared + (judgement.prompt?.own ?? ''));
      expect(new Set(starts).size, 'all questions begin alike').toBeLessThanOrEqual(1);
    }
  });

  it.each(rows)('%s: Assisted takes its part of a complete reply, and says so', async (_, subject) => {
    const model = scripted(JSON.stringify(goldOutput(ready, subject)));
    const judgement = await judge(ready, subject, model, 'assisted');
    const settled = settledPaths(ready, subject);
    const asked = shrink(ready.rubric.output, settled) !== null;
    expect(model.requests).toHaveLength(asked ? 1 : 0);
    expect(judgement.status, judgement.detail).toBe(asked && settled.length > 0 ? 'repaired' : 'valid');
    expect(judgement.repairs.join()).toContain(asked ? settled.join(', ') : '');
  });

  it.each(rows.slice(0, 2))('%s: a cut-off reply is truncated, at every length', async (_, subject) => {
    const text = JSON.stringify(goldOutput(ready, subject));
    for (let length = 1; length < text.length; length += 37) {
      const judgement = await judge(ready, subject, scripted(text.slice(0, length)), 'model-alone');
      expect([judgement.status, judgement.output]).toEqual(['unscored', null]);
    }
  });
});

describe('a judge that contradicts the facts or itself', () => {
  it('brand-entities: its total and verdict stand beside ours', async () => {
    const ready = ruleFor('brand-entities');
    const [subject] = ready.gold;
    if (!subject) throw new Error('Expected gold cases.');
    const gold = goldOutput(ready, subject);
    const boasting = { ...gold, total_score: 99, verdict: 'PASS' };
    const judgement = await judge(ready, subject, scripted(JSON.stringify(boasting)), 'model-alone');
    expect(judgement.status).toBe('inconsistent');
    expect(judgement.headline?.statedValue).toBe(99);
    expect(judgement.headline?.value).toEqual({ kind: 'value', value: gold['total_score'] });
    expect(judgement.checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toContain(
      'program:total_score',
    );
  });

  it('citation-matching: a wrong label is named with the reason', async () => {
    const ready = ruleFor('citation-matching');
    const [subject] = ready.gold;
    if (!subject) throw new Error('Expected gold cases.');
    const wrong = { ...goldOutput(ready, subject), match_correctness: 'FALSE_NEGATIVE' };
    const judgement = await judge(ready, subject, scripted(JSON.stringify(wrong)), 'model-alone');
    const check = judgement.checks.find(({ id }) => id === 'program:match_correctness');
    expect(check).toMatchObject({ outcome: 'failed', severity: 'error' });
    expect(check?.message).toContain('False negative');
  });

  it('meeting-minutes: a perfect evidence score for a quote nobody said', async () => {
    const ready = ruleFor('meeting-minutes');
    const judgements = await Promise.all(ready.gold.map((subject) => judgeByRules(ready, subject)));
    const at = judgements.findIndex(({ facts }) =>
      facts.some(({ spans }) => spans.some(({ kind }) => kind === 'missing')),
    );
    const subject = ready.gold[at];
    if (!subject) throw new Error('Expected a gold case with a fabricated quote.');
    const flattering = {
      ...goldOutput(ready, subject),
      evidence_accuracy: { rationale: '정확한 인용입니다.', score: 5 },
    };
    const judgement = await judge(ready, subject, scripted(JSON.stringify(flattering)), 'model-alone');
    expect(judgement.status).toBe('inconsistent');
  });
});

describe('tries', () => {
  const ready = ruleFor('meeting-minutes');
  const [subject] = ready.gold;
  if (!subject) throw new Error('Expected gold cases.');
  const right = JSON.stringify(goldOutput(ready, subject));

  it('a malformed reply gets a second try that is told what was wrong', async () => {
    const model = scripted((_, attempt) => (attempt === 1 ? '{"factuality": "good"}' : right));
    const judgement = await judge(ready, subject, model, 'model-alone');
    expect(judgement.status).toBe('valid');
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.previous?.problem).toContain('factuality');
    expect(judgement.attempts[0]?.failure).toMatch(/^invalid/);
  });

  it('and no more than two more', async () => {
    const model = scripted('점수는 5점입니다.');
    const judgement = await judge(ready, subject, model, 'model-alone');
    expect(judgement).toMatchObject({ status: 'unscored', reason: 'unparseable', output: null });
    expect(model.requests).toHaveLength(3);
    expect(judgement.attempts.map(({ reply }) => reply.text)).toEqual(Array(3).fill('점수는 5점입니다.'));
  });

  it.each([
    ['length', 'truncated'],
    ['refused', 'refused'],
  ] as const)('a reply that stopped for %s is %s at once', async (stop, reason) => {
    const model = scripted(right.slice(0, 40), stop);
    const judgement = await judge(ready, subject, model, 'model-alone');
    expect(judgement).toMatchObject({ status: 'unscored', reason, output: null });
    expect(model.requests).toHaveLength(1);
  });

  it('a mended reply says so', async () => {
    const judgement = await judge(ready, subject, scripted(right.replace(/}$/, ',}')), 'model-alone');
    expect(judgement.status).toBe('repaired');
    expect(judgement.repairs).not.toEqual([]);
  });

  it('a case without a required input is not sent to anyone', async () => {
    const model = scripted(right);
    const judgement = await judge(
      ready,
      { ...subject, input: { answer: subject.input['answer'] ?? '' } },
      model,
      'model-alone',
    );
    expect(judgement).toMatchObject({ status: 'unscored', reason: 'failed' });
    expect(model.requests).toHaveLength(0);
  });
});

import { describe, expect, it } from 'vitest';
import type { Known } from '../../src/rubric/values';
import type { Json } from '../../src/kit/json';
import { judgementSchema } from '../../src/judgement/judgement';
import { valueAt } from '../../src/rubric/path';
import { goldOutput, judge, judgeByRules, scripted } from './support/judging';
import { rubricsUnderTest, ruleFor } from './support/rubric-cases';

function allows(known: Known, value: Json): boolean {
  switch (known.kind) {
    case 'value':
      return JSON.stringify(known.value) === JSON.stringify(value);
    case 'range':
      return typeof value === 'number' && value >= known.min && value <= known.max;
    case 'one-of':
      return known.values.some((possible) => JSON.stringify(possible) === JSON.stringify(value));
    case 'undecided':
      return true;
    case 'error':
      return false;
  }
}

describe.each(rubricsUnderTest)('$id, judged by rules only', (ready) => {
  const everyCase = [...ready.samples, ...ready.gold];

  it.each(everyCase.map((subject) => [subject.id, subject] as const))(
    '%s: a sound judgement',
    async (_, subject) => {
      const judgement = await judgeByRules(ready, subject);
      expect(() => judgementSchema.parse(judgement)).not.toThrow();
      expect(['partial', 'valid']).toContain(judgement.status);
      expect(judgement.problems).toEqual([]);
      expect(judgement.checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')).toEqual(
        [],
      );
      expect(Object.values(judgement.derived).filter(({ kind }) => kind === 'error')).toEqual([]);
      expect(judgement.facts.map((fact) => fact.name)).toEqual(Object.keys(ready.rubric.facts));
      expect(judgement.attempts).toEqual([]);
      expect(judgement.receipt).toMatchObject({ mode: 'rules-only', model: 'none', judge: 'rules' });
      for (const field of judgement.fields) {
        if (field.by === 'program') expect(field.because, `${field.path} has a reason`).toBeTruthy();
        if (field.by === 'nobody') expect(valueAt(judgement.output ?? {}, field.path)).toBeUndefined();
      }
      for (const span of judgement.facts.flatMap((fact) => fact.spans)) {
        expect(span.end, JSON.stringify(span)).toBeLessThanOrEqual(subject.input[span.input]?.length ?? -1);
        expect(span.start).toBeLessThanOrEqual(span.end);
      }
    },
  );

  it.each(ready.gold.map((subject) => [subject.id, subject] as const))(
    '%s: right wherever it decides',
    async (_, subject) => {
      const judgement = await judgeByRules(ready, subject);
      const gold = goldOutput(ready, subject);
      const wrong = judgement.fields.flatMap(({ path, known, because }) => {
        const right = valueAt(gold, path);
        const written =
          ready.rubric.criteria.some(({ rationale }) => rationale === path) || /evidence$/.test(path);
        // Free text may be worded otherwise; that it is there is what can be compared.
        if (right === undefined || (written && known.kind === 'value')) return [];
        return allows(known, right) ? [] : [{ path, program: known, gold: right, because }];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(ready.gold.map((subject) => [subject.id, subject] as const))(
    '%s: totals lie where it says',
    async (_, subject) => {
      const byRules = await judgeByRules(ready, subject);
      const complete = await judge(
        ready,
        subject,
        scripted(JSON.stringify(goldOutput(ready, subject))),
        'model-alone',
      );
      for (const [name, known] of Object.entries(complete.derived)) {
        if (known.kind !== 'value')
          throw new Error(`${name} should be known from a complete reply, is ${known.kind}.`);
        expect(
          allows(byRules.derived[name] ?? { kind: 'undecided' }, known.value),
          `${name}: ${JSON.stringify([byRules.derived[name], known])}`,
        ).toBe(true);
      }
    },
  );
});

/** How much must be decided: counted over the gold cases, so that a rule that stops deciding is seen. */
describe('rules only decides as much as can be decided', () => {
  it.each([
    ['citation-matching', 'match_correctness', 19],
    ['citation-matching', 'cited_court_classification', 20],
    ['citation-matching', 'expected_confidence_range', 20],
    ['citation-matching', 'confidence_calibration', 20],
    ['citation-matching', 'court_alignment_handling', 6],
    ['citation-matching', 'applicable_ceiling', 20],
    ['citation-matching', 'correct_decision_id', 19],
    ['brand-entities', 'evaluation.rule_compliance.rules.0.score', 12],
    ['brand-entities', 'evaluation.rule_compliance.rules.3.score', 12],
    ['brand-entities', 'evaluation.correctness.match', 12],
  ])('%s: %s in at least %i gold cases', async (id, path, least) => {
    const ready = ruleFor(id);
    const judgements = await Promise.all(ready.gold.map((subject) => judgeByRules(ready, subject)));
    const decided = judgements.filter(({ fields }) =>
      fields.some((field) => field.path === path && field.by === 'program'),
    );
    expect(decided.length).toBeGreaterThanOrEqual(least);
  });

  it('brand-entities: correctness always lies in a tier, and some verdicts are certain', async () => {
    const ready = ruleFor('brand-entities');
    const judgements = await Promise.all(ready.gold.map((subject) => judgeByRules(ready, subject)));
    for (const { fields, caseId } of judgements) {
      const known = fields.find(({ path }) => path === 'evaluation.correctness.score')?.known;
      expect(['value', 'range'], caseId).toContain(known?.kind);
    }
    const verdicts = judgements.map(({ headline }) => headline?.verdict);
    expect(verdicts.filter((verdict) => verdict?.kind === 'value').length).toBeGreaterThanOrEqual(6);
  });

  it('meeting-minutes: evidence is found or reported missing, with its place', async () => {
    const ready = ruleFor('meeting-minutes');
    const judgements = await Promise.all(
      [...ready.samples, ...ready.gold].map((subject) => judgeByRules(ready, subject)),
    );
    const spans = judgements.flatMap(({ facts }) => facts.flatMap((fact) => fact.spans));
    expect(
      spans.filter(({ kind, input }) => kind === 'found' && input === 'question').length,
    ).toBeGreaterThan(10);
    expect(
      spans.filter(({ kind, input }) => kind === 'missing' && input === 'answer').length,
    ).toBeGreaterThan(2);
  });
});

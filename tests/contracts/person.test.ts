import { describe, expect, it } from 'vitest';
import { readText } from '../../src/cases/read/read-table';
import { isReadingFailure } from '../../src/cases/table';
import { knobsOf } from '../../src/rubric/knobs/knobs';
import { withKnobs } from '../../src/rubric/knobs/with-knobs';
import type { ComparedRun } from '../../src/compare/stored-run';
import { criterionPath } from '../../src/rubric/rubric';
import type { RunHead } from '../../src/sheet/run-record';
import { type Digest, digestOf } from '../../src/judgement/digest';
import { personRuns, type LabelledCase } from '../../src/sheet/person/person-runs';
import { ratersIn } from '../../src/judges/person/raters';
import { makeCases, propose } from '../../src/cases/intake';
import { reassess } from '../../src/judgement/reassess';
import { finish } from '../unit/cases/mapping-fixture';
import { compared } from '../unit/compare/run-fixture';
import { sampleRunHead } from '../unit/sheet/store/sample-sheet';
import { goldOutput, judge, scripted } from './support/judging';
import { goldFileOf, rubricsUnderTest, type RubricUnderTest } from './support/rubric-cases';
import { stored } from './support/stored-judgements';

const world = { random: () => 'person-1', now: () => new Date('2026-01-02T03:04:05Z'), build: 'test' };

/** The gold file as a person brings it: read, mapped, and its gold columns taken as somebody's labels. */
function labelled(ready: RubricUnderTest) {
  const read = readText({ text: goldFileOf(ready.id), encoding: null }, {});
  if (isReadingFailure(read)) throw new Error(read.code);
  const { table } = read;
  const mapping = propose(table, ready.rubric, null);
  const made = finish(makeCases(table, mapping, ready.rubric, new Set(), new Set()));
  const cases = made.cases.map((subject, index): LabelledCase => ({
    key: index,
    revision: 0,
    case: subject,
    cells: table.rows[made.rows[index] ?? -1] ?? null,
  }));
  return { cases, raters: ratersIn(ready.rubric, table.columns, mapping) };
}

function comparedRun(
  { rubric }: RubricUnderTest,
  head: RunHead,
  cases: readonly LabelledCase[],
  digests: readonly (Digest | undefined)[],
): ComparedRun {
  return {
    head,
    rubric,
    judged: { done: digests.length, of: cases.length },
    cases: cases.map(({ key, case: { id } }) => ({ key, id, hash: '' })),
    digestAt: (row) => digests[row],
  };
}

describe.each(rubricsUnderTest)('$id, labelled by people', async (ready) => {
  const { rubric } = ready;
  const { cases, raters } = labelled(ready);
  const runs = finish(personRuns(ready, { sheet: 'sheet', cases, raters, world }));
  const [person] = runs;
  if (!person) throw new Error('Expected the run of a person.');
  const byJudge = await Promise.all(
    cases.map(async ({ case: subject }) =>
      digestOf(
        rubric,
        await judge(ready, subject, scripted(JSON.stringify(goldOutput(ready, subject))), 'model-alone'),
      ),
    ),
  );
  const judgeRun = comparedRun(
    ready,
    sampleRunHead('judge', 'sheet', { state: 'finished', rubric: person.head.rubric }),
    cases,
    byJudge,
  );

  it('gold columns become one run, with a sound judgement of every case', () => {
    expect(runs).toHaveLength(1);
    expect(person.results.map(({ caseKey }) => caseKey)).toEqual(cases.map(({ key }) => key));
    expect(new Set(person.results.map(({ digest }) => digest.status))).toEqual(new Set(['valid']));
    expect(person.results.flatMap(({ judgement }) => judgement.problems)).toEqual([]);
    expect(person.head.counts.statuses).toEqual({ valid: cases.length });
  });

  it('a judge that replies as the gold says agrees with it perfectly', () => {
    const digests = person.results.map(({ digest }) => digest);
    const { counts, agreement } = compared(comparedRun(ready, person.head, cases, digests), judgeRun);
    expect(counts).toMatchObject({ pairs: cases.length, scored: cases.length, different: 0 });
    const figures = [agreement.verdict, ...(agreement.score ? [agreement.score] : []), ...agreement.criteria];
    for (const { exact, kappa, count } of figures) {
      expect(exact.met).toBe(count);
      if (kappa.value !== null) expect(kappa.value).toBe(1);
    }
    expect(figures.some(({ kappa }) => kappa.value === 1)).toBe(true);
  });

  it('labels of one criterion are held against the judge for what they are', () => {
    const [criterion] = rubric.criteria;
    if (!criterion) throw new Error('Expected a criterion.');
    const only = { name: 'Mina', labels: { from: 'gold' as const, paths: [criterionPath(criterion)] } };
    const result = finish(personRuns(ready, { sheet: 'sheet', cases, raters: [only], world }));
    const results = result[0]?.results ?? [];
    expect(results).toHaveLength(cases.length);
    expect(results.map(({ judgement }) => judgement.status)).not.toContain('inconsistent');
    const mina = comparedRun(
      ready,
      person.head,
      cases,
      results.map(({ digest }) => digest),
    );
    const { counts, agreement } = compared(mina, judgeRun);
    expect(counts).toMatchObject({ scored: cases.length, different: 0 });
    expect(agreement.criteria[0]?.exact).toMatchObject({ met: cases.length, count: cases.length });
    expect(agreement.criteria.slice(1).map(({ count }) => count)).toEqual(
      rubric.criteria.slice(1).map(() => 0),
    );
  });

  it('a judgement that is weighed by its own rubric stays as it is', () => {
    const same = withKnobs(rubric, Object.fromEntries(knobsOf(rubric).map(({ id, value }) => [id, value])));
    if (!same.ok) throw new Error(JSON.stringify(same.problems));
    for (const [index, { judgement }] of person.results.entries()) {
      const subject = cases[index]?.case;
      if (!subject) throw new Error('Expected a case.');
      expect(reassess(same, subject, stored(judgement))).toEqual(stored(judgement));
    }
  });
});

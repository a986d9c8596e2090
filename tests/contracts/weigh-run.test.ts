import { describe, expect, it } from 'vitest';
import { knobsOf } from '../../src/core/check/knobs';
import type { Case } from '../../src/core/model/case';
import type { Judgement } from '../../src/core/model/judgement';
import type { RunResult } from '../../src/core/model/run';
import { rubricHash } from '../../src/core/receipt/rubric-hash';
import { digestOf } from '../../src/core/stats/digest';
import { rubricToStore } from '../../src/pipeline/new-run';
import { toolsFor } from '../../src/state/compact-tools';
import { reweighView } from '../../src/state/reweigh-view';
import { RunWeighing } from '../../src/state/run-weighing';
import { SlicedWork } from '../../src/state/sliced-work';
import { readOutline, readStoredRun } from '../../src/state/stored-run';
import { memorySheetStore } from '../../src/sheet/store/memory-sheet-store';
import { asDurable, compactBeside } from '../unit/state/compact-workers';
import { sampleRunHead, sampleSheetHead } from '../unit/sheet/store/sample-sheet';
import { judgeByRules } from './support/judging';
import { rubricsUnderTest, type RubricUnderTest } from './support/rubric-cases';
import { judgementsOf } from './support/stored-judgements';

const never = new AbortController().signal;
const watch = { signal: never, onProgress: () => undefined };

/** Facts that are not those of the case any more: one is gone, one is unknown, one says something else. */
function withOtherFacts(judgement: Judgement): Judgement {
  const [, second, ...rest] = judgement.facts;
  const unknown = { name: 'never_declared', value: 1, text: '', spans: [] };
  return { ...judgement, facts: [...(second ? [{ ...second, value: null }] : []), ...rest, unknown] };
}

/** As an older Assay may have stored it, which made fewer checks. */
function withFewerChecks(judgement: Judgement): Judgement {
  return { ...judgement, checks: judgement.checks.filter(({ outcome }) => outcome === 'passed') };
}

/** As JSON it has a null where a number must stand. */
function damaged(judgement: Judgement): Judgement {
  return { ...judgement, fields: judgement.fields.map((field) => ({ ...field, expected: NaN })) };
}

/** Every fifth tells of all that can happen, and the test stays quick. */
function goldOf({ gold }: RubricUnderTest): Case[] {
  return gold.filter((_, index) => index % 5 === 0);
}

/** Cases with the judgements of their samples: of each, all kinds of reply, unscored ones, facts that disagree, fewer checks, and one that is damaged. */
async function judgedCases(ready: RubricUnderTest): Promise<{ subject: Case; samples: Judgement[] }[]> {
  const each = goldOf(ready).map(async (subject) => {
    const byRules = await judgeByRules(ready, subject);
    const byModel = await judgementsOf(ready, subject);
    const alone = [byRules, ...byModel].flatMap((judgement) =>
      [judgement, withOtherFacts(judgement), withFewerChecks(judgement)].map((one) => [one]),
    );
    return [...alone, byModel, byModel.toReversed(), [damaged(byRules)]].map((samples) => ({
      subject,
      samples,
    }));
  });
  return (await Promise.all(each)).flat();
}

async function storedRun(ready: RubricUnderTest) {
  const { rubric } = ready;
  const judged = await judgedCases(ready);
  const runs = asDurable(memorySheetStore());
  const { id, title, version } = rubric;
  const head = sampleRunHead('run', 'sheet', { rubric: { id, title, version, hash: rubricHash(rubric) } });
  const cases = judged.map(({ subject }, key) => ({
    key,
    case: { ...subject, id: `case-${key}` },
    original: null,
    revision: 0,
    hidden: false,
  }));
  await runs.createSheet({ head: sampleSheetHead('sheet', { sources: [] }), cases: [cases] });
  await runs.createRun(head, rubricToStore(rubric));
  const results = judged.flatMap(({ samples }, row) =>
    samples.map((judgement, sample): RunResult => {
      const digest = digestOf(rubric, judgement);
      return {
        caseKey: row,
        sample,
        hash: judgement.receipt.case,
        revision: 0,
        key: `${row}-${sample}`,
        milliseconds: 1,
        digest,
        judgement,
      };
    }),
  );
  await runs.append('run', results);
  const outline = await readOutline(runs, 'run');
  if (!outline) throw new Error('Expected a stored run.');
  const run = await readStoredRun(runs, outline, { signal: never, onProgress: () => undefined });
  return { runs, run };
}

describe.each(rubricsUnderTest)('a run of $id weighed anew', async (ready) => {
  const { runs, run } = await storedRun(ready);
  const tools = await toolsFor(run.rubric);
  let readAway = 0;
  const away = compactBeside(runs);
  const ways = {
    full: new RunWeighing(runs, run, null, null),
    here: new RunWeighing(runs, run, tools, null),
    beside: new RunWeighing(
      runs,
      run,
      tools,
      () =>
        Promise.resolve((order, hooks) =>
          away(order, { ...hooks, onSome: (rows) => ((readAway += rows.length), hooks.onSome(rows)) }),
        ),
      { away: 1 },
    ),
  };

  async function weigh(weighing: RunWeighing, changes: Record<string, number>) {
    const turned = weighing.turn(changes);
    if (!turned.ok) return turned.problems;
    const digestAt = await weighing.weigh(turned, changes, watch);
    const view = await new SlicedWork().run(reweighView(run, turned.rubric, digestAt));
    return {
      rubric: turned.rubric,
      digests: run.cases.map((_, row) => digestAt(row)),
      unreadable: view?.unreadable,
    };
  }

  it.each(
    knobsOf(ready.rubric)
      .filter((_, index) => index % 4 === 0)
      .map(({ id, value }, index) => [id, index % 2 === 0 ? value + 1 : value / 2] as const),
  )(
    '%s at %d comes to the same by what is read of it, here and beside the page, as by all of it',
    async (id, value) => {
      const full = await weigh(ways.full, { [id]: value });
      expect(full).toHaveProperty('unreadable', goldOf(ready).length);
      expect(await weigh(ways.here, { [id]: value })).toEqual(full);
      expect(await weigh(ways.beside, { [id]: value })).toEqual(full);
      expect(readAway).toBe(run.cases.length);
    },
  );
});

import { z } from '../../kit/zod';
import { digestOf } from '../../judgement/digest';
import type { Judgement } from '../../judgement/judgement';
import { judgeCase } from '../../judgement/judge-case';
import type { ModelJudge } from '../../judgement/judge';
import { exampleReplySchema, type ExampleReply } from '../../rubric/rubric';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';
import { exampleJudgeId, type RunHead, type RunResult, type RunRubric } from '../run-record';
import type { SheetCase } from '../sheet';
import { newRunHead, resultKey, rubricToStore } from './new-run';

const repliesSchema = z.array(exampleReplySchema);

export interface ExampleRun {
  head: RunHead;
  rubric: RunRubric;
  results: readonly (RunResult & { judgement: Judgement })[];
}

export interface Examples {
  runs: readonly ExampleRun[];
  /** The case that is looked at first: the first whose reply contradicts itself or the facts. */
  selected: string | null;
}

interface Sheet {
  id: string;
  rows: readonly SheetCase[];
}

/** Reads and checks example replies the way every reply is: one run for each set. */
export async function makeExampleRuns(
  ready: ReadyRubric,
  sheet: Sheet,
  json: unknown,
  world: World,
  maybeYield: () => Promise<void> | null,
): Promise<Examples> {
  const replies = repliesSchema.parse(json);
  const time = world.now().getTime();
  const runs: ExampleRun[] = [];
  for (const set of ['first', 'second'] as const) {
    const inSet = new Map(replies.filter((one) => one.set === set).map((one) => [one.case, one]));
    const results: ExampleRun['results'][number][] = [];
    // Newer runs stand first: the first set is to.
    const now = () => new Date(set === 'first' ? time : time - 1);
    const head = exampleHead(ready, sheet.id, set, { ...world, now });
    for (const row of sheet.rows) {
      const example = inSet.get(row.case.id);
      if (!example) continue;
      await maybeYield();
      results.push(await judgeExample(ready, head, row, example, world));
    }
    const { length: done } = results;
    if (done > 0)
      runs.push({
        head: { ...head, progress: { done, total: done } },
        rubric: rubricToStore(ready.rubric),
        results,
      });
  }
  const contradictory = new Set(
    replies.filter(({ set, kind }) => set === 'first' && kind === 'contradictory').map((one) => one.case),
  );
  return { runs, selected: sheet.rows.find((row) => contradictory.has(row.case.id))?.case.id ?? null };
}

function exampleHead(ready: ReadyRubric, sheet: string, set: ExampleReply['set'], world: World): RunHead {
  const { rubric } = ready;
  const judge = { id: exampleJudgeId, kind: 'model', model: 'example reply', parameters: { set } } as const;
  const settings = {
    mode: 'model-alone',
    tellFacts: false,
    samples: 1,
    atOnce: 1,
    timeoutSeconds: null,
  } as const;
  return newRunHead({ sheet, rubric, judge, settings, order: null }, world);
}

async function judgeExample(
  ready: ReadyRubric,
  { id: run, judge, settings, rubric }: RunHead,
  { key: caseKey, revision, case: subject }: SheetCase,
  { reply }: ExampleReply,
  world: World,
): Promise<ExampleRun['results'][number]> {
  const { id, model, parameters } = judge;
  const text = JSON.stringify(reply, null, 2);
  const example: ModelJudge = {
    kind: 'model',
    id,
    describe: () => ({ model, parameters }),
    ask: () => Promise.resolve({ text, stop: 'complete', model, parameters }),
  };
  const { signal } = new AbortController();
  const judgement = await judgeCase(ready, subject, {
    judge: example,
    mode: settings.mode,
    tellFacts: settings.tellFacts,
    signal,
    world,
  });
  return {
    caseKey,
    sample: 0,
    hash: judgement.receipt.case,
    revision,
    key: resultKey({ run, caseId: subject.id, sample: 0, judge, rubricHash: rubric.hash }),
    milliseconds: 0,
    digest: digestOf(ready.rubric, judgement),
    judgement,
  };
}

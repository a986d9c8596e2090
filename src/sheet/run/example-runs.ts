import { z } from '../../kit/zod';
import { judgeCase } from '../../judgement/judge-case';
import type { ModelJudge } from '../../judgement/judge';
import type { Judgement } from '../../judgement/judgement';
import type { Case } from '../../cases/case';
import { exampleReplySchema, type ExampleReply } from '../../rubric/rubric';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';
import { exampleJudgeId, type RunHead, type RunResult, type RunRubric } from '../run-record';
import type { SheetCase } from '../sheet';
import { givenResult, givenRunHead, rubricToStore, withGivenResults } from './new-run';

const repliesSchema = z.array(exampleReplySchema);

export interface ExampleRun {
  head: RunHead;
  rubric: RunRubric;
  results: readonly RunResult[];
}

export interface Examples {
  runs: readonly ExampleRun[];
  /** The case that is looked at first: the first whose reply contradicts itself or the facts. */
  selected: string | null;
}

/** Reads and checks example replies the way every reply is: one run for each set. */
export async function makeExampleRuns(
  ready: ReadyRubric,
  sheet: { id: string; rows: readonly SheetCase[] },
  json: unknown,
  world: World,
  maybeYield: () => Promise<void> | null,
): Promise<Examples> {
  const { rubric } = ready;
  const replies = repliesSchema.parse(json);
  const time = world.now().getTime();
  const runs: ExampleRun[] = [];
  for (const set of ['first', 'second'] as const) {
    const inSet = new Map(replies.filter((one) => one.set === set).map((one) => [one.case, one]));
    const results: RunResult[] = [];
    // Newer runs stand first: the first set is to.
    const now = () => new Date(set === 'first' ? time : time - 1);
    const judge = { id: exampleJudgeId, kind: 'model', model: 'example reply', parameters: { set } } as const;
    const head = givenRunHead(sheet.id, rubric, judge, { ...world, now });
    for (const row of sheet.rows) {
      const example = inSet.get(row.case.id);
      if (!example) continue;
      await maybeYield();
      results.push(givenResult(rubric, head, row, await judgeExample(ready, head, row.case, example, world)));
    }
    if (results.length > 0)
      runs.push({ head: withGivenResults(rubric, head, results), rubric: rubricToStore(rubric), results });
  }
  const contradictory = new Set(
    replies.filter(({ set, kind }) => set === 'first' && kind === 'contradictory').map((one) => one.case),
  );
  return { runs, selected: sheet.rows.find((row) => contradictory.has(row.case.id))?.case.id ?? null };
}

function judgeExample(
  ready: ReadyRubric,
  { judge: { id, model, parameters }, settings: { mode, tellFacts } }: RunHead,
  subject: Case,
  { reply }: ExampleReply,
  world: World,
): Promise<Judgement> {
  const text = JSON.stringify(reply, null, 2);
  const judge: ModelJudge = {
    kind: 'model',
    id,
    describe: () => ({ model, parameters }),
    ask: () => Promise.resolve({ text, stop: 'complete', model, parameters }),
  };
  const { signal } = new AbortController();
  return judgeCase(ready, subject, { judge, mode, tellFacts, signal, world });
}

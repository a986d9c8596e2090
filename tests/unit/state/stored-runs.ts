import type { Case } from '../../../src/core/model/case';
import type { Json } from '../../../src/core/model/json';
import type { RunHead, RunResult } from '../../../src/core/model/run';
import type { Rubric } from '../../../src/core/model/rubric';
import { rubricHash } from '../../../src/core/receipt/rubric-hash';
import { rubricFromContract } from '../../../src/core/rubric/rubric-from-contract';
import { digestOf } from '../../../src/core/stats/digest';
import { prepareRubric } from '../../../src/pipeline/engine';
import { judgeCase } from '../../../src/pipeline/judge-case';
import { rubricToStore } from '../../../src/pipeline/new-run';
import { memoryRunStore } from '../../../src/storage/runs/memory-run-store';
import type { RunStore } from '../../../src/storage/runs/run-store';
import { modelSaying, saying } from '../pipeline/small-rubric';
import { sampleHead } from '../storage/runs/sample-run';

/** Style and depth up to 10 each; their sum is the total, and 12 points are a pass. */
export function pointsRubric(change: object = {}): Rubric {
  const points = { type: 'integer', minimum: 0, maximum: 10 };
  const contract = {
    format: 'assay-rubric/1',
    id: 'points',
    title: 'Points',
    version: '1.0.0',
    language: 'en',
    purpose: 'Judges a text.',
    inputs: [{ name: 'text', label: 'Text' }],
    criteria: [
      { id: 'style', label: 'Style', score: 'style', max: 10 },
      { id: 'depth', label: 'Depth', score: 'depth', max: 10 },
    ],
    output: { type: 'object', properties: { style: points, depth: points } },
    derived: {
      total: { label: 'Total', value: 'output.style + output.depth', max: 20 },
      verdict: { label: 'Verdict', value: 'derived.total < 12 ? "FAIL" : "PASS"' },
    },
    headline: { value: 'derived.total', max: 20, verdict: 'derived.verdict' },
    ...change,
  };
  const read = rubricFromContract(contract, 'Judge {{text}}.');
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.rubric;
}

export interface Judged {
  id: string;
  text?: string;
  /** Style and depth. Anything else is a reply that cannot be read; left out, the case waits. */
  said?: Said;
  /** What further samples of the case say. */
  again?: Said[];
}
type Said = [style: number, depth: number] | 'nonsense';

/** Stores a run of the given cases, each judged by a model that says what it is told to. */
export async function storeRun(
  runs: RunStore,
  id: string,
  judged: readonly Judged[],
  { rubric = pointsRubric(), ...change }: Partial<Omit<RunHead, 'rubric'>> & { rubric?: Rubric } = {},
): Promise<void> {
  const cases = judged.map(({ id: caseId, text = `Text of ${caseId}` }): Case => ({
    id: caseId,
    label: `Case ${caseId}`,
    input: { text },
  }));
  const results = await resultsOf(id, rubric, cases, judged);
  const { id: rubricId, title, version } = rubric;
  const head = sampleHead(id, {
    rubric: { id: rubricId, title, version, hash: rubricHash(rubric) },
    cases: cases.length,
    state: 'finished',
    ...change,
  });
  await runs.create({
    head,
    rubric: rubricToStore(rubric),
    sources: [],
    cases: [cases.map((subject) => ({ case: subject, original: null }))],
  });
  const counts = { ...head.counts, done: results.length };
  await runs.append(id, results, { ...head, counts });
}

/** Judges more cases of a stored run: those that have something said of them, by their rows. */
export async function goOn(
  runs: RunStore,
  id: string,
  judged: readonly Pick<Judged, 'said'>[],
  change: Partial<RunHead> = {},
): Promise<void> {
  const head = await runs.head(id);
  if (!head) throw new Error(`Expected run ${id}.`);
  const cases: Case[] = [];
  for await (const piece of runs.cases(id)) cases.push(...piece.map(({ case: subject }) => subject));
  const results = await resultsOf(id, pointsRubric(), cases, judged);
  const counts = { ...head.counts, done: head.counts.done + results.length };
  await runs.append(id, results, { ...head, counts, ...change });
}

async function resultsOf(
  id: string,
  rubric: Rubric,
  cases: readonly Case[],
  judged: readonly Pick<Judged, 'said' | 'again'>[],
): Promise<RunResult[]> {
  const ready = prepareRubric(rubric, null);
  const results: RunResult[] = [];
  const units = judged.flatMap(({ said, again = [] }, row) =>
    said === undefined ? [] : [said, ...again].map((words, sample) => ({ row, sample, words })),
  );
  for (const { row, sample, words } of units) {
    const subject = cases[row];
    if (!subject) continue;
    const reply: { [key: string]: Json } = words === 'nonsense' ? {} : { style: words[0], depth: words[1] };
    const judgement = await judgeCase(ready, subject, {
      judge: modelSaying(saying(reply)),
      mode: 'model-alone',
      tellFacts: false,
      signal: new AbortController().signal,
      world: { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' },
    });
    const digest = digestOf(rubric, judgement);
    results.push({ row, sample, key: `${id}-${row}-${sample}`, milliseconds: 1, digest, judgement });
  }
  return results;
}

export async function storeWith(stored: Record<string, readonly Judged[]>): Promise<RunStore> {
  const runs = memoryRunStore();
  for (const [id, judged] of Object.entries(stored)) await storeRun(runs, id, judged);
  return runs;
}

import type { Json } from '../../../src/kit/json';
import type { RunHead, RunResult } from '../../../src/sheet/run-record';
import type { Rubric } from '../../../src/rubric/rubric';
import type { SheetCase } from '../../../src/sheet/sheet';
import { rubricHash } from '../../../src/judgement/receipt';
import { rubricFromContract } from '../../../src/rubric/file/read-contract';
import { digestOf } from '../../../src/judgement/digest';
import { prepareRubric } from '../../../src/judgement/ready-rubric';
import { judgeCase } from '../../../src/judgement/judge-case';
import { rubricToStore } from '../../../src/sheet/run/new-run';
import type { SheetStore } from '../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../src/sheet/store/memory-database';
import { modelSaying, saying } from '../judgement/small-rubric';
import { sampleRunHead, sampleSheetHead } from './store/sample-sheet';

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

export type RunChange = Partial<Omit<RunHead, 'rubric'>> & { rubric?: Rubric };

/** Stores a sheet of the given cases and a run of them, each judged by a model that says what it is told to. */
export async function storeRun(
  store: SheetStore,
  id: string,
  judged: readonly Judged[],
  change: RunChange = {},
): Promise<void> {
  const { rubric = pointsRubric() } = change;
  const cases = judged.map(({ id: caseId, text = `Text of ${caseId}` }, key): SheetCase => ({
    key,
    case: { id: caseId, label: `Case ${caseId}`, input: { text } },
    original: null,
    revision: 0,
    hidden: false,
  }));
  const { id: rubricId, title } = rubric;
  const head = sampleSheetHead(sheetOf(id), { rubric: { id: rubricId, title }, sources: [] });
  await store.createSheet({ head, cases: [cases] });
  await addRun(store, sheetOf(id), id, judged, change);
}

/** The sheet that `storeRun` makes for a run. */
export function sheetOf(run: string): string {
  return `sheet-of-${run}`;
}

/** Adds a run to a stored sheet: what is said of its cases, in their order. */
export async function addRun(
  store: SheetStore,
  sheet: string,
  id: string,
  judged: readonly Pick<Judged, 'said' | 'again'>[],
  { rubric = pointsRubric(), ...change }: RunChange = {},
): Promise<void> {
  const { id: rubricId, title, version } = rubric;
  const head = sampleRunHead(id, sheet, {
    rubric: { id: rubricId, title, version, hash: rubricHash(rubric) },
    settings: { mode: 'model-alone', tellFacts: false, samples: 1, atOnce: 1, timeoutSeconds: null },
    state: 'finished',
    orders: [],
    ...change,
  });
  await store.createRun(head, rubricToStore(rubric));
  const results = await resultsOf(id, rubric, await casesOf(store, sheet), judged);
  const done = new Set(results.map(({ caseKey }) => caseKey)).size;
  await store.append(id, results, { ...head, counts: { ...head.counts, done } });
}

/** Judges more cases of a stored run: those that have something said of them, by their rows. */
export async function goOn(
  store: SheetStore,
  id: string,
  judged: readonly Pick<Judged, 'said'>[],
  change: Partial<RunHead> = {},
): Promise<void> {
  const head = await store.run(id);
  if (!head) throw new Error(`Expected run ${id}.`);
  const results = await resultsOf(id, pointsRubric(), await casesOf(store, head.sheet), judged);
  const counts = { ...head.counts, done: head.counts.done + results.length };
  await store.append(id, results, { ...head, counts, ...change });
}

async function casesOf(store: SheetStore, sheet: string): Promise<SheetCase[]> {
  const cases: SheetCase[] = [];
  for await (const piece of store.cases(sheet)) cases.push(...piece);
  return cases;
}

async function resultsOf(
  id: string,
  rubric: Rubric,
  cases: readonly SheetCase[],
  judged: readonly Pick<Judged, 'said' | 'again'>[],
): Promise<RunResult[]> {
  const ready = prepareRubric(rubric, null);
  const results: RunResult[] = [];
  const units = judged.flatMap(({ said, again = [] }, row) =>
    said === undefined ? [] : [said, ...again].map((words, sample) => ({ row, sample, words })),
  );
  for (const { row, sample, words } of units) {
    const stored = cases[row];
    if (!stored) continue;
    const reply: { [key: string]: Json } = words === 'nonsense' ? {} : { style: words[0], depth: words[1] };
    const judgement = await judgeCase(ready, stored.case, {
      judge: modelSaying(saying(reply)),
      mode: 'model-alone',
      tellFacts: false,
      signal: new AbortController().signal,
      world: { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' },
    });
    results.push({
      caseKey: stored.key,
      sample,
      hash: judgement.receipt.case,
      revision: stored.revision,
      key: `${id}-${row}-${sample}`,
      milliseconds: 1,
      digest: digestOf(rubric, judgement),
      judgement,
    });
  }
  return results;
}

/** Each run in a sheet of its own. */
export async function storeWith(stored: Record<string, readonly Judged[]>): Promise<SheetStore> {
  const store = memorySheetStore();
  for (const [id, judged] of Object.entries(stored)) await storeRun(store, id, judged);
  return store;
}

import type { CaseInput } from '../rubric/facts';
import type { Rubric } from '../rubric/rubric';
import type { RunEntry, RunHead } from '../sheet/run-record';
import type { Digest } from '../judgement/digest';
import type { CaseName } from '../sheet/sheet';
import { combinedDigest, standingOf } from '../sheet/figures/measure';
import { caseHash } from '../judgement/receipt';
import { type SheetStore, readRunRubric } from '../sheet/sheet-store';

export type Side = 'a' | 'b';

/** What decides whether a run can be compared at all: small, and known before any case is read. */
export interface RunOutline {
  head: RunHead;
  rubric: Rubric;
  /** Cases of its sheet that have a result which is not outdated, and all of them. */
  judged: { done: number; of: number };
  /** Its sheet was begun with samples, which have names in the reader's language. */
  samples?: boolean;
}

export interface CaseMark {
  key: number;
  id: string;
  label?: string;
  hash: string;
}

export interface ComparedRun extends RunOutline {
  /** Those of its sheet, but for hidden ones. Their places here are what `row` means everywhere. */
  cases: readonly CaseMark[];
  /** What the run says of the case in this row, all its samples together; undefined where that is nothing yet, or outdated. */
  digestAt: (row: number) => Digest | undefined;
}

/** A stored run without its judgements: what is known of every case, and where the judgement lies that stands for it. */
export interface StoredRun extends ComparedRun {
  /** The digest of that judgement. `digestAt` is that of all samples together. */
  standingAt: (row: number) => Digest | undefined;
  placeAt: (row: number) => number | undefined;
}

export function caseTitle(mark: CaseMark | undefined): string {
  return mark?.label?.trim() || (mark?.id ?? '');
}

interface Reading {
  signal: AbortSignal;
  /** Gives the page its turn where the last one was long ago. */
  maybeYield: () => Promise<void> | null;
  onProgress: (done: number, of: number) => void;
}

/** Null where the run or its sheet is not stored any more, or was deleted and can only be brought back. */
export async function readOutline(store: SheetStore, id: string): Promise<RunOutline | null> {
  const head = await store.run(id);
  if (!head || head.removed !== null) return null;
  const sheet = await store.sheet(head.sheet);
  if (!sheet || sheet.removed !== null) return null;
  return {
    head,
    rubric: await readRunRubric(store, head.rubric.hash),
    judged: { done: head.counts.done, of: sheet.cases },
    samples: sheet.samples !== undefined,
  };
}

/** Reads a run in pieces between which the page gets its turn. Outdated results and hidden cases are left out. */
export async function readStoredRun(
  store: SheetStore,
  outline: RunOutline,
  reading: Reading,
): Promise<StoredRun> {
  const { head, rubric, judged } = outline;
  const pause = async (done: number) => {
    reading.onProgress(done, Math.max(1, judged.of + judged.done));
    await reading.maybeYield();
    reading.signal.throwIfAborted();
  };
  await pause(0);
  const names: CaseName[] = [];
  for await (const piece of store.caseNames(head.sheet)) {
    names.push(...piece.filter(({ hidden }) => !hidden));
    await pause(names.length);
  }
  const samplesOf = new Map<number, RunEntry[]>();
  let entries = 0;
  for await (const piece of store.entries(head.id)) {
    for (const entry of piece) {
      const samples = samplesOf.get(entry.caseKey) ?? [];
      samplesOf.set(entry.caseKey, samples);
      const older = samples.findIndex(({ sample }) => sample === entry.sample);
      samples[older < 0 ? samples.length : older] = entry;
    }
    entries += piece.length;
    await pause(names.length + entries);
  }
  const hashes = await hashesToday(store, outline, names, samplesOf, reading);
  const cases: CaseMark[] = [];
  const combined: (Digest | undefined)[] = [];
  const standing: (RunEntry | undefined)[] = [];
  let done = 0;
  for (const { key, id, label, revision } of names) {
    const hash = hashes.get(key) ?? '';
    const current = (samplesOf.get(key) ?? [])
      .filter((entry) => entry.revision === revision || entry.hash === hash)
      .sort((one, other) => one.sample - other.sample);
    cases.push({ key, id, ...(label !== undefined && { label }), hash });
    combined.push(combinedDigest(rubric, current));
    standing.push(standingOf(current));
    if (current.length > 0) done += 1;
  }
  return {
    ...outline,
    judged: { done, of: cases.length },
    cases,
    digestAt: (row) => combined[row],
    standingAt: (row) => standing[row]?.digest,
    placeAt: (row) => standing[row]?.place,
  };
}

/** Of each case as it reads today. One that was judged as it is has its hash in the result: only the others are read. */
async function hashesToday(
  store: SheetStore,
  { head, rubric }: Pick<RunOutline, 'head' | 'rubric'>,
  names: readonly CaseName[],
  samplesOf: ReadonlyMap<number, readonly RunEntry[]>,
  { signal, maybeYield }: Reading,
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  const unknown = new Set<number>();
  for (const { key, revision } of names) {
    const judged = samplesOf.get(key)?.find((entry) => entry.revision === revision);
    if (judged) hashes.set(key, judged.hash);
    else unknown.add(key);
  }
  if (unknown.size === 0) return hashes;
  for await (const piece of store.cases(head.sheet)) {
    for (const { key, case: subject } of piece) {
      if (!unknown.has(key)) continue;
      hashes.set(key, caseHash(rubric, subject.input));
      // A long text takes its time to be hashed.
      await maybeYield();
    }
    signal.throwIfAborted();
  }
  return hashes;
}

export function changedInputs(a: CaseInput, b: CaseInput): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
}

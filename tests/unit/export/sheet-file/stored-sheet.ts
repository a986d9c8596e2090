import fc from 'fast-check';
import type { Rubric } from '../../../../src/rubric/rubric';
import type { RunHead, RunResult, RunRubric } from '../../../../src/sheet/run-record';
import type { SheetCase, SheetHead } from '../../../../src/sheet/sheet';
import { z } from '../../../../src/kit/zod';
import { rubricHash, isCurrent } from '../../../../src/judgement/receipt';
import { rubricFromContract } from '../../../../src/rubric/file/read-contract';
import { digestOf } from '../../../../src/judgement/digest';
import { judgeCase } from '../../../../src/judgement/judge-case';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { sheetFileText, type WriteOptions } from '../../../../src/export/sheet-file/write-sheet-file';
import type { OpenOptions } from '../../../../src/export/sheet-file/open-sheet-file';
import { runLocks } from '../../../../src/sheet/run/run-locks';
import type { SheetStore } from '../../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { modelSaying, saying } from '../../judgement/small-rubric';
import { collected } from '../export-fixture';
import { sampleRunHead, sampleSheetHead } from '../../sheet/store/sample-sheet';

const contract = {
  format: 'assay-rubric/1',
  id: 'small',
  title: 'Small',
  version: '1.0.0',
  language: 'en',
  purpose: 'Judges a text.',
  inputs: [{ name: 'text', label: 'Text' }],
  criteria: [{ id: 'score', label: 'Score', score: 'score', max: 10 }],
  output: {
    type: 'object',
    properties: {
      rationale: { type: 'string' },
      score: { type: 'integer', minimum: 0, maximum: 10 },
      total: { type: 'integer', minimum: 0, maximum: 20 },
    },
  },
  decided: { total: 'derived.total' },
  derived: { total: { label: 'Total', value: 'output.score * 2', max: 20 } },
  headline: { value: 'derived.total', max: 20 },
};

export interface Version {
  given: RunRubric;
  rubric: Rubric;
  hash: string;
}

/** Two versions of one rubric. */
export const versions = [
  versionOf({ contract, prompt: 'Judge {{text}}.' }),
  versionOf({ contract: { ...contract, version: '1.1.0' }, prompt: 'Judge {{text}} well.' }),
] as const;

function versionOf(given: RunRubric): Version {
  const read = rubricFromContract(given.contract, given.prompt);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return { given, rubric: read.rubric, hash: rubricHash(read.rubric) };
}

export interface WholeRun {
  head: RunHead;
  version: Version;
  results: RunResult[];
}

export interface WholeSheet {
  head: SheetHead;
  cases: SheetCase[];
  runs: WholeRun[];
}

export function sheetHead(change: Partial<SheetHead> = {}): SheetHead {
  return sampleSheetHead('sheet-1', {
    title: 'First sheet',
    note: 'of the day',
    rubric: { id: 'small', title: 'Small' },
    sources: [{ name: 'cases.csv', columns: ['text'], mapping: { inputs: { text: 0 }, gold: {} } }],
    ...change,
  });
}

export function runHead(version: Version, change: Partial<RunHead> = {}): RunHead {
  const { id, title, version: number } = version.rubric;
  const head = sampleRunHead('run-1', 'sheet-1');
  return {
    ...head,
    title: 'First run',
    rubric: { id, title, version: number, hash: version.hash },
    judge: { id: 'scripted', kind: 'model', model: 'answered', parameters: { seed: 2, max_tokens: 500 } },
    settings: { ...head.settings, mode: 'model-alone', samples: 2 },
    state: 'finished',
    orders: [],
    milliseconds: 1234.5,
    counts: { ...head.counts, tokens: { prompt: 30, cached: 0, reply: 3, estimated: false } },
    ...change,
  };
}

export function sheetCase(key: number, text: string, change: Partial<SheetCase> = {}): SheetCase {
  return {
    key,
    case: { id: `case ${key}`, input: { text } },
    original: { source: 0, cells: [text] },
    revision: 1,
    hidden: false,
    ...change,
  };
}

/** A case judged. `text`: as it read then, where it has been edited since. A score of 11 does not fit: that one ends unscored. */
export async function resultFor(
  { rubric }: Version,
  one: SheetCase,
  said: { rationale?: string; score: number; sample?: number; text?: string },
): Promise<RunResult> {
  const { rationale = 'fine', score, sample = 0, text } = said;
  const subject = text === undefined ? one.case : { ...one.case, input: { text } };
  const judgement = await judgeCase(prepareRubric(rubric, null), subject, {
    judge: modelSaying(saying({ rationale, score, total: score * 2 })),
    mode: 'model-alone',
    tellFacts: false,
    signal: new AbortController().signal,
    world: { random: () => 'b'.repeat(24), now: () => new Date('2026-01-02T03:04:05Z'), build: 'test' },
  });
  return {
    caseKey: one.key,
    sample,
    hash: judgement.receipt.case,
    revision: text === undefined ? one.revision : 0,
    key: `${one.key}-${sample}`.padStart(64, '0'),
    milliseconds: one.key + 0.5,
    digest: digestOf(rubric, judgement),
    judgement,
  };
}

const texts = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom(
    'line\nbreak',
    'a\u2028b\u0085',
    '\ud800 half',
    '회의록',
    '{"end":{"cases":1}}',
    '__proto__',
  ),
);

const plans = fc.record({
  cases: fc.array(fc.record({ text: texts, gap: fc.integer({ min: 1, max: 3 }), hidden: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  runs: fc.array(
    fc.record({
      version: fc.integer({ min: 0, max: 1 }),
      state: fc.constantFrom('running' as const, 'paused' as const, 'finished' as const),
      said: fc.array(
        fc.record({
          row: fc.nat(),
          sample: fc.integer({ min: 0, max: 1 }),
          rationale: texts,
          score: fc.integer({ min: 0, max: 11 }),
          outdated: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
    }),
    { maxLength: 3 },
  ),
  note: texts,
});

/** Any sheet: removed cases, runs of two versions, repeated, outdated and unscored results. */
export const anySheet: fc.Arbitrary<() => Promise<WholeSheet>> = plans.map((plan) => async () => {
  let key = -1;
  const cases = plan.cases.map(({ text, gap, hidden }, row) =>
    sheetCase((key += gap), `x${text}`, { hidden, original: row % 2 ? null : { source: 0, cells: [text] } }),
  );
  const runs: WholeRun[] = [];
  for (const [index, { version: number, state, said }] of plan.runs.entries()) {
    const version = versions[number === 0 ? 0 : 1];
    const results: RunResult[] = [];
    for (const { row, outdated, ...words } of said) {
      const one = cases[row % cases.length];
      if (one) results.push(await resultFor(version, one, { ...words, ...(outdated && { text: 'before' }) }));
    }
    const head = runHead(version, { id: `run-${index}`, title: `Run ${index}`, state });
    runs.push({ head, version, results });
  }
  return { head: sheetHead({ note: plan.note, focus: runs[0]?.head.id ?? null }), cases, runs };
});

/** Three cases, judged once each in one run. */
export async function plainSheet(): Promise<WholeSheet> {
  const [version] = versions;
  const cases = ['one', 'two', 'three'].map((text, key) => sheetCase(key, text));
  const results = await Promise.all(cases.map((one, row) => resultFor(version, one, { score: row + 1 })));
  return { head: sheetHead({ focus: 'run-1' }), cases, runs: [{ head: runHead(version), version, results }] };
}

export async function storeWith({ head, cases, runs }: WholeSheet): Promise<SheetStore> {
  const store = memorySheetStore();
  await store.createSheet({ head, cases: [cases] });
  for (const { head: run, version, results } of runs) {
    await store.createRun(run, version.given);
    await store.append(run.id, results);
  }
  return store;
}

/** What a sheet says, whatever its ids and revisions are: each result with whether it is of its case as it reads today. */
export async function contentOf(store: SheetStore, sheet: string) {
  const head = await store.sheet(sheet);
  if (!head) throw new Error(`Expected a sheet ${sheet}.`);
  const cases = (await collected(store.cases(sheet))).flat().filter(({ hidden }) => !hidden);
  const runs = await Promise.all(
    (await store.runs(sheet)).map(async (run) => {
      const given = await store.rubric(run.rubric.hash);
      const read = rubricFromContract(given.contract, given.prompt);
      if (!read.ok) throw new Error('Expected a sound rubric.');
      const entries = (await collected(store.entries(run.id))).flat();
      const judgements = await store.judgements(
        run.id,
        entries.map(({ place }) => place),
      );
      const results = entries.flatMap(({ place: _, revision, ...entry }, index) => {
        const subject = cases.find(({ key }) => key === entry.caseKey);
        if (!subject) return [];
        const current = isCurrent({ ...entry, revision }, subject, read.rubric);
        return [{ ...entry, current, judgement: judgements[index] }];
      });
      const { title, note, judge, settings, rubric, milliseconds, created } = run;
      return { title, note, judge, settings, rubric, milliseconds, created, results };
    }),
  );
  const { title, note, rubric, sources, created } = head;
  return {
    sheet: { title, note, rubric, sources, created, cases: head.cases, firstCase: head.firstCase },
    cases: cases.map(({ key, case: one, original }) => ({ key, case: one, original })),
    runs: runs.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
  };
}

export const writing: WriteOptions = { build: 'test', now: () => new Date('2026-03-02T00:00:00Z') };

export function opening(change: Partial<OpenOptions> = {}): OpenOptions {
  let ids = 0;
  return {
    newId: () => `new-${(ids += 1)}`,
    now: () => new Date('2026-04-01T00:00:00Z'),
    locks: runLocks(null),
    ...change,
  };
}

export async function textOf(store: SheetStore, options: Partial<WriteOptions> = {}): Promise<string> {
  const head = (await store.sheet('sheet-1')) ?? sheetHead();
  return (await collected(sheetFileText(store, head, { ...writing, ...options }))).join('');
}

/** The file of a sheet, line by line. */
export async function linesOf(sheet: WholeSheet): Promise<string[]> {
  return (await textOf(await storeWith(sheet))).replace(/\n$/, '').split('\n');
}

const record = z.record(z.string(), z.unknown());

/** The members of something that must be an object. */
export function membersOf(value: unknown): Record<string, unknown> {
  return record.parse(value);
}

/** A line with what `change` gives in place of the members of its one object. */
export function changedLine(line: string, change: (value: Record<string, unknown>) => object): string {
  const [[kind, value] = ['', null]] = Object.entries(membersOf(JSON.parse(line)));
  return JSON.stringify({ [kind]: change(membersOf(value)) });
}

/** In pieces of the given length, as a slow disk might. */
export function streamOf(
  content: string | Uint8Array,
  piece = 1000,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += piece)));
    },
  });
}

export async function packed(content: string | Uint8Array): Promise<Uint8Array> {
  const stream = streamOf(content, 65_536).pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

import fc from 'fast-check';
import { digestOf } from '../../../../src/core/stats/digest';
import type { Rubric } from '../../../../src/core/model/rubric';
import type { RunCase, RunHead, RunResult, RunRubric, RunSource } from '../../../../src/core/model/run';
import { z } from '../../../../src/core/model/zod';
import { rubricHash } from '../../../../src/core/receipt/rubric-hash';
import { rubricFromContract } from '../../../../src/core/rubric/rubric-from-contract';
import { prepareRubric } from '../../../../src/pipeline/engine';
import { judgeCase } from '../../../../src/pipeline/judge-case';
import { sealLine } from '../../../../src/pipeline/run-file-lines';
import { runFileText } from '../../../../src/pipeline/run-file-write';
import { memoryRunStore } from '../../../../src/storage/runs/memory-run-store';
import type { RunStore } from '../../../../src/storage/runs/run-store';
import { modelSaying, saying } from '../small-rubric';

export const given: RunRubric = {
  contract: {
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
  },
  prompt: 'Judge {{text}}.',
};

export const rubric: Rubric = readRubric();

function readRubric(): Rubric {
  const read = rubricFromContract(given.contract, given.prompt);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.rubric;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export interface WholeRun {
  head: RunHead;
  rubric: RunRubric;
  sources: RunSource[];
  cases: RunCase[];
  results: RunResult[];
}

export function headFor(cases: number, change: Partial<RunHead> = {}): RunHead {
  return {
    id: 'run-1',
    title: 'First run',
    note: 'of the day',
    pinned: false,
    rubric: { id: 'small', title: 'Small', version: '1.0.0', hash: rubricHash(rubric) },
    judge: { id: 'scripted', kind: 'model', model: 'answered', parameters: { seed: 2, max_tokens: 500 } },
    settings: { mode: 'model-alone', tellFacts: false, samples: 2, atOnce: 4, timeoutSeconds: 60 },
    cases,
    state: 'finished',
    pause: null,
    created: '2026-03-01T10:00:00.000Z',
    changed: '2026-03-01T10:05:00.000Z',
    milliseconds: 1234.5,
    counts: {
      done: 0,
      statuses: {},
      score: null,
      passed: null,
      tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
      cost: null,
    },
    build: 'test',
    view: null,
    removed: null,
    ...change,
  };
}

const ready = prepareRubric(rubric, null);

/** A case judged, with a score or without one. */
export async function resultFor(
  one: RunCase,
  row: number,
  sample: number,
  said: { rationale: string; score: number },
): Promise<RunResult> {
  const judgement = await judgeCase(ready, one.case, {
    judge: modelSaying(saying({ ...said, total: said.score * 2 })),
    mode: 'model-alone',
    tellFacts: false,
    signal: new AbortController().signal,
    world: { random: () => 'b'.repeat(24), now: () => new Date('2026-01-02T03:04:05Z'), build: 'test' },
  });
  const key = `${row}-${sample}`.padStart(64, '0');
  return { row, sample, key, milliseconds: row + 0.5, digest: digestOf(rubric, judgement), judgement };
}

const texts = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom('line\nbreak', 'a\u2028b\u0085', '\ud800 half', '회의록', '{"sum":"00000000"}', ',"sum":"'),
);

const plans = fc.record({
  texts: fc.array(texts, { minLength: 1, maxLength: 6 }),
  said: fc.array(
    fc.record({
      row: fc.nat(),
      sample: fc.integer({ min: 0, max: 1 }),
      rationale: texts,
      // 11 does not fit: that one ends unscored.
      score: fc.integer({ min: 0, max: 11 }),
    }),
    { maxLength: 8 },
  ),
  note: texts,
});

/** Any run: cases with any text, results in any order, some of them asked for again, some unscored. */
export const anyRun: fc.Arbitrary<() => Promise<WholeRun>> = plans.map(
  ({ texts: inputs, said, note }) =>
    async () => {
      const cases = inputs.map((text, row): RunCase => ({
        case: {
          id: `case ${row}`,
          input: { text: `x${text}` },
          ...(row === 0 ? { gold: { score: 4 } } : {}),
        },
        original: row % 2 === 0 ? { source: 0, cells: [text] } : null,
      }));
      const results: RunResult[] = [];
      for (const { row, sample, ...words } of said) {
        const at = row % cases.length;
        const one = cases[at];
        if (one) results.push(await resultFor(one, at, sample, words));
      }
      const sources = [{ columns: ['text'], mapping: { inputs: { text: 0 }, gold: {} } }];
      return { head: headFor(cases.length, { note }), rubric: given, sources, cases, results };
    },
);

export async function plainRun(): Promise<WholeRun> {
  const cases = ['one', 'two', 'three'].map((text, row): RunCase => ({
    case: { id: `case ${row}`, input: { text } },
    original: { source: 0, cells: [text] },
  }));
  const results = await Promise.all(
    cases.map((one, row) => resultFor(one, row, 0, { rationale: 'fine', score: row + 1 })),
  );
  const sources = [{ columns: ['text'], mapping: { inputs: { text: 0 }, gold: {} } }];
  return { head: headFor(3), rubric: given, sources, cases, results };
}

/** The same with every unit that it has: each case is judged once. */
export async function wholeRun(): Promise<WholeRun> {
  const run = await plainRun();
  return { ...run, head: { ...run.head, settings: { ...run.head.settings, samples: 1 } } };
}

export async function storeWith({ cases, results, ...run }: WholeRun): Promise<RunStore> {
  const store = memoryRunStore();
  await store.create({ ...run, cases: [cases] });
  await store.append(run.head.id, results);
  return store;
}

export async function readBack(store: RunStore, id: string): Promise<WholeRun> {
  const head = await store.head(id);
  if (head === null) throw new Error(`Expected a run ${id}.`);
  const entries = (await collect(store.entries(id))).flat();
  const judgements = await store.judgements(
    id,
    entries.map(({ place }) => place),
  );
  return {
    head,
    rubric: await store.rubric(id),
    sources: await store.sources(id),
    cases: (await collect(store.cases(id))).flat(),
    results: entries.map(({ place, ...entry }, index) => {
      const judgement = judgements[index];
      if (!judgement || place !== index) throw new Error(`Expected a judgement at place ${index}.`);
      return { ...entry, judgement };
    }),
  };
}

export async function fileOf(run: WholeRun): Promise<string> {
  const store = await storeWith(run);
  return (await collect(runFileText(store, run.head.id))).join('');
}

export function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

const record = z.record(z.string(), z.unknown());

/** The members of something that must be an object. */
export function membersOf(value: unknown): Record<string, unknown> {
  return record.parse(value);
}

/** A line changed and sealed again: sound by its checksum, wrong by what it says. */
export function resealed(line: string, change: (value: Record<string, unknown>) => object): string {
  const { sum: _, ...value } = membersOf(JSON.parse(line));
  return sealLine(change(value));
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

import Papa from 'papaparse';
import { builtInRubrics } from '../../../rubrics/built-in';
import { isReadingFailure, type ReadTable } from '../../../src/cases/table';
import { rubricFromContract } from '../../../src/rubric/file/read-contract';
import type { Judgement } from '../../../src/judgement/judgement';
import { digestOf } from '../../../src/judgement/digest';
import { Tally } from '../../../src/sheet/figures/tally';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import { judgeCase, prepareRubric } from '../../../src/sheet/run/judging';
import { makeCases, propose } from '../../../src/cases/intake';
import * as writers from '../../../src/export/writers';
import { en } from '../../../src/i18n/en/en';
import { JudgedRuns, type StoredJudgements } from '../../../src/export/export-run';
import { Exports } from '../../../src/export/exports.svelte';
import type { ToExport } from '../../../src/export/gather';
import { readCases } from '../../../src/cases/read/read-cases.browser';

/** Milliseconds by the clock: the work is spread over threads, so processor time of one of them says little. */
export type Turn = () => Promise<number>;

export interface Contest {
  subject: Turn;
  baseline: Turn;
}

declare global {
  interface Window {
    prepareImport: (address: string) => Promise<void>;
    prepareExport: (address: string) => Promise<void>;
    contest: Contest;
  }
}

/** Judging every row would take longer than everything that is measured; these are judged and stand for the others. */
const JUDGED = 500;

/** From a chosen file to a table that is ready, against a text that is there already. */
window.prepareImport = async (address) => {
  const file = await fetchFile(address);
  const text = await file.text();
  const expected = (await readTable(file)).table.rows.length;
  window.contest = {
    subject: () =>
      timed(async () => {
        const { table } = await readTable(file);
        expectSame(table.rows.length, expected);
      }),
    baseline: () =>
      timed(() => {
        const { data } = Papa.parse<string[]>(text);
        expectSame(data.length, expected + 1);
        return Promise.resolve();
      }),
  };
};

/** From judgements to a file handed over, against cells that are there already. */
window.prepareExport = async (address) => {
  const { given, judgements } = await judgedCases(await readTable(await fetchFile(address)));
  const reader: StoredJudgements = {
    readAll: (places) => Promise.resolve(places.flatMap(({ place }) => judgements[place % JUDGED] ?? [])),
  };
  const exports = new Exports({
    loadWriters: () => Promise.resolve(writers),
    allRead: () => Promise.resolve(),
    // Already gathered: what is measured is the writing.
    *gather() {
      yield;
      return given;
    },
    reader,
    deck: () => Promise.resolve(null),
    language: () => 'en',
    messages: () => en,
    translate: () => Promise.resolve(null),
    nameOf: ({ id }) => id,
    build: 'bench',
    remembered: () => undefined,
    remember: () => undefined,
  });
  exports.choose({ bom: false });
  let ours = '';
  for await (const piece of writers.scoredCsvChunks(new JudgedRuns(given.runs, reader), given)) ours += piece;
  const { data } = Papa.parse<string[]>(ours);
  const baseline = () => Papa.unparse(data, { quotes: (cell) => cell !== '' });
  if (baseline().replaceAll('"', '') !== ours.replaceAll('"', ''))
    throw new Error('Expected Papa Parse to write the same file, it did not.');
  window.contest = {
    subject: () =>
      timed(async () => {
        await exports.write('csv');
        if (exports.state.kind !== 'done') throw new Error(`Expected an export, got ${exports.state.kind}.`);
      }),
    baseline: () =>
      timed(() => {
        expectSame(new Blob([baseline()]).size > 0, true);
        return Promise.resolve();
      }),
  };
};

async function judgedCases({ table }: ReadTable): Promise<{ given: ToExport; judgements: Judgement[] }> {
  const source = builtInRubrics.find(({ id }) => id === 'brand-entities');
  if (!source) throw new Error('Expected the rubric brand-entities, found none.');
  const { contract, prompt } = await source.loadContract();
  const read = rubricFromContract(contract, prompt);
  if (!read.ok) throw new Error('Expected a rubric without problems.');
  const { rubric } = read;
  const ready = prepareRubric(rubric, await source.loadFacts());
  const mapping = propose(table, rubric, null);
  const making = makeCases(table, mapping, rubric, new Set(), new Set());
  let step = making.next();
  while (!step.done) step = making.next();
  const { cases, rows } = step.value;
  const world = { random: () => 'b'.repeat(24), now: () => new Date(), build: 'bench' };
  const { signal } = new AbortController();
  const judgements = await Promise.all(
    cases.slice(0, JUDGED).map((subject) =>
      judgeCase(ready, subject, {
        judge: rulesJudge,
        mode: 'model-alone',
        tellFacts: false,
        signal,
        world,
      }),
    ),
  );
  const digests = judgements.map((judgement) => digestOf(rubric, judgement));
  const entries = cases.map((subject, place) => ({
    subject,
    digest: digests[place % JUDGED],
    at: { run: 'bench', place },
  }));
  const rowOf = new Map(cases.map(({ id }, index) => [id, rows[index] ?? -1]));
  // Only the report reads the summary.
  const summary = new Tally().summary();
  return {
    given: {
      fileName: 'bench',
      runs: [{ head: null, rubric, entries }],
      sources: [{ table, mapping, rowOf }],
      summary,
      people: [],
    },
    judgements,
  };
}

async function fetchFile(address: string): Promise<File> {
  const response = await fetch(address);
  return new File([await response.blob()], 'cases.csv', { type: 'text/csv' });
}

async function readTable(file: File): Promise<ReadTable> {
  const read = await readCases(file, {});
  if (isReadingFailure(read)) throw new Error(read.code);
  return read;
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

function expectSame<T>(came: T, expected: T): void {
  if (came !== expected) throw new Error(`Expected ${String(expected)}, got ${String(came)}.`);
}

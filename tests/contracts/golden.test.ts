/**
 * What leaves the page, to the letter: scored CSV, judgements, report and receipts of every built-in rubric. A change of state or
 * storage must not change any of them. After a change that is meant: `UPDATE_GOLDEN=1 npx vitest run tests/contracts/golden.test.ts`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { isReadingFailure } from '../../src/core/cases/reading-failure';
import { collect, openBytes } from '../../src/core/cases/read-table';
import type { Piece } from '../../src/core/export/judged-entries';
import type { Case } from '../../src/core/model/case';
import type { Mode } from '../../src/core/model/prompt';
import type { RunResult } from '../../src/core/model/run';
import type { SourceTable } from '../../src/core/model/table';
import { project } from '../../src/core/shape/project';
import { measureDigest, numericPlaces } from '../../src/core/stats/measure';
import { Tally } from '../../src/core/stats/tally';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import type { Judge } from '../../src/judges/judge';
import { pastedJudge } from '../../src/judges/pasted/pasted-judge';
import { rulesJudge } from '../../src/judges/rules/rules-judge';
import { newRunHead, readSamples, startRun } from '../../src/pipeline/engine';
import { asItWas, makeCases, propose } from '../../src/pipeline/intake';
import { csvChunks, htmlChunks, jsonlChunks, type CaseSource, type Entry } from '../../src/pipeline/outlet';
import { pageWords } from '../../src/state/page-words';
import { goldOutput, settledPaths } from './support/judging';
import { rubricsUnderTest, type RubricUnderTest } from './support/rubric-cases';

const golden = new URL('./golden/', import.meta.url);
const updating = process.env['UPDATE_GOLDEN'] === '1';

const time = '2026-01-02T03:04:05.000Z';
const build = 'golden';
/** Every draw gives the same word, so that no file depends on how often or in which order words are drawn. */
const world = { random: () => 'golden0boundary0word0000', now: () => new Date(time), build };

interface Laid {
  cases: Case[];
  sources: CaseSource[];
}

/** As the page lays out a rubric's samples: they come from no file. */
function laySamples({ id, rubric }: RubricUnderTest): Laid {
  return { cases: readSamples(rubric, readFileSync(rubricFile(id, 'samples.csv'), 'utf8')), sources: [] };
}

/** As the page brings in a file of which nobody changes the proposed columns. */
function layGold({ id, rubric }: RubricUnderTest): Laid {
  const table = asItWas(readTable(readFileSync(rubricFile(id, 'gold.csv'))));
  const { mapping } = propose(table, rubric, null);
  const { cases, rows } = finish(makeCases(table, mapping, rubric, new Set(), new Set()));
  const rowOf = new Map(cases.map((subject, index) => [subject.id, rows[index] ?? -1]));
  return { cases, sources: [{ table, mapping, rowOf }] };
}

function rubricFile(id: string, name: string): URL {
  return new URL(`../../rubrics/${id}/${name}`, import.meta.url);
}

function readTable(bytes: Uint8Array): SourceTable {
  const opened = openBytes(bytes, 'gold.csv', {});
  if (opened === 'xlsx') throw new Error('Expected a CSV file, got a workbook.');
  const read = isReadingFailure(opened) ? opened : collect(opened);
  if (isReadingFailure(read)) throw new Error(read.message);
  return read.table;
}

function finish<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** What a judge answers who knows the gold: in Assisted no more than it is asked. */
function goldReply(ready: RubricUnderTest, subject: Case, mode: Mode): string {
  const notAsked = mode === 'assisted' ? settledPaths(ready, subject) : [];
  return JSON.stringify(project(ready.rubric.output, goldOutput(ready, subject), notAsked));
}

interface Scene {
  name: string;
  lay: (ready: RubricUnderTest) => Laid;
  by: 'rules' | 'pasted';
  mode: Mode;
}

const scenes: readonly Scene[] = [
  { name: 'samples-rules', lay: laySamples, by: 'rules', mode: 'model-alone' },
  { name: 'gold-rules', lay: layGold, by: 'rules', mode: 'model-alone' },
  { name: 'gold-model-alone', lay: layGold, by: 'pasted', mode: 'model-alone' },
  { name: 'gold-assisted', lay: layGold, by: 'pasted', mode: 'assisted' },
];

/** A whole run, of which only the storage is missing: what would be stored is given back, in the order of the rows. */
async function resultsOf(ready: RubricUnderTest, { cases }: Laid, { name, by, mode }: Scene) {
  const caseAt = (row: number): Case => {
    const subject = cases[row];
    if (!subject) throw new Error(`Expected a case in row ${row} of ${cases.length}.`);
    return subject;
  };
  let asked = -1;
  const pasted = pastedJudge(() =>
    Promise.resolve({ text: goldReply(ready, caseAt(asked), mode), model: 'gold' }),
  );
  const judge: Judge = by === 'rules' ? rulesJudge : pasted;
  const settings = { mode, tellFacts: false, samples: 1, atOnce: 1, timeoutSeconds: null };
  const random = () => `${ready.id}-${name}`;
  const head = newRunHead(ready.rubric, judge, settings, cases, { ...world, random });
  const log: RunResult[] = [];
  const atOnce = () => Promise.resolve();
  const run = startRun(
    { head, ready, judge, caseAt },
    {
      store: { append: (_, results) => Promise.resolve(log.push(...results) - results.length) },
      world,
      clock: { now: () => 0, sleep: atOnce },
      breathe: atOnce,
      giveWay: atOnce,
      rest: atOnce,
    },
    { asked: (row) => (asked = row) },
  );
  await run.ended;
  expect(log.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(cases.map((_, row) => row));
  return { run: head.id, results: log.toSorted((a, b) => a.row - b.row) };
}

/** Reports are long, and tell of each case what the other files tell too: a few cases show how they do. */
const reported = 5;

/** The files that a person could save after the run, by their names. */
async function filesOf(ready: RubricUnderTest, scene: Scene): Promise<Record<string, string>> {
  const { rubric } = ready;
  const laid = scene.lay(ready);
  const { run, results } = await resultsOf(ready, laid, scene);
  const entries = laid.cases.map((subject, row): Entry => ({
    subject,
    digest: results[row]?.digest,
    at: { run },
  }));
  const judgementOf = (row: number) => results[row]?.judgement;
  const tally = new Tally();
  for (const { digest } of results.slice(0, reported))
    tally.add(measureDigest(digest, numericPlaces(rubric)));
  const language: 'en' | 'ko' = rubric.language === 'ko' ? 'ko' : 'en';
  const words = pageWords(language === 'ko' ? ko : en, language);
  const report = { rubric, summary: tally.summary(), runs: null, time, build, language, pageWords: words };
  // What the page's form has chosen before anyone touches it.
  const csv = { bom: true, delimiter: ',', rationales: true };
  // The unit's key is in no export, and yet it is what seeds come from.
  const receipts = results.map(({ row, key, judgement }) => ({
    case: laid.cases[row]?.id,
    key,
    receipt: judgement.receipt,
  }));
  return {
    [`${scene.name}.csv`]: textOf(csvChunks(rubric, entries, laid.sources, judgementOf, csv)),
    [`${scene.name}.jsonl`]: textOf(jsonlChunks(rubric, entries, judgementOf, () => undefined)),
    [`${scene.name}.html`]: textOf(htmlChunks(entries.slice(0, reported), judgementOf, report)),
    [`${scene.name}.receipts.json`]: `${JSON.stringify(receipts, null, 2)}\n`,
  };
}

/** All judgements are at hand, so that pieces which ask for some are passed over. */
function textOf(pieces: Iterable<Piece>): string {
  return [...pieces].filter((piece) => typeof piece === 'string').join('');
}

const shownBefore = 60;
const shownAfter = 140;

/** Where two texts part. Null where they do not. A full comparison of such files is too long to be read. */
function difference(stored: string, made: string): { line: number; stored: string; made: string } | null {
  if (stored === made) return null;
  let place = 0;
  while (place < stored.length && stored[place] === made[place]) place += 1;
  const line = stored.slice(0, place).split('\n').length;
  const from = Math.max(0, place - shownBefore);
  const [there, here] = [stored, made].map((text) => text.slice(from, place + shownAfter));
  return { line, stored: there ?? '', made: here ?? '' };
}

it('every golden folder is that of a rubric', () => {
  if (updating) for (const { id } of rubricsUnderTest) mkdirSync(new URL(id, golden), { recursive: true });
  expect(readdirSync(golden).toSorted()).toEqual(rubricsUnderTest.map(({ id }) => id).toSorted());
});

describe.each(rubricsUnderTest)('$id, as it leaves the page', (ready) => {
  const folder = new URL(`${ready.id}/`, golden);

  beforeAll(() => {
    if (!updating) return;
    // What is made no more must not stay.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  });

  it.each(scenes)('$name', async (scene) => {
    const files = await filesOf(ready, scene);
    for (const [name, text] of Object.entries(files)) {
      const file = new URL(name, folder);
      if (updating) writeFileSync(file, text);
      expect(difference(readFileSync(file, 'utf8'), text), name).toBeNull();
    }
    const stored = readdirSync(folder).filter((name) => name.startsWith(`${scene.name}.`));
    expect(stored.toSorted()).toEqual(Object.keys(files).toSorted());
  });
});

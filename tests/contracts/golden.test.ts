/**
 * What leaves the page, to the letter: scored CSV, judgements, report and receipts of every built-in rubric. A change of state or
 * storage must not change any of them. After a change that is meant: `UPDATE_GOLDEN=1 npx vitest run tests/contracts/golden.test.ts`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBytes } from '../../src/cases/read/read-table';
import type { Case } from '../../src/cases/case';
import type { Mode } from '../../src/judgement/prompt/build-prompt';
import type { RunResult } from '../../src/sheet/run-record';
import { isReadingFailure, type SourceTable } from '../../src/cases/table';
import { project } from '../../src/rubric/shape/shrink';
import { measureDigest, numericPlaces } from '../../src/sheet/figures/measure';
import { Tally } from '../../src/sheet/figures/tally';
import { en } from '../../src/i18n/en/en';
import { ko } from '../../src/i18n/ko/ko';
import type { Judge } from '../../src/judgement/judge';
import { pastedJudge } from '../../src/judges/pasted/pasted-judge';
import { rulesJudge } from '../../src/judges/rules/rules-judge';
import { newRunHead, readSamples, RunScheduler } from '../../src/sheet/run/judging';
import { cellsOf, orderOf } from '../../src/sheet/run/order';
import { restoreExport, makeCases, propose } from '../../src/cases/intake';
import { JudgedRuns, type CaseSource, type ExportRun } from '../../src/export/export-run';
import { judgementsJsonlChunks, reportChunks, scoredCsvChunks } from '../../src/export/writers';
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
  const table = restoreExport(readTable(readFileSync(rubricFile(id, 'gold.csv'))));
  const mapping = propose(table, rubric, null);
  const { cases, rows } = finish(makeCases(table, mapping, rubric, new Set(), new Set()));
  const rowOf = new Map(cases.map((subject, index) => [subject.id, rows[index] ?? -1]));
  return { cases, sources: [{ table, mapping, rowOf }] };
}

function rubricFile(id: string, name: string): URL {
  return new URL(`../../rubrics/${id}/${name}`, import.meta.url);
}

function readTable(bytes: Uint8Array): SourceTable {
  const read = readBytes(bytes, 'gold.csv', {});
  if (read === 'xlsx') throw new Error('Expected a CSV file, got a workbook.');
  if (isReadingFailure(read)) throw new Error(read.code);
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
  const caseAt = (key: number): Case => {
    const subject = cases[key];
    if (!subject) throw new Error(`Expected a case of key ${key} among ${cases.length}.`);
    return subject;
  };
  let asked = -1;
  const pasted = pastedJudge(() =>
    Promise.resolve({ text: goldReply(ready, caseAt(asked), mode), model: 'gold' }),
  );
  const judge: Judge = by === 'rules' ? rulesJudge : pasted;
  const settings = { mode, tellFacts: false, samples: 1, atOnce: 1, timeoutSeconds: null };
  const random = () => `${ready.id}-${name}`;
  const order = orderOf(
    cases.map((_, caseKey) => ({ caseKey, sample: 0 })),
    0,
  );
  const { rubric } = ready;
  const head = newRunHead({ sheet: 'golden', rubric, judge, settings, order }, { ...world, random });
  const log: RunResult[] = [];
  const atOnce = () => Promise.resolve();
  const run = new RunScheduler(
    { head, ready, judge, cells: cellsOf(order), caseAt: (key) => ({ case: caseAt(key), revision: 0 }) },
    {
      store: {
        createRun: atOnce,
        append: (_, results) => Promise.resolve(log.push(...results) - results.length),
      },
      world,
      clock: { now: () => 0, sleep: atOnce },
      yieldToPage: atOnce,
      yieldUntilIdle: atOnce,
      rest: atOnce,
    },
    { asked: (key) => (asked = key) },
  );
  await run.ended;
  expect(log.map(({ caseKey }) => caseKey).toSorted((a, b) => a - b)).toEqual(cases.map((_, row) => row));
  return { head, results: log.toSorted((a, b) => a.caseKey - b.caseKey) };
}

/** Reports are long, and tell of each case what the other files tell too: a few cases show how they do. */
const reported = 5;

/** The files that a person could save after the run, by their names. */
async function filesOf(ready: RubricUnderTest, scene: Scene): Promise<Record<string, string>> {
  const { rubric } = ready;
  const laid = scene.lay(ready);
  const { head, results } = await resultsOf(ready, laid, scene);
  const run: ExportRun = {
    head,
    rubric,
    entries: laid.cases.map((subject, row) => ({
      subject,
      digest: results[row]?.digest,
      judgement: results[row]?.judgement,
      milliseconds: results[row]?.milliseconds,
    })),
  };
  const tally = new Tally();
  for (const { digest } of results.slice(0, reported))
    tally.add(measureDigest(digest, numericPlaces(rubric)));
  const language: 'en' | 'ko' = rubric.language === 'ko' ? 'ko' : 'en';
  const report = { summary: tally.summary(), time, build, language, page: language === 'ko' ? ko : en };
  const judged = judgedRun(run);
  const few = judgedRun({ ...run, entries: run.entries.slice(0, reported) });
  // What the page's form has chosen before anyone touches it.
  const csv = { bom: true, delimiter: ',' };
  // The unit's key is in no export, and yet it is what seeds come from.
  const receipts = results.map(({ caseKey, key, judgement }) => ({
    case: laid.cases[caseKey]?.id,
    key,
    receipt: judgement.receipt,
  }));
  return {
    [`${scene.name}.csv`]: await textOf(scoredCsvChunks(judged, { sources: laid.sources, people: [] }, csv)),
    [`${scene.name}.jsonl`]: await textOf(judgementsJsonlChunks(judged)),
    [`${scene.name}.html`]: await textOf(reportChunks(few, report)),
    [`${scene.name}.receipts.json`]: `${JSON.stringify(receipts, null, 2)}\n`,
  };
}

/** All judgements are at hand: none has to be read. */
function judgedRun(run: ExportRun): JudgedRuns {
  return new JudgedRuns([run], { readAll: () => Promise.resolve([]) });
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
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

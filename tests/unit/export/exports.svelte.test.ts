import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Case } from '../../../src/cases/case';
import { digestOf } from '../../../src/judgement/digest';
import { Tally } from '../../../src/sheet/figures/tally';
import { en } from '../../../src/i18n/en/en';
import type { ExportRun, StoredJudgements } from '../../../src/export/export-run';
import { Exports } from '../../../src/export/exports.svelte';
import type { ToExport } from '../../../src/export/gather';
import * as writers from '../../../src/export/writers';
import { judgementOf, rubric, runHead } from './export-fixture';
import { watchSavedFiles } from '../sheet/saved-files';

const saved = watchSavedFiles();
beforeEach(() => (stored = undefined));
const fileName = 'essay-2026-01-02-030405';

const table = {
  columns: ['note', 'name', 'words', 'extra'],
  rows: [
    ['n1', 'First', 'one', 'x'],
    ['n2', 'Second', 'two', 'y'],
  ],
};
const cases: Case[] = [
  { id: 'row-1', label: 'First', input: { essay: 'one' } },
  { id: 'row-2', label: 'Second', input: { essay: 'two' } },
];
const rowOf = new Map(cases.map(({ id }, row) => [id, row]));
const sources = [{ table, mapping: { inputs: { essay: 2 }, label: 1, gold: {} }, rowOf }];

function runOf(id: string, of: readonly Case[]): ExportRun {
  const digest = digestOf(rubric, judgementOf());
  const entries = of.map((subject, place) => ({ subject, digest, at: { run: id, place } }));
  return { head: runHead(id), rubric, entries };
}
/** Gives what is to be written, as the open sheet does. */
type Gather = (filteredOnly: boolean, allRuns: boolean) => ToExport | null;
function judgedSheet(): Gather {
  return (filteredOnly, allRuns) => {
    const written = filteredOnly ? cases.slice(1) : cases;
    const others = allRuns ? [runOf('run-2', written)] : [];
    const summary = { ...new Tally().summary(), judged: written.length };
    return { fileName, runs: [runOf('run-1', written), ...others], sources, summary, people: [] };
  };
}
const allReadable: StoredJudgements = {
  readAll: (places) => Promise.resolve(places.map(() => judgementOf())),
};

let stored: unknown;

function exportsOf(
  gather: Gather,
  loadWriters = () => Promise.resolve<typeof writers>(writers),
  reader = allReadable,
): Exports {
  return new Exports({
    loadWriters,
    allRead: () => Promise.resolve(),
    *gather({ filteredOnly, allRuns }) {
      yield;
      return gather(filteredOnly, allRuns);
    },
    reader,
    deck: () => Promise.resolve(null),
    language: () => 'en',
    messages: () => en,
    translate: () => Promise.resolve(null),
    nameOf: ({ id }) => id,
    build: 'test',
    remembered: () => stored,
    remember: (choices) => (stored = choices),
  });
}
async function cellsOf(exports: Exports): Promise<string[][]> {
  await exports.write('csv');
  const text = (await saved.at(-1)?.blob.text()) ?? '';
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter: exports.choices.delimiter }).data;
}

describe('an export', () => {
  it.each([
    [
      'csv',
      `${fileName}-scored.csv`,
      'text/csv;charset=utf-8',
      /^\ufeff"note","name","words","extra","assay\.id","assay\.status",/,
    ],
    [
      'jsonl',
      `${fileName}-scored.jsonl`,
      'application/jsonl;charset=utf-8',
      /^\{"format":"assay-judgement\/1"/,
    ],
    ['report', `${fileName}-scored.html`, 'text/html;charset=utf-8', /^<!doctype html>/],
  ] as const)('of %s is handed over as a file of its kind', async (what, name, type, begins) => {
    const exports = exportsOf(judgedSheet());
    await exports.write(what);
    expect(exports.state).toEqual({ kind: 'done', name, unreadable: [], long: 0 });
    expect(saved.map((file) => [file.name, file.blob.type])).toEqual([[name, type]]);
    // `text()` of a blob swallows the mark.
    const bytes = await saved[0]?.blob.arrayBuffer();
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toMatch(begins);
  });

  it.each([
    ['csv', /"First","one","x","row-1","unreadable",,(.*)\r\n"n2","Second","two","y","row-2","valid",/],
    ['jsonl', /^\{"format":"assay-judgement\/1"[^\n]*"id":"row-2"[^\n]*\n$/],
  ] as const)(
    'of %s goes on past a judgement that cannot be read, and names its case',
    async (what, text) => {
      const exports = exportsOf(judgedSheet(), undefined, {
        readAll: (places) => Promise.resolve(places.map(({ place }) => (place === 0 ? null : judgementOf()))),
      });
      await exports.write(what);
      expect(exports.state).toMatchObject({ kind: 'done', unreadable: ['First'] });
      expect(await saved[0]?.blob.text()).toMatch(text);
    },
  );

  it('holds to the choices made: separator, mark, rationales', async () => {
    const exports = exportsOf(judgedSheet());
    const [all = []] = await cellsOf(exports);
    expect(all).toContain('assay.style.rationale');
    exports.choose({ delimiter: ';', without: ['rationales'], bom: false });
    const [some = []] = await cellsOf(exports);
    const prose = ['style.rationale', 'advice', 'errors', 'remark'].map((name) => `assay.${name}`);
    expect(some).toEqual(all.filter((name) => !prose.includes(name)));
    expect(new Uint8Array((await saved.at(-1)?.blob.arrayBuffer()) ?? [])[0]).toBe('"'.charCodeAt(0));
  });

  it('has all runs, where that was chosen; a report is of one all the same', async () => {
    const exports = exportsOf(judgedSheet());
    expect((await cellsOf(exports))[0]).not.toContain('assay.run');
    exports.choose({ allRuns: true });
    const [columns = [], ...rows] = await cellsOf(exports);
    const run = columns.indexOf('assay.run');
    expect(rows.map((row) => [row[0], row[run]])).toEqual([
      ['n1', 'run-1'],
      ['n2', 'run-1'],
      ['n1', 'run-2'],
      ['n2', 'run-2'],
    ]);
    await exports.write('report');
    expect((await saved.at(-1)?.blob.text())?.match(/<details class="case"/g) ?? []).toHaveLength(2);
  });
});

describe('the choices', () => {
  it('of columns and form are remembered; those that leave rows out or protection off are not', async () => {
    exportsOf(judgedSheet()).choose({
      without: ['original', 'asked'],
      delimiter: ';',
      formulas: true,
      allRuns: true,
    });
    const later = exportsOf(judgedSheet());
    expect(later.choices).toMatchObject({ delimiter: ';', formulas: false, allRuns: false });
    const [columns = []] = await cellsOf(later);
    expect(columns[0]).toBe('assay.id');
    expect(columns).toContain('assay.checks');
    expect(columns).not.toContain('assay.judge');
    stored = { without: ['a group of tomorrow'] };
    expect(exportsOf(judgedSheet()).choices.without).toEqual([]);
  });

  it('leave prompts out of JSONL', async () => {
    const prompt = { shared: 'Judge this.', own: 'An essay.' };
    const exports = exportsOf(judgedSheet(), undefined, {
      readAll: (places) => Promise.resolve(places.map(() => judgementOf({ prompt }))),
    });
    const prompts = async () => {
      await exports.write('jsonl');
      return (await saved.at(-1)?.blob.text())?.match(/"prompt":(?:null|\{"shared")/g);
    };
    expect(await prompts()).toEqual(['"prompt":{"shared"', '"prompt":{"shared"']);
    exports.choose({ prompts: false });
    expect(await prompts()).toEqual(['"prompt":null', '"prompt":null']);
  });

  it('write figures with a decimal comma where semicolons separate, and nowhere else', async () => {
    const exports = exportsOf(judgedSheet());
    exports.choose({ decimalComma: true });
    const shareIn = async () => {
      const [columns = [], row = []] = await cellsOf(exports);
      return row[columns.indexOf('assay.share')];
    };
    expect(await shareIn()).toBe('0.5');
    exports.choose({ delimiter: ';' });
    expect(await shareIn()).toBe('0,5');
  });
});

describe('a file with cells that are too long for a spreadsheet', () => {
  const long = 'x'.repeat(40_000);
  const withLong = (): Gather => (filteredOnly, allRuns) => {
    const given = judgedSheet()(filteredOnly, allRuns);
    const rows = [[long, 'First', 'one', long], table.rows[1] ?? []];
    return (
      given && {
        ...given,
        sources: sources.map((source) => ({ ...source, table: { ...table, rows } })),
      }
    );
  };
  /** The page asks once the file is made. */
  async function asked(exports: Exports) {
    const writing = exports.write('xlsx');
    await vi.waitUntil(() => exports.state.kind === 'asking');
    if (exports.state.kind !== 'asking') throw new Error('Expected a question.');
    return { writing, ...exports.state };
  }

  it('is a workbook only if the person wants it', async () => {
    const exports = exportsOf(withLong());
    const first = await asked(exports);
    expect([first.cells, saved.length, exports.busy]).toEqual([2, 0, true]);
    exports.cancel();
    await first.writing;
    expect([exports.state.kind, saved.length]).toEqual(['cancelled', 0]);
    const second = await asked(exports);
    second.save();
    await second.writing;
    const name = `${fileName}-scored.xlsx`;
    expect(exports.state).toEqual({ kind: 'done', name, unreadable: [], long: 0 });
    expect(saved.map((file) => file.name)).toEqual([name]);
  });

  it('is a CSV with a warning, if it is for Excel', async () => {
    const exports = exportsOf(withLong());
    await exports.write('csv');
    expect(exports.state).toMatchObject({ kind: 'done', long: 2 });
    exports.choose({ bom: false });
    await exports.write('csv');
    expect(exports.state).toMatchObject({ kind: 'done', long: 0 });
  });
});

describe('on its way', () => {
  /** Writers whose every piece is followed by a turn of the page, and which tell before each of them. */
  function inPieces(before: (piece: number) => void): () => Promise<typeof writers> {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    async function* scoredCsvChunks(
      ...[{ count }, , options]: Parameters<typeof writers.scoredCsvChunks>
    ): ReturnType<typeof writers.scoredCsvChunks> {
      await Promise.resolve();
      for (let done = 0; done < count; done += 1) {
        options?.onProgress?.(done + 1);
        before(done);
        yield 'piece';
      }
    }
    return () => Promise.resolve({ ...writers, scoredCsvChunks });
  }

  it('says how far it is, and is not started twice', async () => {
    const states: Exports['state'][] = [];
    const exports = exportsOf(
      judgedSheet(),
      inPieces(() => states.push(exports.state)),
    );
    const writing = exports.write('csv');
    expect(exports.state).toEqual({ kind: 'writing', what: 'csv', share: 0 });
    await exports.write('jsonl');
    expect(saved).toEqual([]);
    await writing;
    expect(states).toEqual([0, 0.5].map((share) => ({ kind: 'writing', what: 'csv', share })));
    expect(saved.map(({ name }) => name)).toEqual([`${fileName}-scored.csv`]);
  });

  it.each([
    ['while its cases are gathered', null, []],
    ['while it is written', 0, [0]],
  ])('can be cancelled %s: no file comes, and the next export does', async (_, at, pieces) => {
    const seen: number[] = [];
    const exports = exportsOf(
      judgedSheet(),
      inPieces((piece) => {
        seen.push(piece);
        if (piece === at) exports.cancel();
      }),
    );
    const writing = exports.write('csv');
    if (at === null) exports.cancel();
    await writing;
    expect(exports.state).toEqual({ kind: 'cancelled' });
    expect([seen, saved]).toEqual([pieces, []]);
    await exports.write('jsonl');
    expect(exports.state).toMatchObject({ kind: 'done' });
  });

  it('that fails says why, and can be tried again', async () => {
    let offline = true;
    const exports = exportsOf(judgedSheet(), () =>
      offline ? Promise.reject(new Error('offline')) : Promise.resolve<typeof writers>(writers),
    );
    await exports.write('csv');
    expect(exports.state).toEqual({ kind: 'failed', message: 'offline' });
    offline = false;
    await exports.write('csv');
    expect(exports.state).toMatchObject({ kind: 'done' });
  });
});

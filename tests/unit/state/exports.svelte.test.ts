import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import { en } from '../../../src/i18n/en';
import * as outlet from '../../../src/pipeline/outlet';
import { Exports, type ExportState } from '../../../src/state/exports.svelte';
import { fileTime } from '../../../src/state/file-names';
import { JudgementReader } from '../../../src/state/judgement-reader.svelte';
import type { Workbench } from '../../../src/state/workbench.svelte';
import { workbenchWith } from './shelf-for-tests';
import { watchSavedFiles } from './saved-files';

const saved = watchSavedFiles();
/** When the runs of `workbenchWith` begin. */
const began = fileTime(new Date(0));

function exportsOf(workbench: Workbench, loadOutlet = () => Promise.resolve<typeof outlet>(outlet)): Exports {
  return new Exports({
    loadOutlet,
    gather: (shownOnly) => workbench.gather(shownOnly),
    reader: new JudgementReader(workbench.runs),
    language: () => 'en',
    messages: () => en,
    build: 'test',
  });
}
async function cellsOf(exports: Exports): Promise<string[][]> {
  await exports.write('csv');
  const text = (await saved.at(-1)?.blob.text()) ?? '';
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter: exports.choices.delimiter }).data;
}
const table = {
  columns: ['note', 'name', 'words', 'extra'],
  rows: [
    ['n1', 'First', 'one', 'x'],
    ['n2', 'Second', 'two', 'y'],
  ],
};
async function withFile(): Promise<Workbench> {
  const workbench = workbenchWith();
  await workbench.shelf.load('first');
  await workbench.takeCases({
    table,
    mapping: { inputs: { text: 2 }, label: 1, gold: {} },
    cases: [
      { id: 'row-1', label: 'First', input: { text: 'one' } },
      { id: 'row-2', label: 'Second', input: { text: 'two' } },
    ],
    rows: [0, 1],
  });
  return workbench;
}

describe('an export', () => {
  it.each([
    [
      'csv',
      `first-${began}-scored.csv`,
      'text/csv;charset=utf-8',
      /^\ufeffnote,name,words,extra,assay\.status,/,
    ],
    [
      'jsonl',
      `first-${began}-scored.jsonl`,
      'application/jsonl;charset=utf-8',
      /^\{"format":"assay-judgement\/1"/,
    ],
    ['report', `first-${began}-scored.html`, 'text/html;charset=utf-8', /^<!doctype html>/],
  ] as const)('of %s is handed over as a file of its kind', async (what, name, type, begins) => {
    const workbench = await withFile();
    await workbench.judgeAll();
    const exports = exportsOf(workbench);
    await exports.write(what);
    expect(exports.state).toEqual({ kind: 'done', name, unreadable: [] });
    expect(saved.map((file) => [file.name, file.blob.type])).toEqual([[name, type]]);
    // `text()` of a blob swallows the mark.
    const bytes = await saved[0]?.blob.arrayBuffer();
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toMatch(begins);
  });

  it.each([
    ['csv', /First,one,x,unreadable,,(.*)\r\nn2,Second,two,y,partial,/],
    ['jsonl', /^\{"format":"assay-judgement\/1"[^\n]*"id":"row-2"[^\n]*\n$/],
    [
      'report',
      /1\. First<\/th>.*Judged, but unreadable as it is stored.*<section class="judgement" id="case-2">/s,
    ],
  ] as const)(
    'of %s goes on past a judgement that cannot be read, and names its case',
    async (what, text) => {
      const workbench = await withFile();
      await workbench.judgeAll();
      const read = workbench.runs.judgements.bind(workbench.runs);
      workbench.runs.judgements = async (id, places) => (await read(id, places)).with(0, null);
      const exports = exportsOf(workbench);
      await exports.write(what);
      expect(exports.state).toMatchObject({ kind: 'done', unreadable: ['First'] });
      expect(await saved[0]?.blob.text()).toMatch(text);
    },
  );

  it('holds to the choices made: separator, mark, rationales', async () => {
    const workbench = await withFile();
    await workbench.judgeAll();
    const exports = exportsOf(workbench);
    const [all = []] = await cellsOf(exports);
    expect(all).toContain('assay.quality.rationale');
    exports.choose({ delimiter: ';', rationales: false, bom: false });
    const [some = []] = await cellsOf(exports);
    expect(some).toEqual(all.filter((name) => name !== 'assay.quality.rationale'));
    expect(new Uint8Array((await saved.at(-1)?.blob.arrayBuffer()) ?? [])[0]).toBe('n'.charCodeAt(0));
  });

  it('has only the rows shown, where that was chosen', async () => {
    const workbench = await withFile();
    await workbench.results.setFilter({ text: 'two' });
    const exports = exportsOf(workbench);
    expect((await cellsOf(exports)).slice(1).map(([note]) => note)).toEqual(['n1', 'n2']);
    exports.choose({ filteredOnly: true });
    expect((await cellsOf(exports)).slice(1).map(([note]) => note)).toEqual(['n2']);
  });

  it('of cases that were removed and brought back has their own columns again', async () => {
    const workbench = await withFile();
    await workbench.judgeAll();
    const exports = exportsOf(workbench);
    const before = await cellsOf(exports);
    workbench.clearCases();
    await exports.write('csv');
    expect([exports.state, saved.length]).toEqual([{ kind: 'idle' }, 1]);
    workbench.changes.undo();
    expect(await cellsOf(exports)).toEqual(before);
  });

  it('of other cases, after all were removed, knows nothing of the file', async () => {
    const workbench = await withFile();
    workbench.clearCases();
    await workbench.loadSamples();
    const [columns = [], ...rows] = await cellsOf(exportsOf(workbench));
    expect(columns.slice(0, 4)).toEqual(['id', 'label', 'text', 'assay.status']);
    expect(rows.map(([id]) => id)).toEqual(['a', 'b', 'c']);
  });
});

describe('on its way', () => {
  /** An outlet whose every piece is followed by a turn of the page, and which tells before each of them. */
  function inPieces(before: (piece: number) => void): () => Promise<typeof outlet> {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    function* csvChunks(
      ...[, entries, , , options]: Parameters<typeof outlet.csvChunks>
    ): ReturnType<typeof outlet.csvChunks> {
      for (let done = 0; done < entries.length; done += 1) {
        options.onProgress?.(done);
        before(done);
        yield 'piece';
      }
    }
    return () => Promise.resolve({ ...outlet, csvChunks });
  }

  it('says how far it is, and is not started twice', async () => {
    const states: ExportState[] = [];
    const exports = exportsOf(
      await withFile(),
      inPieces(() => states.push(exports.state)),
    );
    const writing = exports.write('csv');
    expect(exports.state).toEqual({ kind: 'writing', what: 'csv', share: 0 });
    await exports.write('jsonl');
    expect(saved).toEqual([]);
    await writing;
    expect(states).toEqual([0, 0.5].map((share) => ({ kind: 'writing', what: 'csv', share })));
    expect(saved.map(({ name }) => name)).toEqual(['first-scored.csv']);
  });

  it.each([
    ['while its cases are gathered', null, []],
    ['while it is written', 0, [0]],
  ])('can be cancelled %s: no file comes, and the next export does', async (_, at, pieces) => {
    const seen: number[] = [];
    const exports = exportsOf(
      await withFile(),
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
    const workbench = await withFile();
    let offline = true;
    const exports = exportsOf(workbench, () =>
      offline ? Promise.reject(new Error('offline')) : Promise.resolve<typeof outlet>(outlet),
    );
    await exports.write('csv');
    expect(exports.state).toEqual({ kind: 'failed', message: 'offline' });
    offline = false;
    await exports.write('csv');
    expect(exports.state).toMatchObject({ kind: 'done' });
  });
});

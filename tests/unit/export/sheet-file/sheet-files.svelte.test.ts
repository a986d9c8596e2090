import { describe, expect, it } from 'vitest';
import * as tools from '../../../../src/export/sheet-file/sheet-file';
import type { OpenInWorker } from '../../../../src/export/sheet-file/open-sheet-file';
import type { SheetChange } from '../../../../src/sheet/sheet-changes';
import { runLocks } from '../../../../src/sheet/run/run-locks';
import { StorageFailure, type SheetStore } from '../../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { SheetFiles, type SheetFilesTools } from '../../../../src/export/sheet-file/sheet-files.svelte';
import { contentOf, linesOf, plainSheet, sheetHead, storeWith } from './stored-sheet';
import { watchSavedFiles } from '../../sheet/saved-files';

const saved = watchSavedFiles();

function filesOf(store: SheetStore, change: Partial<SheetFilesTools> = {}) {
  const told: SheetChange[] = [];
  let ids = 0;
  const files = new SheetFiles({
    load: () => Promise.resolve(tools),
    loadWorker: () => Promise.reject(new Error('A store of this page is not opened elsewhere.')),
    store,
    locks: runLocks(null),
    changes: { tell: (message) => told.push(message) },
    newId: () => `new-${(ids += 1)}`,
    now: () => new Date('2026-04-01T00:00:00Z'),
    build: 'test',
    unwritten: () => [],
    ...change,
  });
  return { files, told };
}

const file = (content: BlobPart, name = 'sheet.jsonl') => new File([content], name);
const plainFile = async () => file((await linesOf(await plainSheet())).join('\n'));

/** A store that outlives the page, as far as the page knows. */
function durable(store: SheetStore): SheetStore {
  return new Proxy(store, {
    get(target, name): unknown {
      const own: unknown = name === 'durable' ? true : Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      return (...given: unknown[]): unknown => Reflect.apply(own, target, given);
    },
  });
}

describe('a sheet file', () => {
  it('is written, and opens as the same sheet in another browser', async () => {
    const from = await storeWith(await plainSheet());
    const { files } = filesOf(from);
    await files.export('sheet-1');
    const [{ name, blob } = { name: '', blob: new Blob() }] = saved;
    expect(name).toMatch(/^small-First-sheet-2026-03-01-\d{6}\.assay-sheet\.jsonl\.gz$/);
    expect(files.state).toEqual({ kind: 'written', name, unreadable: 0 });

    const store = memorySheetStore();
    const { files: reading, told } = filesOf(store);
    const opened = await reading.open([file(await blob.arrayBuffer(), name)]);
    expect(opened).toMatchObject({ sheet: { id: 'new-1' }, runs: ['run-1'], results: 3 });
    expect(reading.state).toEqual({ kind: 'opened', name, title: 'First sheet', opened });
    expect(await contentOf(store, 'new-1')).toEqual(await contentOf(from, 'sheet-1'));
    expect(told).toEqual([{ sheet: 'new-1' }]);
  });

  it('adds its runs to a sheet that is here', async () => {
    const store = await storeWith({ head: sheetHead({ id: 'here' }), cases: [], runs: [] });
    const { files, told } = filesOf(store);
    const opened = await files.open([await plainFile()], { addTo: 'here' });
    expect(opened).toMatchObject({ added: true, leftOut: 3, sheet: { id: 'here' } });
    expect(told).toEqual([{ sheet: 'here' }]);
  });

  it('is opened beside the page where the store is durable', async () => {
    const asked: string[] = [];
    const openInWorker: OpenInWorker = ({ name }, { onProgress }) => {
      asked.push(name);
      onProgress(0.5);
      expect(files.state).toEqual({ kind: 'reading', name, share: 0.5 });
      return Promise.resolve({ ok: false, problem: { kind: 'not-a-sheet-file' } });
    };
    const { files } = filesOf(durable(memorySheetStore()), {
      loadWorker: () => Promise.resolve(openInWorker),
    });
    await files.open([file('x')]);
    expect(asked).toEqual(['sheet.jsonl']);
    expect(files.state).toMatchObject({ kind: 'refused', problem: { kind: 'not-a-sheet-file' } });
  });

  it('is opened in the page where no worker starts', async () => {
    const loadWorker = () => Promise.resolve(() => Promise.resolve(null));
    const { files } = filesOf(durable(memorySheetStore()), { loadWorker });
    expect(await files.open([await plainFile()])).toMatchObject({ results: 3 });
  });

  it('that is damaged is refused with its line, and can be tried again', async () => {
    const lines = await linesOf(await plainSheet());
    const { files, told } = filesOf(memorySheetStore());
    expect(await files.open([file(lines.with(2, '{').join('\n'), 'broken.jsonl')])).toBeNull();
    expect(files.state).toEqual({
      kind: 'refused',
      name: 'broken.jsonl',
      problem: { kind: 'damaged-line', line: 3, detail: '' },
    });
    expect(told).toEqual([]);
    files.dismiss();
    expect(files.state).toEqual({ kind: 'idle' });
    await files.open([file(lines.join('\n'))]);
    expect(files.state.kind).toBe('opened');
  });

  it.each<[string, Error, object]>([
    [
      'the browser refuses',
      new StorageFailure('quota', 'full'),
      { because: { kind: 'quota', detail: 'full' } },
    ],
    ['the disk no longer gives it', new DOMException('gone', 'NotReadableError'), { because: 'file' }],
  ])('that cannot be opened because %s says so', async (_, error, expected) => {
    const loadWorker = () => Promise.resolve(() => Promise.reject(error));
    const { files } = filesOf(durable(memorySheetStore()), { loadWorker });
    await files.open([file('x', 'a.gz')]);
    expect(files.state).toMatchObject({ kind: 'not-read', name: 'a.gz', ...expected });
  });

  it('is one at a time', async () => {
    const { files } = filesOf(memorySheetStore());
    await files.open([file('a'), file('b')]);
    expect(files.state).toEqual({ kind: 'too-many' });
  });

  it('never holds a key', async () => {
    const sheet = await plainSheet();
    const runs = sheet.runs.map((run) => {
      const judge = { ...run.head.judge, parameters: { apiKey: 'sk-1234567890' } };
      return { ...run, head: { ...run.head, judge } };
    });
    const { files } = filesOf(await storeWith({ ...sheet, runs }));
    await files.export('sheet-1');
    expect(files.state).toEqual({ kind: 'not-written', title: 'First sheet', because: 'secret' });
    expect(saved).toEqual([]);
  });

  it('of a sheet that is gone is not written', async () => {
    const { files } = filesOf(memorySheetStore());
    await files.export('sheet-1');
    expect(files.state).toMatchObject({ kind: 'not-written', because: { kind: 'missing' } });
  });

  it.each(['writing', 'reading'] as const)('can be cancelled while %s', async (what) => {
    const store = what === 'writing' ? await storeWith(await plainSheet()) : memorySheetStore();
    let go = () => {};
    const loaded = new Promise<void>((resolve) => (go = resolve));
    const load = async () => {
      await loaded;
      return tools;
    };
    const { files } = filesOf(store, { load });
    const work = what === 'writing' ? files.export('sheet-1') : files.open([await plainFile()]);
    expect([files.busy, files.state.kind]).toEqual([true, what]);
    files.cancel();
    go();
    await work;
    expect(files.state).toEqual({ kind: 'cancelled', what });
    expect([saved, (await store.list()).sheets.length]).toEqual([[], what === 'writing' ? 1 : 0]);
  });
});

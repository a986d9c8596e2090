import { describe, expect, it, vi } from 'vitest';
import type { SheetChange } from '../../../../src/sheet/sheet-changes';
import { runLocks } from '../../../../src/sheet/run/run-locks';
import { StorageFailure, type SheetStore } from '../../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { SheetFiles } from '../../../../src/export/sheet-file/sheet-files.svelte';
import { contentOf, linesOf, plainSheet, storeWith } from './stored-sheet';
import { watchSavedFiles } from '../../sheet/saved-files';

const saved = watchSavedFiles();

function filesOf(store: SheetStore) {
  const told: SheetChange[] = [];
  let ids = 0;
  const files = new SheetFiles({
    store,
    locks: runLocks(null),
    changes: { notify: (message) => told.push(message) },
    newId: () => `new-${(ids += 1)}`,
    now: () => new Date('2026-04-01T00:00:00Z'),
    build: 'test',
    unwritten: () => [],
  });
  return { files, told };
}

const file = (content: BlobPart, name = 'sheet.jsonl') => new File([content], name);
const plainFile = async () => file((await linesOf(await plainSheet())).join('\n'));

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
    expect(reading.state).toEqual({ kind: 'opened', name, opened });
    expect(await contentOf(store, 'new-1')).toEqual(await contentOf(from, 'sheet-1'));
    expect(told).toEqual([{ sheet: 'new-1' }]);
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

  it('that the storage has no room for says so', async () => {
    const store = memorySheetStore();
    vi.spyOn(store, 'createSheet').mockRejectedValue(new StorageFailure('quota', 'full'));
    const { files } = filesOf(store);
    await files.open([await plainFile()]);
    expect(files.state).toMatchObject({ kind: 'not-read', because: { kind: 'quota', detail: 'full' } });
  });

  it('that the disk no longer gives says so', async () => {
    const gone = await plainFile();
    vi.spyOn(gone, 'stream').mockImplementation(() => {
      throw new DOMException('gone', 'NotReadableError');
    });
    const { files } = filesOf(memorySheetStore());
    await files.open([gone]);
    expect(files.state).toMatchObject({ kind: 'not-read', name: 'sheet.jsonl', because: 'file' });
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

  it.each(['writing', 'reading'] as const)('can be cancelled while %s', async (what) => {
    const store = what === 'writing' ? await storeWith(await plainSheet()) : memorySheetStore();
    const { files } = filesOf(store);
    const given = await plainFile();
    const work = what === 'writing' ? files.export('sheet-1') : files.open([given]);
    expect([files.busy, files.state.kind]).toEqual([true, what]);
    files.cancel();
    await work;
    expect(files.state).toEqual({ kind: 'cancelled', what });
    expect([saved, (await store.list()).sheets.length]).toEqual([[], what === 'writing' ? 1 : 0]);
  });
});

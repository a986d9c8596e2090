import { describe, expect, it } from 'vitest';
import * as tools from '../../../src/pipeline/run-files';
import { runFileName } from '../../../src/state/file-names';
import { RunFiles } from '../../../src/state/run-files.svelte';
import { memoryRunStore } from '../../../src/storage/runs/memory-run-store';
import { runOwnership } from '../../../src/storage/runs/run-ownership';
import type { RunMessage } from '../../../src/storage/runs/run-channel';
import { StorageFailure, type RunStore } from '../../../src/storage/runs/run-store';
import {
  fileOf,
  headFor,
  linesOf,
  plainRun,
  readBack,
  storeWith,
  wholeRun,
} from '../pipeline/run-file/stored-run';
import { watchSavedFiles } from './saved-files';

const saved = watchSavedFiles();

function filesOf(
  runs: RunStore,
  told: RunMessage[] = [],
  load = () => Promise.resolve(tools),
  unstored = 0,
): RunFiles {
  return new RunFiles({
    unstoredOf: () => unstored,
    load,
    runs,
    ownership: runOwnership(null),
    newId: () => 'new-id',
    now: () => new Date('2026-04-01T00:00:00Z'),
    copyTitle: (title) => `${title} (copy)`,
    tell: (message) => told.push(message),
  });
}
const file = (content: BlobPart, name = 'run.jsonl') => new File([content], name);

describe('a run file', () => {
  it('is written, and brings the same run into another browser', async () => {
    const run = await wholeRun();
    const writing = filesOf(await storeWith(run));
    await writing.write(run.head);
    const [{ name, blob } = { name: '', blob: new Blob() }] = saved;
    expect(name).toBe(`${runFileName(run.head)}.assay-run.jsonl.gz`);
    expect(writing.state).toEqual({ kind: 'written', name, unreadable: [], unstored: 0 });

    const store = memoryRunStore();
    const told: RunMessage[] = [];
    const reading = filesOf(store, told);
    const head = await reading.read([file(await blob.arrayBuffer(), name)]);
    const counts = { ...run.head.counts, done: 3, statuses: { valid: 3 }, score: { mean: 4, count: 3 } };
    expect(head).toEqual({ ...run.head, counts, imported: '2026-04-01T00:00:00.000Z' });
    expect(reading.state).toEqual({ kind: 'taken', head, copy: false });
    expect(await readBack(store, run.head.id)).toEqual({ ...run, head });
    expect(told).toEqual([{ kind: 'head', run: run.head.id }]);
  });

  it('says how much is judged and not in it, since the browser would not store it', async () => {
    const run = await plainRun();
    const writing = filesOf(await storeWith(run), [], undefined, 4);
    await writing.write(run.head);
    expect(writing.state).toMatchObject({ kind: 'written', unreadable: [], unstored: 4 });
  });

  it('of a run that is here becomes a copy; of one that is deleted it does not', async () => {
    const run = await plainRun();
    const store = await storeWith(run);
    const files = filesOf(store);
    await files.read([file(await fileOf(run))]);
    expect(files.state).toMatchObject({ copy: true, head: { id: 'new-id', title: 'First run (copy)' } });
    await store.remove('new-id');
    await store.changeHead(run.head.id, (head) => ({ ...head, removed: head.created }));
    await files.read([file(await fileOf(run))]);
    expect(files.state).toMatchObject({ copy: false, head: { id: 'new-id', title: 'First run' } });
  });

  it('that is damaged is refused with its line, and can be tried again', async () => {
    const run = await plainRun();
    const lines = linesOf(await fileOf(run));
    const store = memoryRunStore();
    const files = filesOf(store);
    const broken = lines.with(2, lines[2]?.replace('two', 'Two') ?? '').join('\n');
    expect(await files.read([file(broken, 'broken.jsonl')])).toBeNull();
    expect(files.state).toEqual({
      kind: 'refused',
      name: 'broken.jsonl',
      problem: { kind: 'damaged-line', line: 3, fault: 'checksum', detail: '' },
    });
    expect(await store.heads()).toEqual({ heads: [], damaged: [] });
    files.dismiss();
    expect(files.state).toEqual({ kind: 'idle' });
    await files.read([file(lines.join('\n'))]);
    expect(files.state.kind).toBe('taken');
  });

  it.each<[string, Partial<RunStore>, object]>([
    [
      'the browser refuses',
      { create: () => Promise.reject(new StorageFailure('quota', 'full')) },
      { because: { kind: 'quota', detail: 'full' } },
    ],
    [
      'the disk no longer gives the file',
      { create: () => Promise.reject(new DOMException('gone', 'NotReadableError')) },
      { because: 'file' },
    ],
  ])('that cannot be taken because %s says so', async (_, changes, expected) => {
    const files = filesOf({ ...bound(memoryRunStore()), ...changes });
    await files.read([file(await fileOf(await plainRun()), 'run.jsonl')]);
    expect(files.state).toMatchObject({ kind: 'not-read', name: 'run.jsonl', ...expected });
  });

  it('is one at a time', async () => {
    const files = filesOf(memoryRunStore());
    await files.read([file('a'), file('b')]);
    expect(files.state).toEqual({ kind: 'too-many' });
  });

  it('never holds a key', async () => {
    const run = await plainRun();
    const judge = { ...run.head.judge, parameters: { apiKey: 'sk-1234567890' } };
    const head = headFor(3, { judge });
    const files = filesOf(await storeWith({ ...run, head }));
    await files.write(head);
    expect(files.state).toMatchObject({ kind: 'not-written', because: 'secret' });
    expect(saved).toEqual([]);
  });

  it.each(['writing', 'reading'] as const)('can be called off while %s', async (what) => {
    const run = await plainRun();
    const store = what === 'writing' ? await storeWith(run) : memoryRunStore();
    let go = () => {};
    const loaded = new Promise<void>((resolve) => (go = resolve));
    const files = filesOf(store, [], async () => {
      await loaded;
      return tools;
    });
    const work = what === 'writing' ? files.write(run.head) : files.read([file(await fileOf(run))]);
    expect([files.busy, files.state.kind]).toEqual([true, what]);
    files.cancel();
    go();
    await work;
    expect(files.state).toEqual({ kind: 'cancelled', what });
    expect([saved, (await store.heads()).heads.length]).toEqual([[], what === 'writing' ? 1 : 0]);
  });
});

/** The store's functions by themselves, so that some can be changed. */
function bound(store: RunStore): RunStore {
  return {
    durable: store.durable,
    heads: () => store.heads(),
    head: (id) => store.head(id),
    create: (run) => store.create(run),
    changeHead: (id, change) => store.changeHead(id, change),
    rubric: (id) => store.rubric(id),
    sources: (id) => store.sources(id),
    caseAt: (id, row) => store.caseAt(id, row),
    cases: (id) => store.cases(id),
    append: (id, results, head) => store.append(id, results, head),
    entries: (id, from) => store.entries(id, from),
    judgement: (id, place) => store.judgement(id, place),
    judgements: (id, places) => store.judgements(id, places),
    weighables: (id, places) => store.weighables(id, places),
    size: (id) => store.size(id),
    remove: (id) => store.remove(id),
  };
}

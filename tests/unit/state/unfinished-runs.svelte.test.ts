import { describe, expect, it } from 'vitest';
import type { RunHead } from '../../../src/core/model/run';
import { UnfinishedRuns } from '../../../src/state/unfinished-runs.svelte';
import type { RunMessage } from '../../../src/storage/runs/run-channel';
import { memoryRunStore } from '../../../src/storage/runs/memory-run-store';
import { runOwnership } from '../../../src/storage/runs/run-ownership';
import { sampleHead, sampleRun } from '../storage/runs/sample-run';

async function unfinishedAmong(heads: readonly RunHead[], owned: readonly string[] = []) {
  const runs = memoryRunStore();
  for (const head of heads) await runs.create(sampleRun(head.id, 3, 2, head));
  const elsewhere = new Set(owned);
  const ownership = { ...runOwnership(null), ownedElsewhere: () => Promise.resolve(elsewhere) };
  const told: RunMessage[] = [];
  const unfinished = new UnfinishedRuns(runs, ownership, { send: (message) => told.push(message) });
  await unfinished.look();
  return { runs, unfinished, elsewhere, told, ids: () => unfinished.heads.map(({ id }) => id) };
}
const nobody = { send: () => undefined };
const at = (minute: number) => ({ created: `2026-03-01T10:0${minute}:00.000Z` });
const paused = { because: 'person', detail: '' } as const;

describe('interrupted runs', () => {
  it('are those that nobody judges and that are not over, the newest first', async () => {
    const { ids } = await unfinishedAmong(
      [
        sampleHead('old', at(1)),
        sampleHead('paused', { ...at(2), state: 'paused', pause: paused }),
        sampleHead('finished', { ...at(3), state: 'finished' }),
        sampleHead('cancelled', { ...at(4), state: 'cancelled' }),
        sampleHead('deleted', { ...at(5), removed: '2026-03-02T10:00:00.000Z' }),
        sampleHead('elsewhere', at(6)),
        sampleHead('new', at(7)),
      ],
      ['elsewhere'],
    );
    expect(ids()).toEqual(['new', 'paused', 'old']);
  });

  it('never came in from a file', async () => {
    const imported = '2026-03-05T10:00:00.000Z';
    const { ids } = await unfinishedAmong([
      sampleHead('a-colleagues', { ...at(1), state: 'paused', pause: paused, imported }),
      sampleHead('one-that-says-it-runs', { ...at(2), imported }),
      sampleHead('own', at(3)),
    ]);
    expect(ids()).toEqual(['own']);
  });

  it('are none where nothing can be read', async () => {
    const runs = memoryRunStore();
    runs.heads = () => Promise.reject(new Error('no storage'));
    const unfinished = new UnfinishedRuns(runs, runOwnership(null), nobody);
    await unfinished.look();
    expect(unfinished.heads).toEqual([]);
  });

  it('are no longer asked about once they are left, and other tabs hear of it', async () => {
    const { runs, unfinished, told, ids } = await unfinishedAmong([
      sampleHead('a', { ...at(2), state: 'paused', pause: paused }),
      sampleHead('b', at(1)),
    ]);
    await unfinished.leave('a');
    expect(ids()).toEqual(['b']);
    expect(told).toEqual([{ kind: 'head', run: 'a' }]);
    expect(await runs.head('a')).toMatchObject({ state: 'cancelled', pause: null, title: 'Run a' });
    await unfinished.look();
    expect(ids()).toEqual(['b']);
  });

  it('that another tab has finished, or goes on with, are left alone', async () => {
    const { runs, unfinished, elsewhere, ids } = await unfinishedAmong([
      sampleHead('a', at(2)),
      sampleHead('b', at(1)),
    ]);
    await runs.changeHead('a', (head) => ({ ...head, state: 'finished' }));
    elsewhere.add('b');
    await unfinished.leave('a');
    await unfinished.leave('b');
    expect(ids()).toEqual([]);
    expect((await runs.head('a'))?.state).toBe('finished');
    expect((await runs.head('b'))?.state).toBe('running');
  });

  it('stay listed when leaving them could not be stored', async () => {
    const { runs, unfinished, ids } = await unfinishedAmong([sampleHead('a')]);
    runs.changeHead = () => Promise.reject(new Error('no space'));
    await expect(unfinished.leave('a')).rejects.toThrow('no space');
    expect(ids()).toEqual(['a']);
  });

  it('are offered as soon as the tab that judged them is gone, and only if they are not over', async () => {
    const runs = memoryRunStore();
    for (const [id, minute] of [
      ['dies', 1],
      ['ends', 2],
      ['begins-later', 3],
      ['opened-here', 4],
    ] as const)
      await runs.create(sampleRun(id, 3, 2, at(minute)));
    const owned = new Map<string, () => void>();
    const free = new Map<string, Promise<void>>();
    const own = (id: string) => free.set(id, new Promise((resolve) => owned.set(id, resolve)));
    const letGo = (id: string) => {
      owned.get(id)?.();
      owned.delete(id);
    };
    const ownership = {
      ...runOwnership(null),
      knowsOwners: true,
      whenFree: (id: string) => free.get(id) ?? Promise.resolve(),
      ownedElsewhere: () => Promise.resolve(new Set(owned.keys())),
    };
    for (const id of ['dies', 'ends', 'begins-later', 'opened-here']) own(id);
    const unfinished = new UnfinishedRuns(runs, ownership, nobody);
    const ids = () => unfinished.heads.map(({ id }) => id);
    const elsewhere = () => unfinished.elsewhere.map(({ id }) => id).toSorted();
    await unfinished.look();
    expect(elsewhere()).toEqual(['begins-later', 'dies', 'ends', 'opened-here']);
    unfinished.dismiss('opened-here');
    const heard = unfinished.awaitOwner('begins-later');
    expect(ids()).toEqual([]);
    await runs.changeHead('ends', (head) => ({ ...head, state: 'finished' }));
    for (const id of ['ends', 'opened-here', 'dies', 'begins-later']) letGo(id);
    await heard;
    await expect.poll(ids).toEqual(['begins-later', 'dies']);
    expect(elsewhere()).toEqual([]);
  });

  it('are no longer offered once another tab goes on with them, but can be followed', async () => {
    const runs = memoryRunStore();
    await runs.create(sampleRun('a', 3, 2, at(1)));
    const owned = new Set<string>();
    const ownership = {
      ...runOwnership(null),
      knowsOwners: true,
      whenFree: () => new Promise<void>(() => {}),
      ownedElsewhere: () => Promise.resolve(owned),
    };
    const unfinished = new UnfinishedRuns(runs, ownership, nobody);
    await unfinished.look();
    expect(unfinished.heads).toHaveLength(1);
    owned.add('a');
    void unfinished.awaitOwner('a');
    await expect.poll(() => unfinished.elsewhere.map(({ id }) => id)).toEqual(['a']);
    expect(unfinished.heads).toEqual([]);
    unfinished.dismiss('a');
    expect(unfinished.elsewhere).toEqual([]);
  });

  it('cannot be told where tabs do not hear of each other', async () => {
    const { unfinished, ids } = await unfinishedAmong([sampleHead('a')], ['a']);
    await unfinished.awaitOwner('a');
    expect(ids()).toEqual([]);
  });

  it('are dismissed for this visit only', async () => {
    const { runs, unfinished, ids } = await unfinishedAmong([sampleHead('a')]);
    unfinished.dismiss('a');
    expect(ids()).toEqual([]);
    expect((await runs.head('a'))?.state).toBe('running');
    await unfinished.look();
    expect(ids()).toEqual(['a']);
  });
});

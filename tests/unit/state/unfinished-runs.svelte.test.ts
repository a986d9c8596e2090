import { describe, expect, it } from 'vitest';
import type { RunHead } from '../../../src/core/model/run';
import { UnfinishedRuns } from '../../../src/state/unfinished-runs.svelte';
import { memoryRunStore } from '../../../src/storage/runs/memory-run-store';
import { runOwnership } from '../../../src/storage/runs/run-ownership';
import { sampleHead, sampleRun } from '../storage/runs/sample-run';

async function unfinishedAmong(heads: readonly RunHead[], owned: readonly string[] = []) {
  const runs = memoryRunStore();
  for (const head of heads) await runs.create(sampleRun(head.id, 3, 2, head));
  const elsewhere = new Set(owned);
  const ownership = { ...runOwnership(null), ownedElsewhere: () => Promise.resolve(elsewhere) };
  const unfinished = new UnfinishedRuns(runs, ownership);
  await unfinished.look();
  return { runs, unfinished, elsewhere, ids: () => unfinished.heads.map(({ id }) => id) };
}
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

  it('are none where nothing can be read', async () => {
    const runs = memoryRunStore();
    runs.heads = () => Promise.reject(new Error('no storage'));
    const unfinished = new UnfinishedRuns(runs, runOwnership(null));
    await unfinished.look();
    expect(unfinished.heads).toEqual([]);
  });

  it('are no longer asked about once they are left', async () => {
    const { runs, unfinished, ids } = await unfinishedAmong([
      sampleHead('a', { ...at(2), state: 'paused', pause: paused }),
      sampleHead('b', at(1)),
    ]);
    await unfinished.leave('a');
    expect(ids()).toEqual(['b']);
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

  it('are dismissed for this visit only', async () => {
    const { runs, unfinished, ids } = await unfinishedAmong([sampleHead('a')]);
    unfinished.dismiss('a');
    expect(ids()).toEqual([]);
    expect((await runs.head('a'))?.state).toBe('running');
    await unfinished.look();
    expect(ids()).toEqual(['a']);
  });
});

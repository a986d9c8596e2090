import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { StorageFailure } from '../../../src/sheet/sheet-store';
import { askBeforeLeaving } from '../../../src/app/ask-before-leaving.svelte';
import { gathered, keysIn } from './looking';
import { Browser, score, ScriptedJudge, withChanged } from './tabs';

/** A page that knows whether it asks whoever closes it. */
class Page extends EventTarget {
  get asks(): boolean {
    flushSync();
    return !this.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  }
}

/** The first reply of a run comes when the storage is full. */
async function unstored() {
  const browser = new Browser();
  let full = false;
  const store = withChanged(browser.store, {
    append: (...given) =>
      full ? Promise.reject(new StorageFailure('quota', 'full')) : browser.store.append(...given),
  });
  const judge = new ScriptedJudge();
  judge.reply = () => {
    full = true;
    return score(3);
  };
  const workbench = browser.tab({ judges: [judge], store });
  const page = new Page();
  askBeforeLeaving(page, () => workbench.runner.unwrittenInAll > 0 || workbench.hasCasesOnlyHere);
  await workbench.loadSamples();
  workbench.chooseJudge('api');
  expect(page.asks, 'nothing is judged yet').toBe(false);
  const judging = workbench.judgeAll();
  await expect.poll(() => workbench.run.kind).toBe('paused');
  // A quick judge may have been asked once more before the storage refused.
  await expect.poll(() => workbench.unstored).toBe(judge.asked.length);
  const held = judge.asked.length;
  const run = workbench.runner.active?.runId ?? '';
  const giveSpace = () => {
    full = false;
    judge.reply = () => score(4);
  };
  return { browser, judge, workbench, page, judging, run, held, giveSpace };
}

describe('results that the storage refuses', () => {
  it('pause the run, are counted, and are guarded when the page is left', async () => {
    const { browser, workbench, page, run, held } = await unstored();
    expect(workbench.run).toMatchObject({ pause: { because: 'storage', storage: 'quota' } });
    expect(workbench.unstored).toBe(held);
    expect(page.asks).toBe(true);
    expect(await keysIn(browser.store, run)).toEqual([]);
  });

  it('are exported with their judgements', async () => {
    const { workbench, held } = await unstored();
    const entries = gathered(workbench)?.runs[0].entries;
    expect(entries?.filter(({ digest }) => digest?.status === 'valid')).toHaveLength(held);
    expect(entries?.[0]?.judgement?.output).toMatchObject({ quality: { score: 3 } });
  });

  it('outlive the run that is cancelled, and another sheet', async () => {
    const { workbench, page, judging, held } = await unstored();
    workbench.cancel();
    await judging;
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 0, total: 3 });
    expect([workbench.unstored, page.asks]).toEqual([held, true]);
    workbench.newSheet();
    expect([workbench.unstored, workbench.runner.unwrittenInAll, page.asks]).toEqual([0, held, true]);
  });

  it.each(['resume', 'judgeAll'] as const)(
    'of a cancelled run are stored by %s, and not asked again',
    async (goOn) => {
      const { browser, judge, workbench, judging, run, giveSpace } = await unstored();
      workbench.cancel();
      await judging;
      giveSpace();
      await workbench[goOn]();
      expect(judge.asked).toEqual(['one', 'two', 'three']);
      expect(workbench.run).toMatchObject({ kind: 'finished', failed: 0 });
      expect(await keysIn(browser.store, run)).toEqual([0, 1, 2]);
      expect(workbench.runner.unwrittenInAll).toBe(0);
    },
  );

  it.each(['run', 'sheet'] as const)('are given up with their %s when it is deleted', async (what) => {
    const { browser, workbench, page, judging, run } = await unstored();
    workbench.cancel();
    await judging;
    const sheet = workbench.sheet.id;
    const other = browser.tab();
    if (what === 'run') await other.store.removeRun(run);
    else await other.store.removeSheet(sheet);
    browser.notify(what === 'run' ? { sheet, run, removed: true } : { sheet, removed: true });
    await expect.poll(() => page.asks).toBe(false);
    expect(workbench.cases).toHaveLength(what === 'run' ? 3 : 0);
  });
});

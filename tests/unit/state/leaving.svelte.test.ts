import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { askBeforeLeaving } from '../../../src/state/leaving.svelte';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import { csvFile, importWith, type ImportDesk } from './import-for-tests';
import { workbenchWith } from './shelf-for-tests';
import { SlowJudge } from './slow-judge';
import { Browser } from './tabs-for-tests';

/** A page that knows how many listen to its end. */
class Page extends EventTarget {
  listening = 0;

  override addEventListener(...all: Parameters<EventTarget['addEventListener']>): void {
    this.listening += 1;
    super.addEventListener(...all);
  }
  override removeEventListener(...all: Parameters<EventTarget['removeEventListener']>): void {
    this.listening -= 1;
    super.removeEventListener(...all);
  }
  /** Whether it asks whoever closes it, and whether anybody listens to that. */
  get end(): [asks: boolean, listening: number] {
    flushSync();
    return [!this.dispatchEvent(new Event('beforeunload', { cancelable: true })), this.listening];
  }
}
const asks = [true, 1];
const asksNothing = [false, 0];

/** The samples are put to a judge, and the storage is full when the first reply comes. */
async function unstored() {
  const browser = new Browser();
  const tab = browser.open();
  const slow = new SlowJudge('slow');
  const workbench = workbenchWith([slow.judge], {}, browser.store, tab.ownership, tab.channel);
  const page = new Page();
  askBeforeLeaving(page, () => workbench.unstoredInAll > 0);
  await workbench.loadSamples();
  workbench.setup.chooseJudge('slow');
  const judging = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(1);
  expect(page.end, 'a run that is simply going').toEqual(asksNothing);
  const append = browser.store.append.bind(browser.store);
  browser.store.append = () => Promise.reject(new StorageFailure('quota', 'full'));
  slow.answer();
  await expect.poll(() => workbench.run.kind).toBe('paused');
  expect(page.end, 'a result that is not stored').toEqual(asks);
  const id = (await browser.store.heads()).heads[0]?.id ?? '';
  return { browser, slow, workbench, judging, page, id, giveSpace: () => (browser.store.append = append) };
}

describe('whoever leaves the page', () => {
  it('is asked exactly while something would be lost', () => {
    let results = $state(0);
    const page = new Page();
    askBeforeLeaving(page, () => results > 0);
    const seen = [0, 1, 2, 0, 3].map((count) => {
      results = count;
      return page.end;
    });
    expect(seen).toEqual([asksNothing, asks, asks, asksNothing, asks]);
  });

  it('is asked while a run holds what could not be stored, and no more once it is', async () => {
    const { slow, workbench, judging, page, giveSpace } = await unstored();
    giveSpace();
    void workbench.resume();
    await expect.poll(() => slow.asked).toBe(1);
    await expect.poll(() => workbench.unstoredInAll).toBe(0);
    expect(page.end, 'it goes on').toEqual(asksNothing);
    workbench.cancel();
    await judging;
    expect(page.end).toEqual(asksNothing);
  });

  it('is asked about a run that was called off and is not on the table, until it is deleted', async () => {
    const { workbench, judging, page, id } = await unstored();
    workbench.cancel();
    await judging;
    expect(page.end, 'called off').toEqual(asks);
    workbench.clearCases();
    expect(page.end, 'its cases removed').toEqual(asks);
    workbench.chooseRubric('second');
    expect(page.end, 'another rubric laid out').toEqual(asks);
    await workbench.hear({ kind: 'removed', run: id });
    expect(page.end, 'deleted').toEqual(asksNothing);
  });

  it('is asked about a run that was opened from history, until it is stored', async () => {
    const { slow, workbench, judging, page, id, giveSpace } = await unstored();
    workbench.cancel();
    await judging;
    workbench.clearCases();
    await workbench.openRun(id);
    expect(page.end, 'opened').toEqual(asks);
    workbench.closeRun();
    expect(page.end, 'closed').toEqual(asks);
    await workbench.openRun(id);
    giveSpace();
    const goingOn = workbench.resume();
    const answered = () => {
      if (slow.asked > 0) slow.answer();
      return workbench.run.kind;
    };
    await expect.poll(answered).toBe('finished');
    await goingOn;
    expect(page.end, 'stored').toEqual(asksNothing);
  });
});

const two = 'id,text\nd,four\ne,five\n';
const onPage = ({ workbench }: ImportDesk) => {
  const page = new Page();
  askBeforeLeaving(page, () => workbench.hasCasesOnlyHere);
  return page;
};
async function paste({ caseImport }: ImportDesk, text = two): Promise<void> {
  await caseImport.openText(text);
  await caseImport.take();
}
async function bringFile({ caseImport, preview }: ImportDesk, mended?: string): Promise<void> {
  await caseImport.open([csvFile(two)]);
  if (mended !== undefined) await preview().changeCell(0, 1, mended);
  await caseImport.take();
}

describe('whoever leaves the page with cases that no run has', () => {
  it.each<[string, boolean, (desk: ImportDesk) => unknown]>([
    ['samples', false, ({ workbench }) => workbench.loadSamples()],
    ['rows of a file', false, (desk) => bringFile(desk)],
    ['rows of a file, one of them mended', true, (desk) => bringFile(desk, 'mended')],
    ['pasted rows', true, (desk) => paste(desk)],
    ['a case to be filled in', false, ({ workbench }) => workbench.changes.addEmpty('New')],
    [
      'a sample that was changed',
      true,
      async ({ workbench }) => {
        await workbench.loadSamples();
        workbench.changes.put({ id: 'a', label: 'First', input: { text: 'changed' } });
      },
    ],
  ])('is asked only where they can be had nowhere else: %s, %s', async (_, asked, bring) => {
    const desk = importWith();
    const page = onPage(desk);
    await desk.workbench.loadRubric();
    await bring(desk);
    expect(desk.workbench.cases).not.toEqual([]);
    expect(page.end).toEqual(asked ? asks : asksNothing);
  });

  it('is asked no more once a run has them, and again once one is changed or the run is gone', async () => {
    const desk = importWith();
    const { workbench } = desk;
    const page = onPage(desk);
    await paste(desk);
    await workbench.judgeAll();
    expect(page.end, 'judged').toEqual(asksNothing);
    workbench.changes.put({ id: 'd', input: { text: 'changed' } });
    expect(page.end, 'changed').toEqual(asks);
    workbench.changes.put({ id: 'd', input: { text: 'four' } });
    expect(page.end, 'as it was').toEqual(asksNothing);
    const id = (await workbench.runs.heads()).heads[0]?.id ?? '';
    await workbench.hear({ kind: 'removed', run: id });
    expect(page.end, 'its run deleted').toEqual(asks);
  });

  it('is asked until each is judged, where they are judged one by one', async () => {
    const desk = importWith();
    const { workbench } = desk;
    const page = onPage(desk);
    await paste(desk);
    const seen = [];
    for (const { id } of workbench.cases) {
      workbench.select(id);
      await workbench.judgeSelected();
      workbench.judgements.flush();
      seen.push(page.end);
    }
    expect(seen).toEqual([asks, asksNothing]);
  });

  it('is asked whatever is on the table, and not about those that were removed', async () => {
    const desk = importWith();
    const { workbench } = desk;
    const page = onPage(desk);
    await paste(desk);
    workbench.chooseRubric('second');
    expect(page.end, 'another rubric laid out').toEqual(asks);
    workbench.chooseRubric('first');
    workbench.clearCases();
    expect(page.end, 'removed').toEqual(asksNothing);
    workbench.changes.undo();
    expect(page.end, 'brought back').toEqual(asks);
  });

  it('is asked about those that were added to an opened run, until the run is laid out as it is stored', async () => {
    const desk = importWith();
    const { workbench } = desk;
    const page = onPage(desk);
    await workbench.loadSamples();
    await workbench.judgeAll();
    workbench.clearCases();
    await workbench.openRun((await workbench.runs.heads()).heads[0]?.id ?? '');
    expect(page.end, 'opened').toEqual(asksNothing);
    await paste(desk);
    expect(page.end, 'added').toEqual(asks);
    workbench.closeRun();
    expect(page.end, 'closed').toEqual(asks);
    await workbench.openRun((await workbench.runs.heads()).heads[0]?.id ?? '');
    await workbench.showAsStored();
    expect(page.end, 'as it is stored').toEqual(asksNothing);
    workbench.changes.undo();
    expect(page.end, 'brought back').toEqual(asks);
  });
});

import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { download } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { asksWhoeverLeaves } from '../support/leaving';
import { fillUp, limitSpace } from './little-space';
import {
  asked,
  askedEach,
  beginAndHold,
  beginHeld,
  button,
  expectStatus,
  interrupted,
  prepareRun,
  scoredRows,
  times,
} from './run-steps';

test.describe.configure({ timeout: 90_000 });

async function exportedLines(page: Page): Promise<number> {
  const { path } = await download(page, 'Export JSONL');
  return (await readFile(path, 'utf8')).trimEnd().split('\n').length;
}

test('no space left: what is judged is kept and told, runs can be deleted in History, and nothing is asked twice', async ({
  page,
  open,
  startJudge,
  site,
}) => {
  const server = await startJudge();
  const giveSpace = await limitSpace(page, site);
  await open();
  await prepareRun(page, server, { cases: 12 });
  await button(page, 'Judge all').click();
  await expectStatus(page, '12 cases judged in');
  server.hold();
  await button(page, 'Judge all').click();
  await expect(page.getByRole('alert')).toHaveText('Every case is already judged with these settings.');
  await button(page, 'Judge all again as a new run').click();
  await expect.poll(() => server.inFlight().now).toBe(2);
  server.letGo(2);
  await expectStatus(page, 'Judging 3 of 12…');
  await expect.poll(() => server.inFlight().now).toBe(2);
  expect(await asksWhoeverLeaves(page), 'a run that is simply going').toBe(false);

  await fillUp(page);
  server.letGo(2);
  await expectStatus(page, /^Paused, because the browser would not store more\. 2 of 12 judged and stored\./);
  server.letGo();
  await expect.poll(() => server.inFlight().now).toBe(0);
  // Two are stored; whatever else was out by then has come, and is told apart.
  const held = asked(server) - 12 - 2;
  expect(held).toBeGreaterThanOrEqual(2);
  await expectStatus(page, `${held} judged and not stored yet`);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  const korean = page.getByRole('status', { name: '실행 상태' });
  await expect(korean).toContainText(`저장하지 못한 것이 ${held}건`);
  expect(await korean.textContent()).not.toMatch(/[a-z]{3}/);
  await page.getByRole('combobox', { name: '언어' }).selectOption('en');

  await button(page, 'Cancel').click();
  await expectStatus(page, 'Cancelled. 2 of 12 judged and stored.');
  await expectStatus(page, `${held} judged and not stored yet`);

  const leaving = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await leaving;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await page.getByRole('link', { name: 'History' }).click();
  const sheet = page.getByRole('article');
  // The menu of the sheet comes first, then those of its runs, the newest first.
  const choose = async (menu: number, action: string) => {
    await sheet.locator('summary').nth(menu).click();
    await sheet.getByRole('button', { name: action, exact: true }).filter({ visible: true }).click();
  };
  // A note that finds no space stays in its form.
  await choose(1, 'Rename and note');
  const note = page.getByRole('textbox', { name: 'Note' });
  // Chromium may have tidied up meanwhile.
  await fillUp(page);
  await note.fill('Compare with Monday');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('could not be changed: the browser gives');
  await expect(note).toHaveValue('Compare with Monday');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const file = page.waitForEvent('download');
  await choose(0, 'Export sheet file');
  const lines = gunzipSync(await readFile(await (await file).path()))
    .toString()
    .match(/"judgement":\{/g);
  expect(lines, 'what is not stored is in the file').toHaveLength(12 + 2 + held);
  await choose(2, 'Delete run');
  await expect(sheet.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'Workbench' }).click();
  expect(await exportedLines(page)).toBe(2 + held);
  // Chromium gives back what was deleted when it tidies its files up, which may be later.
  await giveSpace();
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  await expect(page.getByText('not stored yet')).toHaveCount(0);
  expect(await asksWhoeverLeaves(page), 'all is stored').toBe(false);
  expect(askedEach(server)).toEqual(times(12, 2));
});

test('no space left for a new run: nobody is asked before there is, whether it waits or is cancelled', async ({
  page,
  open,
  startJudge,
  site,
}) => {
  const server = await startJudge();
  const giveSpace = await limitSpace(page, site);
  await open();
  await prepareRun(page, server, { cases: 12 });
  await fillUp(page);
  const waits = /^Paused, because the browser would not store more\. 0 of 12 judged and stored\./;
  await button(page, 'Judge all').click();
  await expectStatus(page, waits);
  await button(page, 'Cancel').click();
  await expectStatus(page, 'Nothing has been judged yet.');
  await expect(button(page, 'Resume')).toHaveCount(0);
  await button(page, 'Judge all').click();
  await expectStatus(page, waits);
  expect(asked(server)).toBe(0);
  await giveSpace();
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  expect(askedEach(server)).toEqual(times(12, 1));
  await page.reload();
  await expect(scoredRows(page)).toHaveCount(12);
  await expect(page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button')).toHaveCount(1);
});

test('a newer Assay takes over the storage in mid-run: nobody is asked any more, and the run is free', async ({
  page,
  open,
  startJudge,
  context,
}) => {
  const server = await startJudge();
  await open();
  await beginAndHold(page, server, 2, { cases: 12 });
  const out = asked(server);
  const newer = await context.newPage();
  await newer.route('**/other-version', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await newer.goto('./other-version');
  await newer.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('assay', 1_000);
        opening.onsuccess = () => resolve();
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
      }),
  );
  await expectStatus(page, /^Stopped: this tab is of an older version.* 2 of 12 judged and stored\. Reload/);
  await expect(button(page, 'Reload')).toBeVisible();
  await expect.poll(() => server.inFlight().now).toBe(0);
  expect(asked(server)).toBe(out);
  await expect
    .poll(() => newer.evaluate(async () => (await navigator.locks.query()).held?.length ?? 0))
    .toBe(0);
  expect(await exportedLines(page)).toBe(2);
});

test('without IndexedDB the page judges all the same, and keeps nothing', async ({
  page,
  open,
  startJudge,
  context,
}) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'indexedDB');
    Reflect.deleteProperty(Window.prototype, 'indexedDB');
  });
  const server = await startJudge();
  await open();
  expect(await page.evaluate(() => 'indexedDB' in window)).toBe(false);
  await beginHeld(page, server, { cases: 4 });
  await button(page, 'Pause').click();
  server.letGo();
  await expectStatus(page, 'Paused. 2 of 4 judged.');
  await button(page, 'Resume').click();
  await expectStatus(page, '4 cases judged in');
  const { path } = await download(page, 'Export JSONL');
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(4);
  expect(askedEach(server)).toEqual(times(4));
  await open();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Judge all' })).toBeVisible();
  await expect(interrupted(page)).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Results' })).toHaveCount(0);
});

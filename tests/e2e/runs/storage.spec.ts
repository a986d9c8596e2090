import { readFile } from 'node:fs/promises';
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
  const runs = page.getByRole('article');
  await expect(runs).toHaveCount(2);
  // A note that finds no space stays in its form, and a run file says what is not in it.
  await runs
    .first()
    .getByRole('button', { name: /^Name and note/ })
    .click();
  const note = page.getByRole('textbox', { name: 'Note' });
  // Chromium may have tidied up meanwhile.
  await fillUp(page);
  await note.fill('Compare with Monday');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('could not be changed: the browser gives');
  await expect(note).toHaveValue('Compare with Monday');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const file = page.waitForEvent('download');
  await runs
    .first()
    .getByRole('button', { name: /^Export run file/ })
    .click();
  await file;
  await expect(page.getByText(`${held} judged and not stored yet are not in it`)).toBeVisible();
  await runs
    .last()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(runs).toHaveCount(1);
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

test('no space left for a new run: it waits, and what was asked by then is not asked again', async ({
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
  await button(page, 'Judge all').click();
  await expectStatus(page, /^Paused, because the browser would not store more\. 0 of 12 judged and stored\./);
  await expect.poll(() => server.inFlight().now).toBe(0);
  // Questions go out while it is being stored.
  expect(asked(server)).toBeLessThanOrEqual(4);
  await giveSpace();
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  expect(askedEach(server)).toEqual(times(12, 1));
  await page.reload();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a new run that found no space and is cancelled promises no resuming: what it has is to be exported', async ({
  page,
  open,
  startJudge,
  site,
}) => {
  const server = await startJudge();
  await limitSpace(page, site);
  await open();
  await beginHeld(page, server, { cases: 12 });
  server.letGo();
  await expectStatus(page, '12 cases judged in');
  await fillUp(page);
  await button(page, 'Judge all').click();
  await expectStatus(page, /^Paused, because the browser would not store more\. 0 of 12/);
  await expect.poll(() => server.inFlight().now).toBe(0);
  await button(page, 'Cancel').click();
  await expectStatus(page, /^Cancelled\./);
  // Not the run before, which is there and finished.
  await expect(button(page, 'Resume')).toHaveCount(0);
  await expect(page.getByText('a resumed run')).toHaveCount(0);
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
        const opening = indexedDB.open('assay-runs', 1_000);
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

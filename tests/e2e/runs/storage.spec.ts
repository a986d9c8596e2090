import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { judgeSamples } from '../fixtures/workbench-steps';
import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { exportedLines } from '../support/judged-line';
import { expect } from '../support/test';
import { asksBeforeLeaving } from '../support/page';
import { asked, askedEach, beginAndHold, button, expectStatus, prepareRun, times } from './run-steps';

test.describe.configure({ timeout: 90_000 });

/** Gives the page little space, and tells how to take that back. */
async function limitSpace(page: Page, site: string): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(site);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
  return () => devtools.send('Storage.overrideQuotaForOrigin', { origin });
}

/** Takes all the space that is left, as other pages of the same host might. */
async function fillUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('of-others');
      opening.onupgradeneeded = () => opening.result.createObjectStore('bytes', { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
    });
    const put = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('bytes', 'readwrite');
        transaction.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(size)));
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
      });
    for (const size of [50_000, 5_000, 500]) while (await put(size));
    database.close();
  });
}

/** Opens the page's database as another version of Assay would, and holds on to it whatever the others ask for. */
async function openVersion(page: Page, version: number): Promise<void> {
  await page.route('**/other-version', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('./other-version');
  await page.evaluate(async (wanted) => {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('assay', wanted);
      opening.onsuccess = () => resolve();
      opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
    });
  }, version);
}

test('storage full: judged results are kept and shown, History frees space, and nothing is asked twice', async ({
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
  expect(await asksBeforeLeaving(page), 'a run that is simply going').toBe(false);

  await fillUp(page);
  server.letGo(2);
  await expectStatus(page, /^Paused\. The browser stopped storing results\. 2 of 12 judged and stored\./);
  server.letGo();
  await expect.poll(() => server.inFlight().now).toBe(0);
  // Two are stored; whatever else was out by then has come, and is told apart.
  const held = asked(server) - 12 - 2;
  expect(held).toBeGreaterThanOrEqual(2);
  await expectStatus(page, `${held} judged but not stored yet`);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  const korean = page.getByRole('status', { name: '실행 상태' });
  await expect(korean).toContainText(`저장하지 못한 것이 ${held}건`);
  expect(await korean.textContent()).not.toMatch(/[a-z]{3}/);
  await page.getByRole('combobox', { name: '언어' }).selectOption('en');

  await button(page, 'Cancel').click();
  await expectStatus(page, 'Stopped. 2 of 12 judged and stored.');
  await expectStatus(page, `${held} judged but not stored yet`);

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
  expect(await exportedLines(page)).toHaveLength(2 + held);
  // Chromium gives back what was deleted when it tidies its files up, which may be later.
  await giveSpace();
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  await expect(page.getByText('not stored yet')).toHaveCount(0);
  expect(await asksBeforeLeaving(page), 'all is stored').toBe(false);
  expect(askedEach(server)).toEqual(times(12, 2));
});

test('a newer Assay takes over the storage in mid-run: this tab stops asking and releases the run', async ({
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
  await openVersion(newer, 1_000);
  await expectStatus(page, /^Stopped\. This tab runs an older version.* 2 of 12 judged and stored\. Reload/);
  await expect(button(page, 'Reload')).toBeVisible();
  await expect.poll(() => server.inFlight().now).toBe(0);
  expect(asked(server)).toBe(out);
  await expect
    .poll(() => newer.evaluate(async () => (await navigator.locks.query()).held?.length ?? 0))
    .toBe(0);
  await button(page, 'Reload').click();
  await expect(page.getByRole('alert')).toContainText('it no longer stores anything');
});

test('a page whose storage cannot be opened says that nothing is kept, and judges', async ({
  page,
  open,
  context,
}) => {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await open();
  const notice = page.getByRole('status').filter({ hasText: 'does not let the page store anything' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  expect(await asksBeforeLeaving(page)).toBe(false);
  await judgeSamples(page);
  await expect(notice).toBeVisible();
  expect(await asksBeforeLeaving(page)).toBe(true);
});

test('a browser without locks warns that tabs cannot see each other’s runs', async ({ page, open }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
  await open();
  await expect(page.getByText('Keep Assay open in one tab only.')).toBeVisible();
  await judgeSamples(page);
});

test.describe('in Korean', () => {
  test.use({ locale: 'ko-KR' });

  test('a page that waits for an old tab asks to close it, and then goes on by itself', async ({
    page,
    context,
  }) => {
    const old = await context.newPage();
    await openVersion(old, 1);
    // Version 1 is the first there is, so the page asks as the next version of Assay would.
    await page.addInitScript(() => {
      const open = indexedDB.open.bind(indexedDB);
      Object.defineProperty(indexedDB, 'open', {
        value: (name: string, version?: number) => open(name, name === 'assay' ? 2 : version),
      });
    });
    await page.goto('./');
    await expect(page.getByRole('alert')).toContainText('이전 버전의 Assay');
    await expectAccessible(page);
    await old.close();
    await expect(page.getByRole('table', { name: '결과' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

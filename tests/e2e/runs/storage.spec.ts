import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { download } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { asked, askedEach, beginHeld, button, expectStatus, interrupted, times } from './run-steps';

test.describe.configure({ timeout: 90_000 });

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

test('no space left: the run waits and says what to do, what is stored can be exported, then it goes on', async ({
  page,
  open,
  startJudge,
  context,
  site,
}) => {
  const server = await startJudge();
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(site);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
  await open();
  await beginHeld(page, server, { cases: 12 });
  server.letGo(2);
  await expectStatus(page, 'Judging 3 of 12…');
  await expect.poll(() => server.inFlight().now).toBe(2);

  await fillUp(page);
  server.letGo(2);
  await expectStatus(
    page,
    /^Paused, because the browser would not store more: .*free disk space, then resume\.$/,
  );
  await expectAccessible(page);
  const { path } = await download(page, 'Export JSONL');
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(2);
  // Two are stored and two could not be; two more at most were out by then.
  const out = asked(server);
  expect(out).toBeGreaterThanOrEqual(4);
  expect(out).toBeLessThanOrEqual(6);
  const said = await page.getByRole('status', { name: 'Run status' }).evaluateHandle((status) => {
    const words: string[] = [];
    const heard = () => words.push(status.textContent);
    new MutationObserver(heard).observe(status, { subtree: true, childList: true, characterData: true });
    return words;
  });
  await button(page, 'Resume').click();
  // It says something else in between: that it paused before is no answer.
  await expect
    .poll(() => said.evaluate((words) => words.at(-1) ?? ''))
    .toMatch(/^Paused, because the browser would not store more/);
  expect(asked(server)).toBe(out);

  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  server.letGo();
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  // What was judged and could not be stored is not asked again.
  expect(askedEach(server)).toEqual(times(12));
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

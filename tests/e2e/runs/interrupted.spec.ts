import { openJudge } from '../fixtures/workbench-steps';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { apiKey, test } from '../support/judge-server';
import { expect } from '../support/test';
import {
  asked,
  askedEach,
  beginAndHold,
  beginHeld,
  button,
  expectStatus,
  interrupted,
  scoredRows,
  times,
} from './run-steps';

test.describe.configure({ timeout: 90_000 });

const waits = 'This run was interrupted. 2 of 6 judged. Resume continues where it stopped.';
/** The two questions that were out when the page was left. */
const askedTwice = { 'case-3': 2, 'case-4': 2 };

test('a reload brings back the sheet of an interrupted run, which goes on once no other run does, with its own rubric', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  await open();
  await beginAndHold(page, server, 2, { cases: 6, key: '' });
  await page.reload();
  const scored = scoredRows(page);
  await expect(scored).toHaveCount(2);
  await expectStatus(page, waits);
  await expect(interrupted(page)).toContainText(
    /“cases.csv” was interrupted: 2 of 6 judged\..*Brand entity extraction · judge-1 · started \w+ \d+, \d{4}, \d+:\d{2}/s,
  );
  await expect(interrupted(page).getByRole('button')).toHaveText(['Resume', 'Open', 'Not now']);
  await expectAccessible(page);
  await expect.poll(() => server.inFlight().now).toBe(0);

  await page.getByRole('button', { name: 'New sheet' }).click();
  await beginHeld(page, server, { cases: 3, key: '' });
  const resume = interrupted(page).getByRole('button', { name: 'Resume' });
  await expect(resume).toBeDisabled();
  await expect(resume).toHaveAccessibleDescription(
    'Another run is in progress in this tab. It must end before this one can continue.',
  );
  await interrupted(page).getByRole('button', { name: 'Open' }).click();
  await expect(interrupted(page), 'the run bar says it').toHaveCount(0);
  await expectStatus(page, waits);
  await expect(button(page, 'Resume')).toBeDisabled();
  await expect(page.getByText('Another run is in progress: 0 of 3 judged.')).toBeVisible();
  await expectAccessible(page);
  server.letGo();
  await expect(button(page, 'Resume')).toBeEnabled();
  await expect(scored, 'the other sheet has those').toHaveCount(2);

  // The run is given a rubric that the page does not have.
  await page.evaluate(addToStoredRubrics, 'The rubric as it was then.');
  await page.reload();
  await expect(interrupted(page)).toBeVisible();
  const before = server.seen.length;
  const letGo = await holdLocks(page);
  await interrupted(page).getByRole('button', { name: 'Resume' }).click();
  const resuming = page.getByRole('button', { name: 'Resuming…', exact: true });
  await expect(resuming).toBeDisabled();
  await expect(resuming).toHaveAttribute('aria-busy', 'true');
  await letGo();
  await expectStatus(page, '6 cases judged in');
  await expect(scored).toHaveCount(6);
  await expect(page.getByRole('combobox', { name: 'Judge' })).toHaveValue('api');
  await openJudge(page);
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(server.baseUrl);
  expect(server.seen.slice(before).map(({ body }) => body.includes('The rubric as it was then.'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  await page.reload();
  await expect(scored).toHaveCount(6);
  await expect(interrupted(page)).toHaveCount(0);
});

test('a run that is left is not asked about again; Judge all fills its empty cells, once it has its key', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await beginAndHold(page, server, 2, { cases: 6 });
  await page.reload();
  const wanted = `Enter the API key for ${new URL(server.origin).host} to resume.`;
  await expect(interrupted(page)).toContainText(wanted);
  await expect(button(page, 'Resume')).toHaveAccessibleDescription(wanted);
  await interrupted(page).getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByLabel('API key')).toBeFocused();
  await expectStatus(page, waits);
  await page.reload();
  await interrupted(page).getByRole('button', { name: 'Not now' }).click();
  await expect(interrupted(page)).toHaveCount(0);
  await expectStatus(page, 'Stopped. 2 of 6 judged. Nothing was lost.');
  await expect(button(page, 'Resume'), 'nothing is ordered any more').toHaveCount(0);
  await page.reload();
  await expect(scoredRows(page)).toHaveCount(2);
  await expect(interrupted(page)).toHaveCount(0);
  expect(asked(server)).toBe(4);
  server.letGo();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await button(page, 'Judge all').click();
  await expectStatus(page, /^Paused. The judge cannot continue: .* does not accept the API key/);
  await openJudge(page);
  await page.getByLabel('API key').fill(apiKey);
  await button(page, 'Resume').click();
  await expectStatus(page, '6 cases judged in');
  await expect(page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button')).toHaveCount(1);
  expect(askedEach(server)).toEqual({ ...times(6), ...askedTwice });
});

/** In the page: writes these words before the prompt of every stored rubric. */
async function addToStoredRubrics(words: string): Promise<void> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
    });
  const database = await settled(indexedDB.open('assay'));
  const store = database.transaction('rubrics', 'readwrite').objectStore('rubrics');
  for (const key of await settled(store.getAllKeys())) {
    const text = String(await settled<unknown>(store.get(key)));
    const { contract, prompt }: Record<string, unknown> = JSON.parse(text);
    await settled(store.put(JSON.stringify({ contract, prompt: `${words}\n\n${String(prompt)}` }), key));
  }
  database.close();
}

/** Holds back every lock, and so a run that is resumed. Returns what gives them. */
async function holdLocks(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const free = new Promise((resolve) => {
      addEventListener('let-go', resolve, { once: true });
    });
    for (const name of ['query', 'request']) {
      const original: unknown = Reflect.get(LockManager.prototype, name);
      if (typeof original !== 'function') throw new Error(`Expected locks that can ${name}.`);
      Reflect.set(LockManager.prototype, name, async function (this: LockManager, ...asked: unknown[]) {
        await free;
        const given: unknown = await Reflect.apply(original, this, asked);
        return given;
      });
    }
  });
  return () =>
    page.evaluate(() => {
      dispatchEvent(new Event('let-go'));
    });
}

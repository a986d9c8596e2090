import type { Locator, Page } from 'playwright/test';
import { holdLocks } from '../fixtures/stored-run-steps';
import { expectAccessible } from '../support/axe';
import { test, type StartJudge } from '../support/judge-server';
import { expect } from '../support/test';
import type { LoopbackJudge } from '../../support/loopback-judge/loopback-judge';
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

/** A run whose page was reloaded after two of its six cases. Gives the judge, who holds back. */
async function reloadedRun(page: Page, startJudge: StartJudge): Promise<LoopbackJudge> {
  const server = await startJudge({ key: null });
  await page.goto('./');
  await beginAndHold(page, server, 2, { cases: 6, key: '' });
  await page.reload();
  await expect(interrupted(page)).toContainText('“cases.csv” was interrupted: 2 of 6 judged.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  return server;
}

const askedTwice = { 'case-3': 2, 'case-4': 2 };
const waits = 'This run was interrupted. 2 of 6 judged; it can go on where it was.';
const resultsOf = (page: Page) => page.getByRole('region', { name: 'Results' });
const judgeThisCase = (page: Page) =>
  page.getByRole('region', { name: 'Judgement' }).getByRole('button', { name: 'Judge this case' }).first();

async function toHistory(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'History' }).click();
  return page.getByRole('list', { name: 'Sheets' }).getByRole('article');
}
/** The menu of the newest run of a sheet. */
async function openRunMenu(sheet: Locator): Promise<void> {
  await sheet.locator('summary').nth(1).click();
}

test('a reload brings back the sheet of an interrupted run, which goes on', async ({ page, startJudge }) => {
  const server = await reloadedRun(page, startJudge);
  const scored = scoredRows(page);
  await expect(scored).toHaveCount(2);
  await expectStatus(page, waits);
  await expect(interrupted(page)).toContainText(
    /Brand entity extraction · judge-1 · begun \w+ \d+, \d{4}, \d+:\d{2}/,
  );
  await expect(interrupted(page).getByRole('button')).toHaveText(['Resume', 'Open', 'Leave it']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New sheet' }).click();
  await expect(scored).toHaveCount(0);
  await interrupted(page).getByRole('button', { name: 'Open' }).click();
  await expect(scored).toHaveCount(2);
  await expect(interrupted(page), 'the run bar says it').toHaveCount(0);
  await expectStatus(page, waits);
  expect(asked(server)).toBe(4);

  server.letGo();
  await button(page, 'Resume').click();
  await expectStatus(page, '6 cases judged in');
  await expect(page.getByRole('combobox', { name: 'Judge' })).toHaveValue('api');
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(server.baseUrl);
  await expect(page.getByRole('textbox', { name: 'Model', exact: true })).toHaveValue('judge-1');
  await expect(scored).toHaveCount(6);
  expect(askedEach(server)).toEqual({ ...times(6), ...askedTwice });
  await page.reload();
  await expect(scored).toHaveCount(6);
  await expectStatus(page, '6 cases judged in');
  await expect(interrupted(page)).toHaveCount(0);
});

test('on a phone an interrupted run says why it cannot be taken up, and then goes on among its results', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Load sample cases' }), 'the first step').toBeVisible();
  await interrupted(page).getByRole('button', { name: 'Open' }).click();
  const results = resultsOf(page);
  await expect(results.getByRole('status').first()).toContainText(waits);
  const resume = results.getByRole('button', { name: 'Resume' });
  await expect(resume).toBeEnabled();
  await expectAccessible(page);
  await page.evaluate(() => {
    const read = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'get');
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('not now', 'UnknownError');
    };
    addEventListener('mended', () => Object.defineProperty(IDBObjectStore.prototype, 'get', read ?? {}));
  });
  await resume.click();
  await expect(results.getByRole('alert').first()).toContainText(/^The browser refused to store or read/);
  await expect(page.getByText('Not saved.')).toHaveCount(0);
  await expect(resume).toBeEnabled();
  await expectAccessible(page);
  await page.evaluate(() => {
    dispatchEvent(new Event('mended'));
  });
  server.letGo();
  await resume.click();
  await expect(scoredRows(page)).toHaveCount(6);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(askedEach(server)).toEqual({ ...times(6), ...askedTwice });
});

const placesOfResume: [string, (page: Page) => Promise<Locator>][] = [
  ['where unfinished runs are told', (page) => Promise.resolve(interrupted(page))],
  [
    'in the history',
    async (page) => {
      const sheet = await toHistory(page);
      await openRunMenu(sheet);
      return sheet;
    },
  ],
  [
    'on a phone',
    async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await interrupted(page).getByRole('button', { name: 'Open' }).click();
      return resultsOf(page);
    },
  ],
];
for (const [where, reach] of placesOfResume) {
  test(`a run that is resumed ${where} says so until it goes on, and is taken up once`, async ({
    page,
    startJudge,
  }) => {
    const server = await reloadedRun(page, startJudge);
    const place = await reach(page);
    const resume = place.getByRole('button', { name: 'Resume', exact: true });
    await expect(resume).toBeEnabled();
    server.letGo();
    const letGo = await holdLocks(page);
    await resume.click();
    const resuming = page.getByRole('button', { name: 'Resuming…', exact: true });
    await expect(resuming).toBeDisabled();
    await expect(resuming).toHaveAttribute('aria-busy', 'true');
    if (where === 'on a phone') {
      await expect(resuming).toBeFocused();
      await page.keyboard.press('Enter');
    } else await expect(judgeThisCase(page)).toBeDisabled();
    await expectAccessible(page);
    await letGo();
    await expect(scoredRows(page)).toHaveCount(6, { timeout: 20_000 });
    if (where !== 'on a phone') await expect(judgeThisCase(page)).toBeEnabled();
    expect(askedEach(server)).toEqual({ ...times(6), ...askedTwice });
  });
}

test('unfinished runs are told by their names, and those of files are not resumed', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  const sheets = await toHistory(page);
  await openRunMenu(sheets);
  await sheets.getByRole('button', { name: 'Rename and note' }).filter({ visible: true }).click();
  await sheets.getByLabel('Name', { exact: true }).fill('Monday baseline');
  await sheets.getByRole('button', { name: 'Save' }).click();
  await expect(sheets.getByRole('button', { name: 'Monday baseline', exact: true })).toBeVisible();
  const workbench = page.getByRole('link', { name: 'Workbench' });
  await workbench.click();
  await expect(interrupted(page), 'at once').toContainText('“Monday baseline” was interrupted');
  await toHistory(page);
  const download = page.waitForEvent('download');
  await sheets.locator('summary').first().click();
  await sheets
    .getByRole('button', { name: 'Export sheet file', exact: true })
    .filter({ visible: true })
    .click();
  await page.getByLabel('Open sheet file').setInputFiles(await (await download).path());
  await expect(sheets).toHaveCount(2);
  await workbench.click();
  await page.reload();
  await expect(interrupted(page)).toContainText('“Monday baseline” was interrupted: 2 of 6 judged.');
  await expect(interrupted(page)).toContainText('cases.csv · Brand entity extraction · judge-1 · begun');
  await expect(interrupted(page).getByRole('button', { name: 'Resume' })).toHaveCount(1);

  await interrupted(page).getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => server.inFlight().now).toBe(2);
  await button(page, 'Pause').click();
  server.letGo(2);
  await expectStatus(page, 'Paused. 4 of 6 judged.');
  await page.reload();
  await expect(interrupted(page)).toContainText('“Monday baseline” is paused: 4 of 6 judged.');
  await expect(interrupted(page).getByRole('button', { name: 'Resume' })).toHaveCount(1);
  await expectAccessible(page);
  server.letGo();
});

test('while another run goes on, it is said in words why none can go on or begin', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await page.getByRole('button', { name: 'New sheet' }).click();
  await beginHeld(page, server, { cases: 3, key: '' });
  const why = 'Another run is going on in this tab. It must end before this one can go on.';
  const resume = interrupted(page).getByRole('button', { name: 'Resume' });
  await expect(interrupted(page).getByText(why)).toBeVisible();
  await expect(resume).toBeDisabled();
  await expect(resume).toHaveAccessibleDescription(why);
  const sheets = await toHistory(page);
  await openRunMenu(sheets.filter({ hasText: 'Interrupted' }));
  const listed = sheets.getByRole('button', { name: 'Resume' }).filter({ visible: true });
  await expect(listed).toBeDisabled();
  await expect(listed).toHaveAccessibleDescription(
    'Another run is going on in this tab. Wait until it ends, or cancel it.',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Workbench' }).click();

  await interrupted(page).getByRole('button', { name: 'Open' }).click();
  await expectStatus(page, waits);
  await expect(button(page, 'Resume')).toBeDisabled();
  await expect(page.getByText('Another run is going on: 0 of 3 judged.')).toBeVisible();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  const busy = 'A run is under way in this tab. It must end before another one can begin.';
  await expect(judgement.getByText(busy)).toBeVisible();
  await expect(judgeThisCase(page)).toBeDisabled();
  await expect(judgeThisCase(page)).toHaveAccessibleDescription(busy);
  await expectAccessible(page);
  server.letGo();
  await expect(judgeThisCase(page)).toBeEnabled();
  await expect(judgement.getByText(busy)).toHaveCount(0);
  await expect(button(page, 'Resume')).toBeEnabled();
  await expect(scoredRows(page), 'the other sheet has those').toHaveCount(2);
});

test('a run that is left is not asked about again; Judge all fills its empty cells', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await interrupted(page).getByRole('button', { name: 'Leave it' }).click();
  await expect(interrupted(page)).toHaveCount(0);
  await expectStatus(page, 'Cancelled. 2 of 6 judged; nothing was lost.');
  await expect(button(page, 'Resume'), 'nothing is ordered any more').toHaveCount(0);
  await expect.poll(() => statesStored(page)).toEqual(['cancelled']);
  await page.reload();
  await expect(scoredRows(page)).toHaveCount(2);
  await expect(interrupted(page)).toHaveCount(0);
  expect(asked(server)).toBe(4);
  server.letGo();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(server.baseUrl);
  await button(page, 'Judge all').click();
  await expectStatus(page, '6 cases judged in');
  await expect(page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button')).toHaveCount(1);
  expect(askedEach(server)).toEqual({ ...times(6), ...askedTwice });
});

test('an interrupted run can be called off for good', async ({ page, startJudge }) => {
  await reloadedRun(page, startJudge);
  await button(page, 'Cancel').click();
  await expectStatus(page, 'Cancelled. 2 of 6 judged; nothing was lost.');
  await expect(interrupted(page)).toHaveCount(0);
  await expect.poll(() => statesStored(page)).toEqual(['cancelled']);
  await page.reload();
  await expect(scoredRows(page)).toHaveCount(2);
  await expect(interrupted(page)).toHaveCount(0);
});

test('a tab that dies while failed cases are asked again forgets none of them', async ({
  page,
  startJudge,
}) => {
  let broken = true;
  const server = await startJudge({
    key: null,
    decide: (_, name) =>
      broken && ['case-2', 'case-4', 'case-6'].includes(name) ? { kind: 'status', status: 400 } : undefined,
  });
  await page.goto('./');
  await prepareRun(page, server, { cases: 6, atOnce: 1, key: '' });
  await button(page, 'Judge all').click();
  await expectStatus(page, '6 cases judged in');
  server.hold();
  await button(page, 'Ask again for 3 failed').click();
  await expect.poll(() => server.inFlight().now).toBe(1);
  server.letGo(1);
  await expectStatus(page, 'Judging 2 of 3…');
  await expect.poll(() => server.inFlight().now).toBe(1);
  await page.reload();
  await expect(interrupted(page)).toContainText('“cases.csv” was interrupted: 1 of 3 judged.');
  await expectStatus(page, 'This run was interrupted. 1 of 3 judged; it can go on where it was.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  broken = false;
  server.letGo();
  const before = askedEach(server);
  await button(page, 'Resume').click();
  await expectStatus(page, '6 cases judged in');
  // The first failed a second time, and that was its answer.
  await expect(button(page, 'Ask again for 1 failed')).toBeVisible();
  expect(askedEach(server)).toEqual({
    ...before,
    'case-4': (before['case-4'] ?? 0) + 1,
    'case-6': (before['case-6'] ?? 0) + 1,
  });
});

test('a run goes on with the rubric it began with, whatever the page has now', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  // The page cannot be given another rubric here, so the run is given one that the page does not have.
  await page.evaluate(async (words) => {
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
  }, 'The rubric as it was then.');
  await page.reload();
  const before = server.seen.length;
  server.letGo();
  await interrupted(page).getByRole('button', { name: 'Resume' }).click();
  await expectStatus(page, '6 cases judged in');
  const told = server.seen.map(({ body }) => body.includes('The rubric as it was then.'));
  expect(told.slice(0, before)).toEqual([false, false, false, false]);
  expect(told.slice(before)).toEqual([true, true, true, true]);
});

async function statesStored(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
      });
    const database = await settled(indexedDB.open('assay'));
    const runs: unknown[] = await settled(database.transaction('runs').objectStore('runs').getAll());
    database.close();
    return runs.map((run) => JSON.stringify(run).replace(/.*state\\?":\s*\\?"([a-z]+).*/, '$1'));
  });
}

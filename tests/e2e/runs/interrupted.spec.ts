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
  runStatus,
  scoredRows,
  setUp,
  times,
} from './run-steps';

test.describe.configure({ timeout: 90_000 });

/** A run whose page was reloaded after two of its six cases. Gives the judge, who holds back. */
async function reloadedRun(page: Page, startJudge: StartJudge): Promise<LoopbackJudge> {
  const server = await startJudge({ key: null });
  await page.goto('./');
  await beginAndHold(page, server, 2, { cases: 6, key: '' });
  await page.reload();
  await expect(interrupted(page)).toContainText('2 of 6 judged.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  return server;
}

const openInterrupted = (page: Page) => interrupted(page).getByRole('button', { name: 'Open' }).click();

test('an interrupted run is opened as it was, and gone on with', async ({ page, startJudge }) => {
  const server = await reloadedRun(page, startJudge);
  await expect(interrupted(page).getByRole('button')).toHaveText(['Resume', 'Open', 'Leave it']);
  await expectAccessible(page);
  expect(asked(server)).toBe(4);
  await openInterrupted(page);
  await expectStatus(page, 'This run was interrupted. 2 of 6 judged; it can go on where it was.');
  await expect(interrupted(page)).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Judge' })).toHaveValue('api');
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(server.baseUrl);
  await expect(page.getByRole('textbox', { name: 'Model', exact: true })).toHaveValue('judge-1');
  const scored = scoredRows(page);
  await expect(scored).toHaveCount(2);
  await expectAccessible(page);
  expect(asked(server)).toBe(4);
  server.letGo();
  await button(page, 'Resume').click();
  await expectStatus(page, '6 cases judged in');
  await expect(scored).toHaveCount(6);
  expect(askedEach(server)).toEqual({ ...times(6), 'case-3': 2, 'case-4': 2 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Judge all' })).toBeVisible();
  await expect(interrupted(page)).toHaveCount(0);
});

test('on a phone an interrupted run is told where one arrives, and goes on among its results', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Load sample cases' }), 'the first step').toBeVisible();
  await openInterrupted(page);
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('status').first()).toContainText(
    'This run was interrupted. 2 of 6 judged; it can go on where it was.',
  );
  await expectAccessible(page);
  server.letGo();
  await results.getByRole('button', { name: 'Resume' }).click();
  await expect(scoredRows(page)).toHaveCount(6);
});

const placesOfResume: [string, (page: Page) => Promise<Locator>][] = [
  ['where interrupted runs are told', (page) => Promise.resolve(interrupted(page))],
  [
    'in the history',
    async (page) => {
      await page.getByRole('link', { name: 'History' }).click();
      return page.getByRole('list', { name: 'Runs' });
    },
  ],
  [
    'in the run bar',
    async (page) => {
      await openInterrupted(page);
      return setUp(page);
    },
  ],
  [
    'on a phone',
    async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openInterrupted(page);
      return page.getByRole('region', { name: 'Results' });
    },
  ],
];
for (const [where, reach] of placesOfResume) {
  test(`a run that is being taken up says so ${where}, and is taken up once`, async ({
    page,
    startJudge,
  }) => {
    const server = await reloadedRun(page, startJudge);
    const place = await reach(page);
    const resume = place.getByRole('button', { name: /^Resume/ });
    await expect(resume).toBeEnabled();
    server.letGo();
    const letGo = await holdLocks(page);
    await resume.click();
    const resuming = place.getByRole('button', { name: /^Resuming…/ });
    await expect(resuming).toBeDisabled();
    await expect(resuming).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(resuming).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);
    await letGo();
    await expect(scoredRows(page)).toHaveCount(6, { timeout: 20_000 });
    expect(askedEach(server)).toEqual({ ...times(6), 'case-3': 2, 'case-4': 2 });
  });
}

test('on a phone a run that cannot be taken up says why, and can be tried again', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await page.setViewportSize({ width: 390, height: 844 });
  await openInterrupted(page);
  const results = page.getByRole('region', { name: 'Results' });
  const resume = results.getByRole('button', { name: 'Resume' });
  await expect(resume).toBeEnabled();
  await page.evaluate(() => {
    const read = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'get');
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('not now', 'UnknownError');
    };
    addEventListener('mended', () => Object.defineProperty(IDBObjectStore.prototype, 'get', read ?? {}));
  });
  await resume.click();
  await expect(results.getByRole('alert')).toContainText('The browser refused to store or read');
  await expect(resume).toBeEnabled();
  await expectAccessible(page);
  await page.evaluate(() => {
    dispatchEvent(new Event('mended'));
  });
  server.letGo();
  await resume.click();
  await expect(scoredRows(page)).toHaveCount(6);
  await expect(results.getByRole('alert')).toHaveCount(0);
});

test('unfinished runs are told apart, and those of others wait in the history', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await expect(interrupted(page)).toContainText(/^A run of Brand entity extraction was interrupted/);
  await expect(interrupted(page)).toContainText(/judge-1 · begun \w+ \d+, \d{4}, \d+:\d{2}/);
  await page.getByRole('link', { name: 'History' }).click();
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('article');
  await runs.getByRole('button', { name: /^Name and note/ }).click();
  await runs.getByLabel('Name', { exact: true }).fill('Monday baseline');
  await runs.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Monday baseline' })).toBeVisible();
  const workbench = page.getByRole('link', { name: 'Workbench' });
  await workbench.click();
  await expect(interrupted(page), 'at once').toContainText('“Monday baseline” was interrupted');
  await page.getByRole('link', { name: 'History' }).click();
  const download = page.waitForEvent('download');
  await runs.getByRole('button', { name: /^Export run file/ }).click();
  await page.getByLabel('Import run file').setInputFiles(await (await download).path());
  await expect(runs).toHaveCount(2);
  await workbench.click();
  await page.reload();
  await expect(interrupted(page).getByRole('button', { name: 'Resume' })).toHaveCount(1);
  await expect(interrupted(page)).toContainText('“Monday baseline” was interrupted: 2 of 6 judged.');
  await expect(interrupted(page)).toContainText('Brand entity extraction · judge-1 · begun');

  await interrupted(page).getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => server.inFlight().now).toBe(2);
  await button(page, 'Pause').click();
  server.letGo(2);
  await expectStatus(page, 'Paused. 4 of 6 judged.');
  await page.reload();
  await expect(interrupted(page)).toContainText('“Monday baseline” is paused: 4 of 6 judged.');

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: 'Open: Monday baseline (copy)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume: Monday baseline (copy)' })).toHaveCount(0);
  await expectAccessible(page);
  server.letGo();
});

for (const [where, reach] of placesOfResume.slice(0, 2)) {
  test(`a run that is being opened says so ${where}, and is opened once`, async ({ page, startJudge }) => {
    const server = await reloadedRun(page, startJudge);
    const place = await reach(page);
    await expect(place.getByRole('button', { name: /^Resume/ })).toBeEnabled();
    const letGo = await holdLocks(page);
    await place.getByRole('button', { name: /^Open/ }).click();
    const opening = place.getByRole('button', { name: /^Opening…/ });
    await expect(opening).toBeFocused();
    await expect(opening).toHaveAttribute('aria-busy', 'true');
    await expect(place.getByRole('button', { name: /^Resume/ })).toBeDisabled();
    await expectAccessible(page);
    await letGo();
    await expectStatus(page, 'This run was interrupted. 2 of 6 judged; it can go on where it was.');
    server.letGo();
  });
}

test('while another run goes on, it is said in words why none can go on or begin', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await beginHeld(page, server, { cases: 3, key: '' });
  const why = 'Another run is going on in this tab. It must end before this one can go on.';
  await expect(interrupted(page).getByText(why)).toBeVisible();
  await expect(interrupted(page).getByRole('button', { name: 'Resume' })).toBeDisabled();
  await expect(interrupted(page).getByRole('button', { name: 'Resume' })).toHaveAccessibleDescription(why);
  await page.getByRole('link', { name: 'History' }).click();
  const resume = page.getByRole('button', { name: /^Resume/ });
  await expect(resume).toBeDisabled();
  await expect(resume).toHaveAccessibleDescription(why);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Workbench' }).click();

  await openInterrupted(page);
  const judgement = page.getByRole('region', { name: 'Judgement' });
  const judgeThis = judgement.getByRole('button', { name: 'Judge this case' }).first();
  const busy = 'A run is under way in this tab. It must end before another one can begin.';
  await expect(judgement.getByText(busy)).toBeVisible();
  await expect(judgeThis).toBeDisabled();
  await expect(judgeThis).toHaveAccessibleDescription(busy);
  await expectAccessible(page);
  server.letGo();
  await expect(judgeThis).toBeEnabled();
  await expect(judgement.getByText(busy)).toHaveCount(0);
});

test('a case is not judged in the place of a run that is being taken up', async ({ page, startJudge }) => {
  const server = await reloadedRun(page, startJudge);
  await openInterrupted(page);
  const judgeThis = page
    .getByRole('region', { name: 'Judgement' })
    .getByRole('button', { name: 'Judge this case' })
    .first();
  await expect(judgeThis).toBeEnabled();
  server.letGo();
  const letGo = await holdLocks(page);
  await button(page, 'Resume').click();
  await expect(button(page, 'Resuming…')).toBeVisible();
  await expect(judgeThis).toBeDisabled();
  await letGo();
  await expectStatus(page, '6 cases judged in');
  await expect(judgeThis).toBeEnabled();
  expect(askedEach(server)).toEqual({ ...times(6), 'case-3': 2, 'case-4': 2 });
});

test('a run that is left is not asked about again, and can be gone on with from the history', async ({
  page,
  startJudge,
}) => {
  const server = await reloadedRun(page, startJudge);
  await interrupted(page).getByRole('button', { name: 'Leave it' }).click();
  await expect(interrupted(page)).toHaveCount(0);
  await expect(runStatus(page)).toHaveText('Nothing has been judged yet.');
  await expect.poll(() => statesStored(page)).toEqual(['cancelled']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Judge all' })).toBeVisible();
  await expect(interrupted(page)).toHaveCount(0);
  expect(asked(server)).toBe(4);
  await page.getByRole('link', { name: 'History' }).click();
  const left = page.getByRole('list', { name: 'Runs' }).getByRole('article');
  await expect(left).toContainText('Cancelled');
  server.letGo();
  await left.getByRole('button', { name: /^Resume/ }).click();
  await expectStatus(page, '6 cases judged in');
});

test('an interrupted run that is opened can be called off for good', async ({ page, startJudge }) => {
  await reloadedRun(page, startJudge);
  await openInterrupted(page);
  await button(page, 'Cancel').click();
  await expectStatus(page, 'Cancelled. 2 of 6 judged; nothing was lost.');
  await expect.poll(() => statesStored(page)).toEqual(['cancelled']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Judge all' })).toBeVisible();
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
  await expectStatus(page, 'Judging 5 of 6…');
  await expect.poll(() => server.inFlight().now).toBe(1);
  await page.reload();
  await expect(interrupted(page)).toContainText('while failed cases were asked again. Left to ask: 2.');
  await expectAccessible(page);
  broken = false;
  server.letGo();
  const before = askedEach(server);
  await openInterrupted(page);
  await expectStatus(page, 'Left to ask: 2; it can go on with exactly those.');
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
    const database = await settled(indexedDB.open('assay-runs'));
    const [name = ''] = database.objectStoreNames;
    const store = database.transaction(name, 'readwrite').objectStore(name);
    for (const key of await settled(store.getAllKeys())) {
      if (!Array.isArray(key) || key[2] !== 'rubric') continue;
      const text = String(await settled<unknown>(store.get(key)));
      const { contract, prompt }: Record<string, unknown> = JSON.parse(text);
      await settled(store.put(JSON.stringify({ contract, prompt: `${words}\n\n${String(prompt)}` }), key));
    }
    database.close();
  }, 'The rubric as it was then.');
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
    const database = await settled(indexedDB.open('assay-runs'));
    const [name = ''] = database.objectStoreNames;
    const entries: unknown[] = await settled(
      database
        .transaction(name)
        .objectStore(name)
        .getAll(IDBKeyRange.bound(['head'], ['head', []])),
    );
    database.close();
    return entries.map((entry) => JSON.stringify(entry).replace(/.*state\\?":\s*\\?"([a-z]+).*/, '$1'));
  });
}

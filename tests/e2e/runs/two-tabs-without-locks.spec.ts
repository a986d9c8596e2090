import { test } from '../support/judge-server';
import { expect } from '../support/test';
import {
  askedEach,
  beginAndHold,
  beginHeld,
  button,
  expectStatus,
  interrupted,
  pressResume,
  runStatus,
  times,
} from './run-steps';

test.describe.configure({ timeout: 120_000 });

const cases = 6;

// As on a page at an http address of the local network.
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
});

test('a browser without locks: a second tab follows the run, and each case is asked once', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  await page.goto('./');
  expect(await page.evaluate(() => 'locks' in navigator)).toBe(false);
  await beginAndHold(page, server, 2, { cases, key: '' });

  const other = await context.newPage();
  await other.goto('./#/history');
  await expect(other.getByRole('article')).toContainText('another tab');
  await other.getByRole('button', { name: /^Open/ }).click();
  await expectStatus(other, `Another tab judges these cases: 2 of ${cases} judged.`);
  await expect(interrupted(other)).toHaveCount(0);
  await button(other, 'Pause').click();
  await expectStatus(page, `Paused. 2 of ${cases} judged.`);
  server.letGo();
  await button(other, 'Resume').click();
  for (const tab of [page, other]) await expectStatus(tab, `${cases} cases judged in`);
  expect(askedEach(server)).toEqual(times(cases));
});

test('a browser without locks: of two tabs that go on with a run whose tab died, at the same moment, one does', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  await page.goto('./');
  await beginHeld(page, server, { cases, key: '' });
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('./#/history');
    await tab.getByRole('button', { name: /^Open/ }).click();
    await expectStatus(tab, `Another tab judges these cases: 0 of ${cases} judged.`);
  }
  await page.close();
  for (const tab of tabs) await expectStatus(tab, 'This run was interrupted.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  await Promise.all(tabs.map(pressResume));
  await expect
    .poll(async () => {
      const said = await Promise.all(tabs.map((tab) => runStatus(tab).textContent()));
      return said.map((words) => words?.trim().split(' ')[0]).toSorted();
    })
    .toEqual(['Another', 'Judging']);
  server.letGo();
  for (const tab of tabs) await expectStatus(tab, `${cases} cases judged in`);
  // The two that were out when the first tab was closed.
  expect(askedEach(server)).toEqual({ ...times(cases), 'case-1': 2, 'case-2': 2 });
});

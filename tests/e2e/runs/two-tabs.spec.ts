import type { BrowserContext, Page } from 'playwright/test';
import type { LoopbackJudge } from '../../support/loopback-judge/loopback-judge';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import {
  asked,
  askedEach,
  beginAndHold,
  button,
  expectStatus,
  interrupted,
  pressResume,
  runStatus,
  scoredRows,
  times,
} from './run-steps';

test.describe.configure({ timeout: 120_000 });

const cases = 10;

/** Two tabs with the sheet of a run which a third one left behind after two of its cases. The server holds back. */
async function tabsWithARun(
  page: Page,
  context: BrowserContext,
  server: LoopbackJudge,
): Promise<{ owner: Page; other: Page }> {
  await page.goto('./');
  await beginAndHold(page, server, 2, { cases, key: '' });
  await page.close();
  await expect.poll(() => server.inFlight().now).toBe(0);
  const [owner, other] = [await context.newPage(), await context.newPage()];
  for (const tab of [owner, other]) {
    await tab.goto('./');
    await expect(interrupted(tab)).toContainText(`“cases.csv” was interrupted: 2 of ${cases} judged.`);
  }
  await interrupted(owner).getByRole('button', { name: 'Resume' }).click();
  await expectStatus(owner, `Judging 3 of ${cases}…`);
  await expect.poll(() => server.inFlight().now).toBe(2);
  return { owner, other };
}

test('a second tab follows a run live, may pause it, and goes on with it when the first is closed: one tab at a time', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  const { owner, other } = await tabsWithARun(page, context, server);
  // It no longer offers to go on: the run has an owner.
  await expectStatus(other, `Another tab is judging these cases: 2 of ${cases} judged.`);
  await expect(interrupted(other)).toHaveCount(0);
  await other.getByRole('button', { name: 'New sheet' }).click();
  await expect(interrupted(other)).toContainText('“cases.csv” is in progress in another tab.');
  await expect(interrupted(other).getByRole('button')).toHaveText(['Watch it']);
  await interrupted(other).getByRole('button', { name: 'Watch it' }).click();
  await expectStatus(other, `Another tab is judging these cases: 2 of ${cases} judged.`);
  expect(asked(server)).toBe(6);

  server.letGo(2);
  await expectStatus(other, `Another tab is judging these cases: 4 of ${cases} judged.`);
  await expect(other).toHaveTitle(/^40 % judged · /);
  await expect(scoredRows(other)).toHaveCount(4);
  await expect.poll(() => server.inFlight().now).toBe(2);

  await button(other, 'Pause').click();
  await expectStatus(owner, `Paused. 4 of ${cases} judged.`);
  await expectStatus(other, `Paused in another tab: 4 of ${cases} judged.`);
  server.letGo(2);
  await expectStatus(owner, `Paused. 6 of ${cases} judged.`);
  await expectStatus(other, `Paused in another tab: 6 of ${cases} judged.`);
  expect(asked(server)).toBe(8);
  await button(other, 'Resume').click();
  await expectStatus(owner, `Judging 7 of ${cases}…`);
  await expect.poll(() => server.inFlight().now).toBe(2);

  const third = await context.newPage();
  await third.goto('./');
  await expectStatus(third, `Another tab is judging these cases: 6 of ${cases} judged.`);
  await owner.close();
  for (const tab of [other, third]) await expectStatus(tab, 'This run was interrupted.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  await Promise.all([pressResume(other), pressResume(third)]);
  await expect.poll(() => server.inFlight().now).toBe(2);
  await expect
    .poll(async () => {
      const said = await Promise.all([other, third].map((tab) => runStatus(tab).textContent()));
      return said.map((words) => words?.trim().split(' ')[0]).toSorted();
    })
    .toEqual(['Another', 'Judging']);
  server.letGo();
  for (const tab of [other, third]) await expectStatus(tab, `${cases} cases judged in`);
  // Twice only those that were out when a tab was closed.
  const twice = Object.fromEntries([3, 4, 7, 8].map((number) => [`case-${number}`, 2]));
  expect(askedEach(server)).toEqual({ ...times(cases), ...twice });
});

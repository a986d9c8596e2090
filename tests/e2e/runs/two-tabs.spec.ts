import type { BrowserContext, Page } from 'playwright/test';
import type { LoopbackJudge } from '../../support/loopback-judge/loopback-judge';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { fillUp, limitSpace } from './little-space';
import {
  asked,
  askedEach,
  beginAndHold,
  beginHeld,
  button,
  expectStatus,
  interrupted,
  pressResume,
  runStatus,
  scoredRows,
  setUp,
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

/** The two questions that were in flight when the first tab was closed. */
const askedTwice = { 'case-3': 2, 'case-4': 2 };

test('a second tab follows a run live, cannot start it twice, and may pause it', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  const { owner, other } = await tabsWithARun(page, context, server);
  // It no longer offers to go on: the run has an owner.
  await expectStatus(other, `Another tab judges these cases: 2 of ${cases} judged.`);
  await expect(interrupted(other)).toHaveCount(0);
  await other.getByRole('button', { name: 'New sheet' }).click();
  await expect(interrupted(other)).toContainText('“cases.csv” is under way in another tab.');
  await expect(interrupted(other).getByRole('button')).toHaveText(['Follow it']);
  await interrupted(other).getByRole('button', { name: 'Follow it' }).click();
  await expectStatus(other, `Another tab judges these cases: 2 of ${cases} judged.`);
  expect(server.inFlight().now).toBe(2);
  expect(asked(server)).toBe(6);

  server.letGo(2);
  await expectStatus(other, `Another tab judges these cases: 4 of ${cases} judged.`);
  await expect(other).toHaveTitle(/^40 % judged · /);
  const scored = scoredRows(other);
  await expect(scored).toHaveCount(4);
  await expect.poll(() => server.inFlight().now).toBe(2);

  await button(other, 'Pause').click();
  await expectStatus(owner, `Paused. 4 of ${cases} judged.`);
  await expectStatus(other, `Paused in another tab: 4 of ${cases} judged.`);
  server.letGo();
  await expectStatus(owner, `Paused. 6 of ${cases} judged.`);
  await expectStatus(other, `Paused in another tab: 6 of ${cases} judged.`);
  expect(asked(server)).toBe(8);

  await button(other, 'Resume').click();
  for (const tab of [owner, other]) await expectStatus(tab, `${cases} cases judged in`);
  await expect(scored).toHaveCount(cases);
  expect(askedEach(server)).toEqual({ ...times(cases), ...askedTwice });
});

test('a second tab says how fast a run goes, and goes on with it when the tab that judges is closed', async ({
  page,
  context,
  startJudge,
}) => {
  // Two rounds of it are enough to tell a rate from.
  const server = await startJudge({ key: null, latency: 700 });
  const { owner, other } = await tabsWithARun(page, context, server);
  await expectStatus(other, `Another tab judges these cases: 2 of ${cases} judged.`);
  await expect(setUp(other)).not.toContainText('a second');
  server.letGo(6);
  const pace = /[\d.]+ a second · [\d.]+ s left/;
  for (const tab of [owner, other]) await expect(setUp(tab)).toContainText(pace);
  await expectStatus(other, `Another tab judges these cases: 8 of ${cases} judged.`);
  await other.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(other.getByText(/^초당 [\d.]+건 · [\d.]+초 남음/)).toBeVisible();
  await other.getByRole('combobox', { name: '언어' }).selectOption('en');

  await expect.poll(() => server.inFlight().now).toBe(2);
  await owner.close();
  await expectStatus(other, `This run was interrupted. 8 of ${cases} judged; it can go on where it was.`);
  await expect.poll(() => server.inFlight().now).toBe(0);
  server.letGo();
  await button(other, 'Resume').click();
  await expectStatus(other, `${cases} cases judged in`);
  expect(askedEach(server)).toEqual({ ...times(cases), ...askedTwice, 'case-9': 2, 'case-10': 2 });
});

test('of two tabs that go on at the same moment one does', async ({ page, context, startJudge }) => {
  const server = await startJudge({ key: null });
  const { owner, other } = await tabsWithARun(page, context, server);
  const third = await context.newPage();
  await third.goto('./');
  await expectStatus(third, `Another tab judges these cases: 2 of ${cases} judged.`);
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
  expect(askedEach(server)).toEqual({ ...times(cases), 'case-3': 3, 'case-4': 3 });
});

test('another tab hears that a run began, and that failed cases are asked again, before there is a result', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({
    key: null,
    decide: (_, name) =>
      name === 'case-2' && server.counts.get(name) === 1 ? { kind: 'status', status: 400 } : undefined,
  });
  const other = await context.newPage();
  await other.goto('./#/history');
  await expect(other.getByText('No sheets yet')).toBeVisible();
  await page.goto('./');
  await beginHeld(page, server, { cases: 3, key: '' });
  const listed = other.getByRole('article');
  await expect(listed).toContainText('Running in another tab');
  await expect(listed).toContainText('0 of 3 judged');
  server.letGo();
  await expectStatus(page, '3 cases judged in');
  await expect(listed).not.toContainText('Running');
  server.hold();
  await button(page, 'Ask again for 1 failed').click();
  await expect.poll(() => server.inFlight().now).toBe(1);
  await expect(listed).toContainText('Running in another tab');
  server.letGo();
  await expect(listed).toContainText('3 scored');
  await expect(listed).not.toContainText('Running');
});

test('a run that waits for space says so in other tabs, those that come later included', async ({
  page,
  context,
  startJudge,
  site,
}) => {
  const server = await startJudge({ key: null });
  const giveSpace = await limitSpace(page, site);
  await page.goto('./');
  await beginAndHold(page, server, 2, { cases: 12, key: '' });
  const listing = await context.newPage();
  await listing.goto('./#/history');
  const listed = listing.getByRole('article');
  await expect(listed).toContainText('Running in another tab');
  await fillUp(page);
  server.letGo();
  await expectStatus(page, /^Paused, because the browser would not store more\. 2 of 12 judged and stored\./);
  await expect(listed).toContainText('Paused in another tab: no space');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('article')).toContainText('Paused here: no space');

  const later = await context.newPage();
  await later.goto('./#/history');
  await expect(later.getByRole('article')).toContainText('Paused in another tab: no space');
  await later.getByRole('article').getByRole('button', { name: 'API · judge-1', exact: true }).click();
  await expectStatus(
    later,
    /^Paused in another tab, because the browser would not store more\. 2 of 12 judged and stored\. .*delete runs in History/,
  );
  await giveSpace();
  await button(later, 'Resume').click();
  await expectStatus(later, '12 cases judged in');
  await expect(listed).toContainText('12 scored');
  await expect(listed).not.toContainText('another tab');
  expect(askedEach(server)).toEqual(times(12));
});

test('an interrupted run that one tab leaves is no longer asked about in others, and its history shows it', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  await page.goto('./');
  await beginHeld(page, server, { cases: 3, key: '' });
  await page.close();
  const [leaving, asking, listing] = [
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
  ];
  for (const tab of [leaving, asking]) {
    await tab.goto('./');
    await expect(interrupted(tab)).toContainText('0 of 3 judged');
  }
  await listing.goto('./#/history');
  const listed = listing.getByRole('article');
  await expect(listed).toContainText('Interrupted');
  await expect(listed).not.toContainText('took');
  await interrupted(leaving).getByRole('button', { name: 'Leave it' }).click();
  for (const tab of [leaving, asking]) await expect(interrupted(tab)).toHaveCount(0);
  await expect(listed).toContainText('Cancelled');
  await listed.locator('summary').last().click();
  await listed.getByRole('link', { name: 'Details' }).click();
  await expect(listing.getByText('0 of 3 judged')).toBeVisible();
  await expect(listing.getByText('Time spent judging')).toHaveCount(0);
});

test('on a phone the results say what another tab does with the run, let it go on, and lose it when it is deleted', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  const { owner, other } = await tabsWithARun(page, context, server);
  await other.setViewportSize({ width: 390, height: 844 });
  await other.getByRole('group', { name: 'Steps' }).getByRole('button', { name: 'Results' }).click();
  const results = other.getByRole('region', { name: 'Results' });
  const line = results.getByRole('status').first();
  await expect(line).toContainText(`Another tab judges these cases: 2 of ${cases} judged.`);
  await button(owner, 'Pause').click();
  await expect(line).toContainText(`Paused in another tab: 2 of ${cases} judged.`);
  await results.getByRole('button', { name: 'Resume' }).click();
  await expect(line).toContainText(`Another tab judges these cases: 2 of ${cases} judged.`);
  server.letGo();
  await expectStatus(owner, `${cases} cases judged in`);
  await expect(scoredRows(other)).toHaveCount(cases);
  await owner.getByRole('link', { name: 'History' }).click();
  const listed = owner.getByRole('article');
  await listed.locator('summary').last().click();
  await listed.getByRole('button', { name: 'Delete run' }).click();
  await expect(results.getByRole('table').getByText('Not judged')).toHaveCount(cases);
});

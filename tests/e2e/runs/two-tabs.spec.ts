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

/** Two tabs that both see a run which a third one left behind after two of its cases. The server holds back. */
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
    await expect(interrupted(tab)).toContainText(
      `A run of Brand entity extraction was interrupted: 2 of ${cases} judged.`,
    );
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
  await expect(interrupted(other)).toContainText('is under way in another tab.');
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

test('a second tab says how fast a run goes and how long it takes, in its words', async ({
  page,
  context,
  startJudge,
}) => {
  // Two rounds of it are enough to tell a rate from.
  const server = await startJudge({ key: null, latency: 700 });
  const { owner, other } = await tabsWithARun(page, context, server);
  await interrupted(other).getByRole('button', { name: 'Follow it' }).click();
  await expectStatus(other, `Another tab judges these cases: 2 of ${cases} judged.`);
  await expect(setUp(other)).not.toContainText('a second');
  server.letGo(6);
  const pace = /[\d.]+ a second · [\d.]+ s left/;
  for (const tab of [owner, other]) await expect(setUp(tab)).toContainText(pace);
  await expectStatus(other, `Another tab judges these cases: 8 of ${cases} judged.`);
  await other.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(other.getByText(/^초당 [\d.]+건 · [\d.]+초 남음/)).toBeVisible();
  server.letGo();
  await expectStatus(owner, `${cases} cases judged in`);
});

test('when the tab that judges is closed, another goes on where it was', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  const { owner, other } = await tabsWithARun(page, context, server);
  await interrupted(other).getByRole('button', { name: 'Follow it' }).click();
  await expectStatus(other, `Another tab judges these cases: 2 of ${cases} judged.`);
  server.letGo(2);
  await expectStatus(other, `Another tab judges these cases: 4 of ${cases} judged.`);
  await expect.poll(() => server.inFlight().now).toBe(2);
  await owner.close();
  await expectStatus(other, `This run was interrupted. 4 of ${cases} judged; it can go on where it was.`);
  await expect.poll(() => server.inFlight().now).toBe(0);
  server.letGo();
  await button(other, 'Resume').click();
  await expectStatus(other, `${cases} cases judged in`);
  expect(askedEach(server)).toEqual({ ...times(cases), ...askedTwice, 'case-5': 2, 'case-6': 2 });
});

test('of two tabs that go on at the same moment one does', async ({ page, context, startJudge }) => {
  const server = await startJudge({ key: null });
  const { owner, other } = await tabsWithARun(page, context, server);
  await interrupted(other).getByRole('button', { name: 'Follow it' }).click();
  const third = await context.newPage();
  await third.goto('./');
  await expect(interrupted(third).getByRole('button')).toHaveText(['Follow it']);
  await owner.close();
  await expectStatus(other, 'This run was interrupted.');
  await third.reload();
  await interrupted(third).getByRole('button', { name: 'Open' }).click();
  await expectStatus(third, 'This run was interrupted.');
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
  await expect(other.getByText('No runs yet')).toBeVisible();
  await page.goto('./');
  await beginHeld(page, server, { cases: 3, key: '' });
  const listed = other.getByRole('article');
  await expect(listed).toContainText('Running in another tab');
  await expect(listed).toContainText('0 of 3 judged');
  server.letGo();
  await expectStatus(page, '3 cases judged in');
  await expect(listed).toContainText('Finished');
  server.hold();
  await button(page, 'Ask again for 1 failed').click();
  await expect.poll(() => server.inFlight().now).toBe(1);
  await expect(listed).toContainText('Running in another tab');
  server.letGo();
  await expect(listed).toContainText('Finished');
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
  await later.getByRole('button', { name: /^Open/ }).click();
  await expectStatus(
    later,
    /^Paused in another tab, because the browser would not store more\. 2 of 12 judged and stored\. .*delete runs in History/,
  );
  await giveSpace();
  await button(later, 'Resume').click();
  await expectStatus(later, '12 cases judged in');
  await expect(listed).toContainText('Finished');
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
  await listed.getByRole('link').click();
  await expect(listing.getByText('0 of 3 judged')).toBeVisible();
  await expect(listing.getByText('Time spent judging')).toHaveCount(0);
});

test('on a phone the results say what another tab does with the run, let it go on, and say that it is no longer stored', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  const { owner, other } = await tabsWithARun(page, context, server);
  await other.setViewportSize({ width: 390, height: 844 });
  await interrupted(other).getByRole('button', { name: 'Follow it' }).click();
  const results = other.getByRole('region', { name: 'Results' });
  const line = results.getByRole('status').first();
  await expect(line).toContainText(`Another tab judges these cases: 2 of ${cases} judged.`);
  await button(owner, 'Pause').click();
  await expect(line).toContainText(`Paused in another tab: 2 of ${cases} judged.`);
  await results.getByRole('button', { name: 'Resume' }).click();
  await expect(line).toContainText(`Another tab judges these cases: 2 of ${cases} judged.`);
  server.letGo();
  await expectStatus(owner, `${cases} cases judged in`);
  await owner.getByRole('link', { name: 'History' }).click();
  await owner.getByRole('button', { name: /^Delete/ }).click();
  await expect(line).toContainText('This run is no longer stored; it may have been deleted in another tab.');
});

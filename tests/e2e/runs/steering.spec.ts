import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { tabTo } from '../support/keyboard';
import { expect } from '../support/test';
import {
  asked,
  askedEach,
  beginAndHold,
  beginHeld,
  button,
  expectStatus,
  prepareRun,
  scoredRows,
  setUp,
  times,
} from './run-steps';

test.describe.configure({ timeout: 90_000 });

test('a run is paused, resumed and done by the keyboard: nothing is asked meanwhile, and nothing twice', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  server.hold();
  await open();
  await prepareRun(page, server, { cases: 8 });
  const main = button(page, /^(Judge all|Pause|Resume)$/);
  await tabTo(page, main);
  await page.keyboard.press('Enter');
  await expectStatus(page, 'Judging 1 of 8…');
  await expect(main).toHaveText('Pause');
  await expect(main).toBeFocused();
  await expect(page).toHaveTitle('0 % judged · Workbench · Assay');
  await expect.poll(() => server.inFlight().now).toBe(2);
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expectStatus(page, 'Paused. 0 of 8 judged.');
  await expect(main).toHaveText('Resume');
  await expect(main).toBeFocused();
  await expect(page).toHaveTitle('Paused · Workbench · Assay');
  // What was asked before comes to its end and is kept.
  server.letGo();
  await expectStatus(page, 'Paused. 2 of 8 judged.');
  await expectAccessible(page);
  expect(asked(server)).toBe(2);
  expect(server.inFlight().now).toBe(0);

  server.hold();
  await page.keyboard.press('Enter');
  await expect(main).toHaveText('Pause');
  await expect(main).toBeFocused();
  await expect.poll(() => asked(server)).toBe(4);
  server.letGo(2);
  await expect(page).toHaveTitle('50 % judged · Workbench · Assay');
  server.letGo();
  await expectStatus(page, '8 cases judged in');
  await expect(main).toHaveText('Judge all');
  await expect(main).toBeFocused();
  await expect(page).toHaveTitle('Workbench · Assay');
  expect(askedEach(server)).toEqual(times(8));
});

test('rate, time left and tokens are told once they are known', async ({ page, open, startJudge }) => {
  const server = await startJudge();
  await open();
  await beginHeld(page, server, { cases: 8 });
  const started = await page.evaluate(() => performance.now());
  await expect(setUp(page).getByText('a second')).toHaveCount(0);
  server.letGo(3);
  await expectStatus(page, 'Judging 4 of 8…');
  await expect(setUp(page).getByText(/[\dk] tokens · [\d.]+k? of them cached$/)).toBeVisible();
  // A rate of less than a second would be a guess, so there is none before.
  await page.waitForFunction((since) => performance.now() - since > 1_000, started);
  server.letGo(1);
  await expect(setUp(page).getByText(/^[\d.]+ a second · \d+ s left · [\d.,k ]+ tokens · /)).toBeVisible();
  server.letGo();
  await expectStatus(page, '8 cases judged in');
});

test('a run that is called off keeps what is done, and Judge all fills the rest of it', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await beginAndHold(page, server, 2, { cases: 6 });
  await button(page, 'Cancel').click();
  await expectStatus(page, 'Cancelled. 2 of 6 judged; nothing was lost.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  expect(asked(server)).toBe(4);
  server.letGo();
  await button(page, 'Judge all').click();
  await expectStatus(page, '6 cases judged in');
  await expect(page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button')).toHaveCount(1);
  // Only the two that were broken off are asked a second time.
  expect(askedEach(server)).toEqual({ ...times(6), 'case-3': 2, 'case-4': 2 });
});

test('cases that are removed while they are judged come back to their run', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await beginHeld(page, server, { cases: 6 });
  await button(page, 'Remove all').click();
  await expect(page.getByRole('table', { name: 'Results' })).toHaveCount(0);
  await expectStatus(page, 'Judging 1 of 6…');
  await button(page, 'Undo').click();
  await expect(page.getByRole('table', { name: 'Results' }).getByText('Not judged')).toHaveCount(6);
  await expectStatus(page, 'Judging 1 of 6…');
  server.letGo();
  await expectStatus(page, '6 cases judged in');
  await expect(scoredRows(page)).toHaveCount(6);
  expect(askedEach(server)).toEqual(times(6));
});

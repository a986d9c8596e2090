import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { tabTo } from '../support/page';
import { expect } from '../support/test';
import {
  asked,
  askedEach,
  beginAndHold,
  button,
  expectStatus,
  prepareRun,
  runStatus,
  setOption,
  setUp,
  times,
} from './run-steps';

test('a run is paused and resumed by the keyboard, called off, and filled up by Judge all: nothing is asked meanwhile, and nothing twice', async ({
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
  await expect.poll(() => server.inFlight().now).toBe(2);
  await button(page, 'Cancel').click();
  await expectStatus(page, 'Stopped. 4 of 8 judged. Nothing was lost.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  server.letGo();
  await button(page, 'Judge all').click();
  await expectStatus(page, '8 cases judged in');
  await expect(main).toHaveText('Judge all');
  await expect(main).toBeFocused();
  await expect(page).toHaveTitle('Workbench · Assay');
  await expect(page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button')).toHaveCount(1);
  // Only the two that were broken off are asked a second time.
  expect(askedEach(server)).toEqual({ ...times(8), 'case-5': 2, 'case-6': 2 });
});

test('a run stops when its tokens or its money are used up, asks nothing more, and goes on when there are more', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  const untouched = async (count: number) => {
    await expect.poll(() => server.inFlight().now).toBe(0);
    expect(asked(server)).toBe(count);
  };
  await open();
  await prepareRun(page, server, { cases: 10 });
  // What is no limit is not taken for none.
  await setOption(page, 'Most tokens', '0');
  await expect(page.getByText('Enter a whole number above 0')).toBeVisible();
  await button(page, 'Judge all').click();
  await expectStatus(page, 'The budget for a run must be a number above 0.');
  expect(server.seen).toEqual([]);
  await expectAccessible(page);
  await setOption(page, 'Most tokens', '1');
  await expect(page.getByText('Enter a whole number above 0')).toBeHidden();
  await button(page, 'Judge all').click();
  // The first reply uses it up; none is asked for beside it.
  await expectStatus(
    page,
    /Paused. The budget is used up: [\d,]+ of 1 tokens\. 1 of 10 judged\. Raise the budget/,
  );
  await expectAccessible(page);
  // Still too little; another number, so that what is said is not what was said before.
  await setOption(page, 'Most tokens', '2');
  await button(page, 'Resume').click();
  await expectStatus(page, /used up: [\d,]+ of 2 tokens\. 1 of 10 judged\./);
  await untouched(1);
  await setOption(page, 'Most tokens', '1000000');
  await button(page, 'Resume').click();
  await expectStatus(page, '10 cases judged in');
  expect(askedEach(server)).toEqual(times(10));

  // The same with money, small as it is.
  const price = page.getByText('Temperature and price');
  if (!(await price.isVisible())) await page.getByRole('button', { name: 'Judge settings' }).click();
  await price.click();
  await page.getByLabel('Sent', { exact: true }).fill('2');
  await page.getByLabel('Received').fill('8');
  await page.getByLabel('Received').blur();
  await setOption(page, 'Most money (USD)', '0.00001');
  await button(page, 'Judge all').click();
  await button(page, 'Judge all again as a new run').click();
  await expectStatus(page, /used up: \$0\.0*[1-9]\d* of \$0\.00001\. 1 of 10 judged\./);
  await untouched(11);
  await setOption(page, 'Most money (USD)', '');
  await button(page, 'Resume').click();
  await expectStatus(page, '10 cases judged in');
  expect(askedEach(server)).toEqual(times(10, 2));
});

test('a server that goes away in mid-run pauses it; once it is back the run goes on, and only what it was at is asked twice', async ({
  page,
  open,
  startJudge,
}) => {
  test.setTimeout(90_000);
  const server = await startJudge();
  await open();
  await beginAndHold(page, server, 4, { cases: 12, atOnce: 5 });
  await server.close();
  // Each question is sent four times first, with ever longer waits between.
  await expect(runStatus(page)).toContainText(
    /^Paused. The judge cannot continue: .* Check that the server is running.* Nothing was lost/,
    { timeout: 60_000 },
  );
  await expect(page.getByRole('button', { name: '8 not judged' })).toBeVisible();
  await expect(button(page, /^Retry/)).toHaveCount(0);
  await expectAccessible(page);
  expect(askedEach(server)).toEqual(times(9));

  const back = await startJudge({ port: Number(new URL(server.origin).port) });
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  await expect(button(page, /^Retry/)).toHaveCount(0);
  // Which four were answered before is the network's choice: five were under way at once.
  expect(Object.values(askedEach(back))).toEqual(Array.from({ length: 8 }, () => 1));
  expect(askedEach(back)).toMatchObject({ 'case-10': 1, 'case-11': 1, 'case-12': 1 });
});

test('20 random cases are tried first; a run that then goes nowhere stops, goes on when a person wants it, and keeps the screen on meanwhile', async ({
  page,
  open,
  startJudge,
}) => {
  let refuses = false;
  const server = await startJudge({
    decide: () => (refuses ? { kind: 'refusal', words: 'I cannot help with that.' } : undefined),
  });
  await page.addInitScript(standInForWakeLock);
  const lock = () => page.evaluate(() => document.documentElement.dataset.wakeLock);
  await open();
  await prepareRun(page, server, { cases: 60, atOnce: 4 });
  await button(page, 'Judge 20').click();
  await expectStatus(page, '20 cases judged in');
  await expect(page.getByText('A random 20 of 60 cases')).toBeVisible();
  const drawn = askedEach(server);
  expect([Object.keys(drawn).length, asked(server)]).toEqual([20, 20]);
  await expect.poll(lock).toBe('request release');

  refuses = true;
  await button(page, 'Judge the rest').click();
  await expectStatus(
    page,
    /^Paused\. 20 replies in a row could not be used: 20 refused\. Read one of them.*the remaining 1\d\.$/,
  );
  expect(asked(server)).toBeLessThanOrEqual(20 + 20 + 8);
  await expect.poll(lock).toBe('request release request release');
  await expectAccessible(page);
  refuses = false;
  server.hold();
  await button(page, 'Resume').click();
  await expect.poll(() => server.inFlight().now).toBe(4);
  await page.evaluate(() => {
    const late = Date.now() + 42 * 60_000 - performance.now();
    Date.now = () => late + performance.now();
  });
  server.letGo();
  await expectStatus(page, '60 cases judged in');
  await expect(page.getByText('slept for 42 min. The run continued afterwards.')).toBeVisible();
  await expect(page.getByText('A random')).toHaveCount(0);
  await expect(button(page, 'Judge 20')).toHaveCount(0);
  await expect(button(page, /^Retry 2\d failed cases$/)).toBeVisible();
  expect(askedEach(server)).toEqual(times(60));
});

/** In the page: a headless browser has no wake lock. Says in the page what was asked of it. */
function standInForWakeLock(): void {
  const say = (what: string) => {
    const { dataset } = document.documentElement;
    dataset.wakeLock = `${dataset.wakeLock ?? ''} ${what}`.trim();
  };
  const request = () => {
    say('request');
    return Promise.resolve({ release: () => Promise.resolve().then(() => say('release')) });
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
}

test('a reply without end is cut off and named, and Cancel works while another one comes', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({
    decide: (_, name) =>
      name === 'case-1'
        ? { kind: 'flood', bytes: 5e8, as: 'json' }
        : { kind: 'flood', bytes: Infinity, as: 'words', milliseconds: 500 },
  });
  await open();
  await prepareRun(page, server, { cases: 2, atOnce: 16 });
  await button(page, 'Judge all').click();
  await expect(page.getByText(/sent far more/)).toBeVisible();
  await expect(setUp(page)).toContainText(
    '6 at once: over plain HTTP, the browser opens no more connections to a server',
  );
  await button(page, 'Cancel').click();
  await expectStatus(page, 'Stopped. 1 of 2 judged. Nothing was lost.');
  await expect.poll(() => server.inFlight().now).toBe(0);
  expect(askedEach(server)).toEqual(times(2));
});

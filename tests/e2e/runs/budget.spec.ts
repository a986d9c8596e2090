import { expectAccessible } from '../support/axe';
import { apiKey, test } from '../support/judge-server';
import { expect } from '../support/test';
import {
  asked,
  askedEach,
  button,
  expectStatus,
  interrupted,
  prepareRun,
  runStatus,
  setOption,
  times,
} from './run-steps';

test.describe.configure({ timeout: 90_000 });

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
  for (const wrong of ['-5', '0']) {
    await setOption(page, 'Most tokens', wrong);
    await expect(page.getByText('Enter a whole number above 0')).toBeVisible();
    await button(page, 'Judge all').click();
    await expectStatus(page, 'The budget for a run must be a number above 0.');
  }
  expect(server.seen).toEqual([]);
  await expectAccessible(page);
  await setOption(page, 'Most tokens', '1');
  await expect(page.getByText('Enter a whole number above 0')).toBeHidden();
  await button(page, 'Judge all').click();
  // The first reply uses it up; none is asked for beside it.
  await expectStatus(
    page,
    /Paused, because the budget is used up: [\d,]+ of 1 tokens\. 1 of 10 judged\. Raise the budget/,
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

  // The same with money, small as it is; the run waits for another day.
  await page.getByText('Temperature and price').click();
  await page.getByLabel('Sent', { exact: true }).fill('2');
  await page.getByLabel('Received').fill('8');
  await page.getByLabel('Received').blur();
  await setOption(page, 'Most money (USD)', '0.00001');
  await button(page, 'Judge all').click();
  await button(page, 'Judge all again as a new run').click();
  await expectStatus(page, /used up: \$0\.0*[1-9]\d* of \$0\.00001\. 1 of 10 judged\./);
  await untouched(11);
  await page.reload();
  await interrupted(page).getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('API key').fill(apiKey);
  await page.getByText('Run options', { exact: true }).click();
  await expect(page.getByRole('spinbutton', { name: 'Most money (USD)' })).toHaveValue('0.00001');
  await setOption(page, 'Most money (USD)', '0.00002');
  await button(page, 'Resume').click();
  await expectStatus(page, /used up: \$0\.0*[1-9]\d* of \$0\.00002\. 1 of 10 judged\./);
  await untouched(11);
  await setOption(page, 'Most money (USD)', '');
  await button(page, 'Resume').click();
  await expectStatus(page, '10 cases judged in');
  expect(askedEach(server)).toEqual(times(10, 2));
});

test('with one question per criterion a budget stops within a case, and with a price that nobody knows at once', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await prepareRun(page, server, { cases: 4 });
  await setOption(page, 'Most money (USD)', '5');
  await page.getByRole('radio', { name: 'One for each criterion' }).check();
  await button(page, 'Judge all').click();
  await expectStatus(page, /budget of \$5(\.00)? cannot be held.*0 of 4 judged\. Enter the price/);
  await expect.poll(() => server.inFlight().now).toBe(0);
  expect(asked(server)).toBe(1);

  // Said meanwhile, it counts from the next reply on; now the tokens are what is short.
  await page.getByText('Temperature and price', { exact: true }).click();
  await page.getByLabel('Sent', { exact: true }).fill('2');
  await page.getByLabel('Received').fill('8');
  await page.getByLabel('Received').blur();
  const used = async (budget: number) => {
    await setOption(page, 'Most tokens', String(budget));
    await button(page, 'Resume').click();
    await expectStatus(
      page,
      new RegExp(`used up: [\\d,]+ of ${budget.toLocaleString('en')} tokens\\. 0 of 4 judged\\.`),
    );
    await expect.poll(() => server.inFlight().now).toBe(0);
    const [, spent = ''] = /used up: ([\d,]+) of/.exec(await runStatus(page).innerText()) ?? [];
    return Number(spent.replace(',', ''));
  };
  const first = await used(1);
  expect(asked(server)).toBe(1);
  expect(await used(first + 1)).toBeGreaterThan(first);
  expect(asked(server), 'one question more, not one case').toBe(2);
  await setOption(page, 'Most tokens', '');
  await button(page, 'Resume').click();
  await expectStatus(page, '4 cases judged in');
  expect(Object.values(askedEach(server)), 'no question of a begun case is put twice').toEqual([4, 4, 4, 4]);
});

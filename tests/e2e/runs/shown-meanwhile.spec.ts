import { runIds } from '../fixtures/stored-run-steps';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { beginAndHold } from './run-steps';

test.describe.configure({ timeout: 120_000 });

const cases = 10;

test('details and a comparison of a run show how it goes on, in its own tab and in others', async ({
  page,
  context,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  await page.goto('./');
  await beginAndHold(page, server, 2, { cases, key: '' });
  const details = await context.newPage();
  const [id] = await runIds(details, 1);
  await details.goto(`./#/history/${id}`);
  const compared = await context.newPage();
  await compared.goto(`./#/history/${id}~${id}`);
  await page.evaluate((run) => (location.hash = `#/history/${run}`), id);
  const unfinished = compared.getByText('Run B has judged');
  await expect(unfinished).toHaveText(`Run B has judged 2 of ${cases} cases.`);
  const threshold = details.getByRole('spinbutton', { name: 'Total <' });
  await threshold.fill('101');
  await expect(details.getByText('of 2 verdicts change')).toBeVisible();

  await expect.poll(() => server.inFlight().now).toBe(2);
  server.letGo(2);
  for (const tab of [page, details]) await expect(tab.getByText(`4 of ${cases} judged`)).toBeVisible();
  await expect(unfinished).toHaveText(`Run B has judged 4 of ${cases} cases.`);
  await expect(details.getByText('of 4 verdicts change')).toBeVisible();

  server.letGo();
  for (const tab of [page, details]) {
    await expect(tab.getByText(`${cases} of ${cases} judged`)).toBeVisible();
    await expect(tab.getByText('Finished', { exact: true })).toBeVisible();
  }
  await expect(unfinished).toHaveCount(0);
  await expect(details.getByText(`of ${cases} verdicts change`)).toBeVisible();
  await expect(threshold).toHaveValue('101');
});

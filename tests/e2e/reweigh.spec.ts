import type { Locator, Page } from 'playwright/test';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { chooseRubric, newSheet, upload, use } from './fixtures/import-steps';
import { holdReading, refuseReading, runIds } from './fixtures/stored-run-steps';
import { brands, judgeAll, loadSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

function thresholdOf(page: Page): Locator {
  return page.getByRole('group', { name: 'Verdict' }).getByRole('spinbutton', { name: 'Total <' });
}
const expressionOf = (page: Page) => page.getByRole('region', { name: 'Expression of Verdict' });

test('what is typed into a number stays as typed until the field is left', async ({ page, open }) => {
  await open();
  await loadSamples(page, brands);
  await judgeAll(page);
  const [id] = await runIds(page, 1);
  await page.goto(`./#/history/${id}`);
  const threshold = thresholdOf(page);
  const expression = expressionOf(page);
  const type = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await expect(threshold).toHaveValue('55');
  await threshold.click();
  await type('End', 'Backspace', 'Backspace', '6', '0');
  await expect(threshold).toHaveValue('60');
  await expect(expression).toContainText('derived.total < 60');

  await type('Control+a', 'Delete');
  await expect(threshold).toHaveValue('');
  await expect(page.getByText('Empty: 60 still counts. Leave the field and 55 is back.')).toBeVisible();
  await expect(expression).toContainText('derived.total < 60');
  await expectAccessible(page);
  await type('0', '.', '0', '5');
  await expect(threshold).toHaveValue('0.05');
  await expect(expression).toContainText('derived.total < 0.05');

  await type('Control+a', '1', 'e');
  await expect(page.getByText('Not a number: 1 still counts.')).toBeVisible();
  await type('2');
  await expect(threshold).toHaveValue('1e2');
  await expect(expression).toContainText('derived.total < 100');
  await type('Tab');
  await expect(threshold).toHaveValue('100');

  await threshold.click();
  await type('Control+a', 'Delete', 'Tab');
  await expect(threshold).toHaveValue('55');
  await expect(page.getByText('still counts')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Cases that change' })).toHaveCount(0);
});

test('the details of another run, and of none, have nothing of the run that was shown before', async ({
  page,
  open,
}) => {
  await open();
  const count = await loadSamples(page, brands);
  await judgeAll(page);
  await loadSamples(page, 'Belgian citation matching');
  await judgeAll(page);
  const [a, b] = await runIds(page);
  await page.goto(`./#/history/${a}`);
  await thresholdOf(page).fill('101');
  await expect(page.getByText(new RegExp(`of ${count} verdicts change`))).toBeVisible();
  await page.evaluate((id) => (location.hash = `#/history/${id}`), b);
  await expect(page.getByText(/^Belgian citation matching, version/)).toBeVisible();
  await expect(page.getByText('A view: nothing is overwritten')).toBeVisible();
  await expect(page.getByText('verdicts change')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reset all' })).toBeDisabled();
  await page.evaluate(() => (location.hash = '#/history/nobody'));
  await expect(page.getByText('This run is not stored in this browser.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Run details');
  await expect(page.getByText('Begun')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open on the Workbench' })).toHaveCount(0);
});

test('a run that is opened from its details says so from the press on, and why where it cannot be', async ({
  page,
  open,
}) => {
  await open();
  await loadSamples(page, brands);
  await judgeAll(page);
  await newSheet(page);
  const [id] = await runIds(page, 1);
  await page.goto(`./#/history/${id}`);
  await expect(thresholdOf(page)).toHaveValue('55');
  const letGo = await holdReading(page);
  await page.getByRole('button', { name: 'Open on the Workbench' }).click();
  const opening = page.getByRole('button', { name: 'Opening…' });
  await expect(opening).toBeFocused();
  await expect(opening).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page);
  await letGo();
  await expect(page.getByRole('status', { name: 'Run status' })).toContainText('judged in');

  await newSheet(page);
  await page.goto(`./#/history/${id}`);
  const again = page.getByRole('button', { name: 'Open on the Workbench' });
  await expect(thresholdOf(page)).toHaveValue('55');
  await refuseReading(page);
  await again.click();
  const refused = page.getByRole('alert');
  await expect(refused).toHaveText(
    `“${brands}” cannot be opened: the browser refused to store or read. Reload the page and try again.`,
  );
  await expect(again, 'to be pressed again').toBeEnabled();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(refused).toContainText('열 수 없습니다');
});

test('a large run is read beside the page, and by the page itself where no worker starts, to the same figures', async ({
  page,
  open,
}) => {
  const rows = Array.from({ length: 300 }, (_, at) =>
    brandRow({
      id: `case-${at}`,
      title: `Nike Pegasus ${at}`,
      predicted_entities: at % 3 === 0 ? 'Adidas' : 'Nike | nike',
      predicted_confidence: String((at % 10) / 10),
    }),
  );
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const startedToWeigh = () => workers.filter((address) => address.includes('weigh.worker')).length;
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'cases.csv', bytes: delimited([header, ...rows]) });
  await use(page, '300');
  await judgeAll(page);
  const [id] = await runIds(page, 1);
  const weighed = async () => {
    await page.goto('about:blank');
    await page.goto(`./#/history/${id}`);
    await thresholdOf(page).fill('101');
    await thresholdOf(page).blur();
    const figures = page.getByRole('table', { name: 'Stored run and view' });
    await expect(figures).toBeVisible();
    const changed = page.getByRole('table', { name: 'Cases that change' });
    return [await figures.innerText(), await changed.getAttribute('aria-rowcount')];
  };
  const beside = await weighed();
  expect(startedToWeigh()).toBe(1);
  let refused = 0;
  await page.route('**/weigh.worker-*.js', (route) => {
    refused += 1;
    return route.abort();
  });
  expect(await weighed()).toEqual(beside);
  expect(refused).toBe(1);
  await expect(page.getByText('cannot be read')).toHaveCount(0);
});

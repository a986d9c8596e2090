/** The report as somebody opens it who was sent it: one file, no script, no network. */
import { pathToFileURL } from 'node:url';
import { expectAccessible } from './support/axe';
import { sideways } from './support/page';
import { expect, test } from './support/test';

test('a report opens offline, is accessible, and its links open folded cases', async ({
  page,
  arrive,
  browser,
}) => {
  const title = 'Belgian citation matching';
  await arrive();
  await page.getByRole('region', { name: 'Rubrics' }).getByRole('button', { name: title }).click();
  await expect(page.getByRole('combobox', { name: 'Rubric' })).toHaveValue('citation-matching');
  await expect(page.getByText('Example reply', { exact: true }).first()).toBeVisible();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export report' }).click();
  const saved = test.info().outputPath('report.html');
  await (await started).saveAs(saved);

  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } });
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => complaints.push(message.text()));
  const report = await context.newPage();
  await report.goto(pathToFileURL(saved).href);
  await expect(report.getByRole('heading', { level: 1 })).toHaveText(title);

  await test.step('page one fits a screen and a printed page', async () => {
    await expect(report.getByRole('navigation', { name: 'Contents' })).toBeInViewport();
    await report.emulateMedia({ media: 'print' });
    // A4 without its margins, in CSS pixels.
    await report.setViewportSize({ width: 688, height: 1009 });
    const end = await report.locator('nav').evaluate((nav) => nav.getBoundingClientRect().bottom);
    expect(end).toBeLessThan(1009);
    await expect(report.locator('details.case article').last()).toBeVisible();
    await report.emulateMedia({ media: 'screen' });
    await report.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('links lead into folded cases and back', async () => {
    const map = report.getByRole('region', { name: 'Cases × criteria' }).first();
    const link = map.getByRole('link').first();
    const target = report.locator((await link.getAttribute('href')) ?? '');
    await expect(target).toBeHidden();
    await link.click();
    await expect(target).toBeInViewport();
    await target.getByRole('link', { name: 'Show in the list' }).click();
    await expect(report.locator('#cases tr:target')).toBeInViewport();
    const listed = report.locator('#cases tr:target').getByRole('link');
    await listed.click();
    await expect(target).toBeInViewport();
  });

  await expectAccessible(report);
  await report.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(report);
  await report.setViewportSize({ width: 390, height: 844 });
  expect(await sideways(report)).toBe(0);
  expect(requests).toEqual([pathToFileURL(saved).href]);
  expect(complaints).toEqual([]);
  await context.close();
});

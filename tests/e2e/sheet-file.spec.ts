import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { allDrawn, download } from './fixtures/import-steps';
import { judgeSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

interface ExportedSheet {
  name: string;
  buffer: Buffer;
}

const sheets = (page: Page) => page.getByRole('list', { name: 'Sheets' }).getByRole('article');

async function tableText(page: Page): Promise<string[]> {
  return (await allDrawn(page)).locator('tbody tr').allInnerTexts();
}

async function toHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
}

async function exportSheet(page: Page): Promise<ExportedSheet> {
  const { name, path } = await download(page, 'Export sheet file');
  await expect(page.getByText(`${name} is in your downloads.`)).toBeVisible();
  return { name, buffer: await readFile(path) };
}

async function openFile(page: Page, { name, buffer }: ExportedSheet): Promise<void> {
  await page.getByLabel('Open sheet file').setInputFiles({ name, mimeType: '', buffer });
}

async function choose(page: Page, action: string, menu: number): Promise<void> {
  await sheets(page).locator('summary').nth(menu).click();
  await page.getByRole('button', { name: action, exact: true }).filter({ visible: true }).click();
}

test('a sheet that was exported and deleted comes back from its file, read beside the page', async ({
  page,
  open,
}) => {
  await open();
  await expect(page.getByRole('button', { name: 'Export sheet file' })).toHaveCount(0);
  await judgeSamples(page);
  const table = await tableText(page);
  const exported = await exportSheet(page);
  expect(exported.name).toMatch(/\.assay-sheet\.jsonl\.gz$/);
  await expectAccessible(page);

  await toHistory(page);
  await expect(page.getByText('is in your downloads')).toHaveCount(0);
  await choose(page, 'Delete sheet', 0);
  await page.reload();
  await expect(page.getByText('No sheets yet')).toBeVisible();
  const reader = page.waitForEvent('worker', (worker) => worker.url().includes('sheet-file'));
  await openFile(page, exported);
  await reader;
  await expect(sheets(page)).toContainText('From a file');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => tableText(page)).toEqual(table);

  // Until something is judged here, it is the sheet that the colleague sent.
  const again = await exportSheet(page);
  const results = ({ buffer }: ExportedSheet) =>
    gunzipSync(buffer)
      .toString('utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"text":') || line.startsWith('{"case":'));
  expect(results(again)).toEqual(results(exported));
});

test('samples that nobody judged are not stored, and not exported', async ({ page, open }) => {
  await open();
  await page
    .getByRole('region', { name: 'Set up' })
    .getByRole('button', { name: 'Load sample cases' })
    .click();
  await expect(page.getByRole('button', { name: 'Export sheet file' })).toBeDisabled();
});

test('a file whose line was damaged is refused, with its line', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const { buffer } = await exportSheet(page);
  const lines = gunzipSync(buffer).toString('utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith('{"result":'));
  const cut = lines.with(at, (lines[at] ?? '').slice(0, -20));
  await toHistory(page);
  await openFile(page, { name: 'cut.jsonl', buffer: Buffer.from(cut.join('\n')) });
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('cut.jsonl was not opened');
  await expect(refusal).toContainText(`Line ${at + 1} is damaged: it cannot be read.`);
  await expectAccessible(page);
  // Changed bytes may spoil the packing or, unpacked, a text: either way a line is named.
  await openFile(page, { name: 'bytes.gz', buffer: Buffer.from(buffer.with(buffer.length >> 1, 7)) });
  await expect(refusal).toContainText('bytes.gz was not opened');
  await expect(refusal).toContainText(/damaged.* line \d+|Line \d+ .*damaged/);
  await openFile(page, { name: 'cases.csv', buffer: Buffer.from('id,text\n1,one\n') });
  await expect(refusal).toContainText('This is not a sheet file of Assay.');
  await refusal.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(sheets(page)).toHaveCount(1);
});

test('the runs of a file are added to the open sheet, where it has the rubric', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const table = await tableText(page);
  const exported = await exportSheet(page);
  await toHistory(page);
  await choose(page, 'Delete run', 1);
  const adding = page.getByRole('checkbox', { name: /^Add runs to “/ });
  await adding.check();
  await openFile(page, exported);
  await expect(page.getByText(/^1 run was added to “/)).toBeVisible();
  await expect(sheets(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => tableText(page)).toEqual(table);
  await expect(page.getByRole('group', { name: 'Runs' }).getByRole('button')).toHaveCount(1);

  await judgeSamples(page, 'Belgian citation matching');
  await toHistory(page);
  await expect(adding).not.toBeChecked();
  await adding.check();
  await openFile(page, exported);
  await expect(page.getByRole('alert')).toContainText(
    'The open sheet is judged by “Belgian citation matching”, the file by “Brand entity extraction”.',
  );
});

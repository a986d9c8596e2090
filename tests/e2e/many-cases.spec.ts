import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { chooseRubric, download, rowCount, use } from './fixtures/import-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const count = 100_000;
const rowAt = (at: number) =>
  brandRow({
    id: `case-${at}`,
    title: at % 2 === 0 ? `농심 신라면 큰사발 ${at}개입, 매운맛` : `Nike "Pegasus" ${at}, road running shoes`,
    expected_entities: at % 2 === 0 ? '농심 | Nongshim' : 'Nike | NIKE',
    predicted_reasoning:
      at % 2 === 0
        ? '제목이 제조사 이름으로 시작하므로 그 이름을 골랐다. '.repeat(2)
        : `Line one\nline ${at}: ${'the maker opens the title, '.repeat(4)}`,
  });

async function readRows(path: string): Promise<string[][]> {
  let text = '';
  for await (const piece of createReadStream(path, 'utf8')) text += String(piece);
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter: ',', skipEmptyLines: true }).data;
}

test('100,000 cases are brought in, filtered, opened, judged in part, written, and there again after a reload', async ({
  page,
  open,
}, testInfo) => {
  test.setTimeout(240_000);
  const path = testInfo.outputPath('many.csv');
  await writeFile(path, delimited([header, ...Array.from({ length: count }, (_, at) => rowAt(at))]));
  expect((await stat(path)).size).toBeGreaterThan(20_000_000);
  await open();
  await chooseRubric(page);
  await page.getByLabel('Upload cases').setInputFiles(path);
  await expect(page.getByText('Every row can be judged.')).toBeVisible({ timeout: 60_000 });
  const table = await use(page, '100,000');
  expect(await rowCount(table)).toBe(count);
  expect(await table.getByRole('row').count()).toBeLessThan(200);

  const search = page.getByRole('searchbox', { name: 'Search cases' });
  const judgement = page.getByRole('region', { name: 'Judgement' });
  for (const at of [99_999, 77_778]) {
    await search.fill(`case-${at}`);
    await expect(table.getByRole('button', { name: `case-${at}`, exact: true })).toBeVisible();
    await table.getByRole('button', { name: `case-${at}`, exact: true }).click();
    await expect(judgement.getByRole('heading', { name: `case-${at}`, exact: true })).toBeVisible();
    await judgement.getByRole('button', { name: 'Judge this case' }).first().click();
    await expect(judgement.getByText('Partly open', { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText('1 of 100,000', { exact: true })).toBeVisible();
  await search.fill('');
  await page.getByRole('button', { name: /2 Partly open/ }).click();
  await expect(page.getByText('2 of 100,000', { exact: true })).toBeVisible();
  await expect(table.getByRole('rowheader')).toHaveText(['case-77778', 'case-99999']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear' }).first().click();
  await table.getByRole('row').nth(1).getByRole('button').click();
  await page.keyboard.press('End');
  await expect(table.getByRole('button', { name: 'case-99999', exact: true })).toBeFocused();

  const exported = await download(page, 'Export CSV');
  const [names = [], ...written] = await readRows(exported.path);
  expect(written).toHaveLength(count);
  const status = names.indexOf('assay.status');
  const judged: string[] = [];
  written.forEach((row, at) => {
    if (row[status] !== '') judged.push(row[0] ?? '');
    // One comparison a row: a hundred thousand assertions would take a minute.
    if (row.slice(0, header.length).join('\u0000') !== rowAt(at).join('\u0000'))
      throw new Error(`Row ${at + 1} was changed on its way: ${row.join(', ')}`);
  });
  expect(judged).toEqual(['case-77778', 'case-99999']);

  await page.reload();
  await expect(page.getByText('2 Partly open')).toBeVisible({ timeout: 60_000 });
  expect(await rowCount(table)).toBe(count);
});

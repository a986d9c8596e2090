import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { download, drop } from './fixtures/import-steps';
import { judgeAll } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const rubric = `---
format: assay-rubric/1
id: short-notes
title: Short notes
version: 1.0.0
language: en
purpose: Judges whether a note is short.
inputs:
  - name: note
    label: Note
    kind: long
criteria:
  - id: brevity
    label: Brevity
    max: 5
facts:
  letters:
    label: Letters
    value: size(input.note)
decided:
  brevity.score:
    when: facts.letters < 20
    value: '5'
headline:
  value: output.brevity.score
---
Judge {{note}}.
`;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-drop-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

async function dropped(page: Page, name: string, bytes: string | Uint8Array): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  await drop(page, path);
}
/** What a file from elsewhere contains is shown before it is stored. */
const add = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Add this rubric' }).click();
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });
const chosen = (page: Page) => page.getByRole('combobox', { name: 'Rubric' }).locator('option:checked');
const results = (page: Page) => page.getByRole('table', { name: 'Results' });

test('an own rubric is dropped, judges a pasted text, and is there after a reload; a newer version takes its place', async ({
  page,
  arrive,
}) => {
  await arrive();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await dropped(page, 'short.md', rubric);
  const dialog = page.getByRole('dialog', { name: 'Add “Short notes”?' });
  await expect(dialog).toContainText('Brevity');
  await expect(dialog).toContainText('4 expressions, 0 checks');
  await expect(dialog).toContainText('cannot run code, reach the network or choose a judge');
  await expectAccessible(page);
  await add(page);
  await expect(said(page, 'Recognised: rubric “Short notes”')).toBeVisible();
  await expect(chosen(page)).toHaveText('Short notes');

  await page.getByRole('textbox', { name: 'Paste cases' }).fill('Note: Buy milk.');
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await expect(results(page).getByRole('row', { name: /Buy milk/ })).toContainText('5');

  await page.reload();
  await expect(chosen(page)).toHaveText('Short notes');
  await expect(results(page).getByRole('row', { name: /Buy milk/ })).toContainText('5');

  await dropped(page, 'short.md', rubric.replace('1.0.0', '1.1.0').replace('< 20', '< 2'));
  await expect(page.getByRole('dialog')).toContainText('becomes its newest version');
  await add(page);
  await expect(said(page, 'a newer version of your rubric')).toBeVisible();
  // The run keeps the version it was judged by; the next one begins another.
  await expect(results(page).getByRole('row', { name: /Buy milk/ })).toContainText('5');
  await judgeAll(page);
  await expect(page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button')).toHaveCount(2);
});

test('mistakes of a rubric file are named by line and column, and the id of a built-in one is refused', async ({
  page,
  arrive,
}) => {
  await arrive();
  await expect(results(page)).toBeVisible();
  await dropped(page, 'short.md', rubric.replace('max: 5', 'max: many').replace('size(', 'sizes('));
  await expect(page.getByRole('alert').filter({ hasText: 'short.md wasn’t added' })).toContainText(
    /Line 15:/,
  );
  await dropped(page, 'short.md', rubric.replace('id: short-notes', 'id: brand-entities'));
  await expect(page.getByRole('alert')).toContainText('already has the id “brand-entities”');
  await expect(chosen(page)).toHaveText('Brand entity extraction');
});

test('the Rubrics screen opens a file, shows it, names its mistakes, and deletes it with a way back', async ({
  page,
  open,
}) => {
  const bring = (text: string) =>
    page
      .getByLabel('Open rubric file')
      .setInputFiles({ name: 'short.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await open('#/rubrics');
  await bring(rubric.replace('version: 1.0.0', 'version: first').replace(/^title: .*\n/m, ''));
  await expect(page.getByRole('alert')).toContainText(
    /short\.md wasn’t added\..*Missing: title\..*Line \d+:/s,
  );
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await bring(rubric);
  await page.getByRole('dialog').getByRole('button', { name: 'Don’t add' }).click();
  await expect(page.getByRole('link', { name: 'Short notes' })).toHaveCount(0);
  await bring(rubric);
  await add(page);
  const heading = page.getByRole('article').getByRole('heading', { level: 2, name: 'Short notes' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Delete rubric' }).click();
  await expect(heading).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Use this rubric' }).click();
  await expect(chosen(page)).toHaveText('Short notes');
});

test('a rubric file that is pasted as a prompt is shown before it is added', async ({ page, open }) => {
  await open('#/rubrics/new');
  await page.getByRole('textbox', { name: 'Judge prompt' }).fill(rubric);
  await page.getByRole('button', { name: 'Import prompt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Don’t add' }).click();
  await expect(page.getByRole('textbox', { name: 'Judge prompt' })).toHaveValue(rubric);
  await page.getByRole('button', { name: 'Import prompt' }).click();
  await add(page);
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText('Short notes');
  await page.getByRole('button', { name: 'Use this rubric' }).click();
  await expect(page.getByRole('textbox', { name: 'Paste cases' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load sample cases' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Rubrics' }).click();
  await page.getByRole('button', { name: 'New rubric' }).click();
  await expect(page.getByRole('textbox', { name: 'Judge prompt' })).toHaveValue('');
});

test('what is dropped is recognised: cases, batch results, a sheet file, something else', async ({
  page,
  arrive,
}) => {
  await arrive();
  await expect(results(page)).toBeVisible();
  await dropped(page, 'photo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
  const refused = page.getByRole('alert').filter({ hasText: 'photo.png could not be read' });
  await expect(refused).toContainText('It is a PNG picture.');
  await refused.getByRole('button', { name: 'Close' }).click();

  await dropped(page, 'results.jsonl', '{"custom_id":"x","result":{"type":"expired"}}');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No stored run belongs to these files');
  await dialog.press('Escape');

  const { path } = await download(page, 'Export sheet file');
  await drop(page, path);
  await expect(said(page, 'Recognised: sheet file with 9 cases')).toBeVisible();
  // Stored with the file: the examples are ordinary runs now.
  const runs = page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button');
  await expect(runs).toHaveText(['Example replies', 'Example replies 2']);

  await page.getByRole('button', { name: 'New sheet' }).click();
  await dropped(page, 'brands.csv', delimited([header, brandRow({ id: 'case-1', title: 'Nike Pegasus' })]));
  await expect(said(page, 'Recognised: table with 1 row')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 case' }).click();
  await expect(results(page).getByRole('row', { name: /case-1/ })).toBeVisible();
});

test('a rubric that comes with a file of cases is chosen first, and then reads them', async ({
  page,
  arrive,
}) => {
  await arrive();
  await expect(results(page)).toBeVisible();
  await page.getByLabel('Upload cases').setInputFiles([
    { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('note,by\nBuy milk.,Ann\nCall Bo.,Bo\n') },
    { name: 'mine.md', mimeType: 'text/markdown', buffer: Buffer.from(rubric) },
  ]);
  await add(page);
  await expect(chosen(page)).toHaveText('Short notes');
  await expect(page.getByRole('heading', { name: 'notes.csv' })).toBeFocused();
  await page.getByRole('button', { name: 'Import 2 cases' }).click();
  await expect(results(page).getByRole('rowheader')).toHaveCount(2);
});

test('a pasted text that cannot be read stays in its box, with the mistake and the focus there', async ({
  page,
  arrive,
}) => {
  await arrive();
  await expect(results(page)).toBeVisible();
  await page.getByRole('button', { name: 'Judge my own text' }).click();
  const box = page.getByRole('textbox', { name: 'Paste cases' });
  await box.fill('[{"note": "Buy milk."},');
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The JSON is broken in line 1');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('[{"note": "Buy milk."},');
  await expect(results(page)).toBeVisible();
  await expectAccessible(page);
});

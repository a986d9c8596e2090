import type { Locator, Page } from 'playwright/test';
import { brandRow, delimited, header, objects } from './fixtures/brand-cases';
import { chooseRubric, rowCount, shownTable, upload, use } from './fixtures/import-steps';
import { judgeAll } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const mapped = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const chosen = (page: Page, name: string) => mapped(page, name).locator('option:checked');
const problemsOf = (page: Page) => page.getByRole('listitem');

/** A preview in which a cell was mended, a row left out and a column chosen. */
async function prepare(page: Page): Promise<void> {
  const rows = [brandRow(), brandRow({ id: 'c2', title: '' }), brandRow({ id: 'c3', keyword: '' })];
  await chooseRubric(page);
  await upload(page, { name: 'mine.csv', bytes: delimited([header, ...rows]) });
  await page.getByLabel('Row 3: Mend Product title').fill('Mended title');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: '1 row has a problem' })).toBeVisible();
  await problemsOf(page).getByLabel('Leave out').check();
  await mapped(page, 'Name of the case').selectOption('keyword');
}
async function expectPrepared(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'mine.csv', exact: true })).toBeVisible();
  const second = async () => (await shownTable(page))[2];
  await expect.poll(second).toEqual(brandRow({ id: 'c2', title: 'Mended title' }));
  await expect(problemsOf(page).getByLabel('Leave out')).toBeChecked();
  await expect(chosen(page, 'Name of the case')).toHaveText('keyword');
  await expect(page.getByRole('button', { name: 'Use 2 cases' })).toBeEnabled();
}

test('a wrong file during a preview says so and leaves the preview as it was', async ({ page, open }) => {
  await open();
  await prepare(page);
  await upload(page, { name: 'picture.png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('picture.png could not be read');
  await expect(alert).toContainText('What was being prepared is below, unchanged.');
  await expectAccessible(page);
  await expectPrepared(page);
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toHaveCount(0);
  await expectPrepared(page);
});

test('reading it otherwise keeps the work, or says what it could not keep and goes back', async ({
  page,
  open,
}) => {
  await open();
  await prepare(page);
  const encoding = page
    .locator('section')
    .filter({ hasText: 'How it is read' })
    .last()
    .getByLabel('Encoding');
  await encoding.focus();
  await encoding.selectOption('EUC-KR');
  await expect(encoding).toHaveValue('euc-kr');
  await expect(encoding).toBeFocused();
  await expectPrepared(page);

  const isHeader = page.getByLabel('The first row is the header');
  await isHeader.uncheck();
  const notice = page.getByRole('status').filter({ hasText: 'Not carried over' });
  await expect(notice).toContainText('1 mended cell, 1 row left out, the columns that were chosen.');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Back to how it was read before' }).click();
  await expect(isHeader).toBeChecked();
  await expectPrepared(page);

  // Half a character is left at the end: the choice is taken back, and so is what the field shows.
  await encoding.selectOption('UTF-16LE');
  await expect(page.getByRole('alert')).toContainText('mine.csv could not be read');
  await expect(encoding).toHaveValue('euc-kr');
  await expectPrepared(page);
});

/** Brings the end of a list that is drawn in part into view. */
async function scrollToEnd(list: Locator): Promise<void> {
  await list.evaluate((element) => {
    const scroller = element.parentElement;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  });
}

test('all problems are listed, filtered by kind and mended, over several lines too', async ({
  page,
  open,
}) => {
  const rows = Array.from({ length: 400 }, (_, at) =>
    brandRow(
      at % 2 === 0 ? { id: `c${at}`, title: '' } : { id: `c${at}`, predicted_confidence: `high\nor ${at}` },
    ),
  );
  rows.push(brandRow({ id: 'c1' }), brandRow({ id: 'fine' }));
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'many.csv', bytes: delimited([header, ...rows]) });
  await expect(page.getByRole('heading', { name: '401 rows have a problem' })).toBeVisible();
  await expect(page.getByRole('button', { name: '401 rows have a problem' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use 402 cases' })).toBeEnabled();
  const list = page.getByRole('list').filter({ hasText: 'Leave out' });
  const drawn = await list.getByRole('listitem').count();
  expect(drawn).toBeLessThan(60);
  await scrollToEnd(list);
  await expect(list.getByText('Row 402', { exact: true })).toBeVisible();

  const kinds = page.getByRole('group', { name: 'Kind of problem' });
  await expect(kinds.getByRole('button')).toHaveText([
    'All 401',
    'Empty 200',
    'Not a number 200',
    'Id repeated 1',
  ]);
  await kinds.getByRole('button', { name: 'Not a number' }).click();
  await page.getByRole('button', { name: 'Leave out all of them' }).click();
  await expect(page.getByRole('button', { name: 'Use 202 cases' })).toBeEnabled();
  await expect(page.getByText('200 left out')).toBeVisible();
  await expect(page.getByLabel('Row 3: Mend Confidence of the model')).toHaveValue('high\nor 1');
  await kinds.getByRole('button', { name: 'Empty' }).click();
  await page.getByLabel('Row 2: Mend Product title').fill('First line\nsecond line');
  await page.keyboard.press('Tab');
  await expect(kinds.getByRole('button', { name: 'Empty' })).toHaveText('Empty 199');
  expect((await shownTable(page))[1]?.[header.indexOf('title')]).toBe('First line\nsecond line');
  await expectAccessible(page);
  expect(await rowCount(await use(page, '202'))).toBe(202);
});

test('a text that is too long is said to be so, opened when it is wanted, and mended', async ({
  page,
  open,
}) => {
  const rows = [brandRow(), brandRow({ id: 'long', predicted_reasoning: 'x'.repeat(2_000_001) })];
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'long.csv', bytes: delimited([header, ...rows]) });
  await expect(problemsOf(page)).toContainText('has 2,000,001 characters; at most 2,000,000 can be judged.');
  await page.getByRole('button', { name: /^Row 3: Mend/ }).click();
  const field = page.getByRole('textbox', { name: /^Row 3: Mend/ });
  await expect(field).toBeFocused();
  await field.fill('short enough');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Every row can be judged.')).toBeVisible();
  await use(page, '2');
});

test('the data stand above the columns, and nothing is said of rows before the columns are chosen', async ({
  page,
  open,
}) => {
  await open();
  await chooseRubric(page);
  await upload(page, {
    name: 'odd.csv',
    bytes: delimited([
      ['a', 'b'],
      ['1', 'x'],
      ['2', 'y'],
    ]),
  });
  await expect(page.getByRole('alert')).toContainText('Choose a column for:');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'How it is read',
    'First rows',
    'Which column is what',
    'The rows are looked through when every required input has a column.',
  ]);
  await expect(page.getByText('Every row can be judged.')).toHaveCount(0);
  await mapped(page, 'Product title').selectOption('b');
  const example = page
    .getByRole('row', { name: /^Product title/ })
    .getByRole('cell')
    .last();
  await expect(example).toHaveText('x');
});

test('another rubric takes its inputs from the same file, and the first finds its columns again', async ({
  page,
  open,
}) => {
  await open();
  await prepare(page);
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: 'Belgian citation matching' });
  await expect(page.getByRole('alert')).toContainText('Choose a column for:');
  await expect(page.getByRole('button', { name: 'Use 2 cases' })).toBeDisabled();
  await chooseRubric(page);
  await expectPrepared(page);
  await use(page, '2');
});

test('ids that are there already: called off nothing changes, replaced cases come back with their judgements, or all get new ids', async ({
  page,
  open,
}) => {
  const results = page.getByRole('table', { name: 'Results' });
  const ids = results.getByRole('rowheader');
  const asks = page.getByRole('dialog', { name: '1 of these ids is among your cases already' });
  const bring = async (name: string, ...rows: string[][]) => {
    await upload(page, { name, bytes: delimited([header, ...rows]) });
    await page.getByRole('button', { name: 'Use 2 cases' }).click();
  };
  const changed = brandRow({ id: 'b', title: 'Adidas Samba' });
  await open();
  await chooseRubric(page);
  await bring('one.csv', brandRow({ id: 'a' }), brandRow({ id: 'b' }));
  await judgeAll(page);

  await bring('two.csv', changed, brandRow({ id: 'c' }));
  await expect(asks).toBeVisible();
  await expectAccessible(page);
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'two.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(ids).toHaveText(['a', 'b']);
  await expect(page.getByText('2 judged')).toBeVisible();

  await bring('two.csv', changed, brandRow({ id: 'c' }));
  await page.getByRole('button', { name: 'Replace that case' }).click();
  await expect(ids).toHaveText(['a', 'b', 'c']);
  await expect(results.getByText('Outdated')).toHaveCount(1);
  await expect(results.getByText('Not judged')).toHaveCount(1);
  const undo = page.getByRole('status').filter({ hasText: '1 case replaced.' });
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(results.getByText('Outdated')).toHaveCount(0);
  await expect(results.getByText('Not judged')).toHaveCount(1);
  await expect(ids).toHaveText(['a', 'b', 'c']);

  await bring('three.csv', changed, brandRow({ id: 'd' }));
  await page.getByRole('button', { name: 'Add all under new ids' }).click();
  await expect(ids).toHaveText(['a', 'b', 'c', 'b (2)', 'd']);
});

test('what was left out of JSON lines is not called a row, in Korean neither', async ({ page, open }) => {
  const lines = [...objects([brandRow()]).map((row) => JSON.stringify(row)), '{"a": oops}', '[1]'].join('\n');
  const korean = delimited([header, brandRow().slice(0, 7), brandRow({ id: 'c2' })]);
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'cases.jsonl', bytes: lines });
  await page.getByText('Left out because they are not JSON objects: 2').click();
  await expect(page.getByText('Line 2 was left out, it is not JSON: {"a": oops}')).toBeVisible();
  await expect(page.getByText('Line 3 was left out, it is not an object: [1]')).toBeVisible();
  await expect(page.getByText(/shorter or longer/)).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(page.getByText('2번째 줄: JSON이 아니어서 뺐습니다: {"a": oops}')).toBeVisible();
  await page
    .getByLabel('케이스 올리기')
    .setInputFiles({ name: 'short.csv', mimeType: '', buffer: Buffer.from(korean) });
  await page.getByText('머리글과 길이가 다르거나 따옴표가 잘못된 행 1개').click();
  await expect(
    page.getByText('2행: 셀이 8개여야 하는데 7개입니다. 없는 셀은 비워 두었습니다.'),
  ).toBeVisible();
});

test('a reading is cancelled, and what was there is there', async ({ page, open }) => {
  await open();
  await prepare(page);
  // The reader never hears of it, so that there is something to cancel.
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined;
  });
  await upload(page, { name: 'endless.csv', bytes: delimited([header, brandRow()]) });
  await expect(page.getByRole('heading', { name: 'Reading endless.csv…' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectPrepared(page);
});

test('column choices are kept in the browser by rubric and header, and forgotten with the settings', async ({
  page,
  open,
}) => {
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const request = indexedDB.open('assay-mappings');
          request.onerror = () => {
            reject(new Error('Expected the store to open.'));
          };
          request.onsuccess = () => {
            const reading = request.result.transaction('mappings').objectStore('mappings').get('mappings');
            reading.onsuccess = () => {
              request.result.close();
              resolve(JSON.stringify(reading.result ?? null));
            };
          };
        }),
    );
  await open();
  await prepare(page);
  await use(page, '2');
  await expect.poll(stored).toContain('"rubricId":"brand-entities"');
  expect(await stored()).not.toContain('Mended title');

  await page.reload();
  await chooseRubric(page);
  await upload(page, { name: 'later.csv', bytes: delimited([header, brandRow({ id: 'z' })]) });
  await expect(chosen(page, 'Name of the case')).toHaveText('keyword');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  // Another header is another file.
  await upload(page, {
    name: 'other.csv',
    bytes: delimited([
      [...header, 'x'],
      [...brandRow(), '1'],
    ]),
  });
  await expect(chosen(page, 'Name of the case')).toHaveText('no column');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: /Forget|Remove/ }).click();
  await expect.poll(stored).toBe('null');
});

test('a single case without a header is taken once the person says that it is one', async ({
  page,
  open,
}) => {
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'one.csv', bytes: 'c1,running shoes,Nike Pegasus\n' });
  await page.getByRole('alert').getByRole('button', { name: 'The first row is a case' }).click();
  await expect(page.getByRole('heading', { name: 'one.csv', exact: true })).toBeVisible();
  expect((await shownTable(page))[1]).toEqual(['c1', 'running shoes', 'Nike Pegasus']);
  // What is missing is said in a line, and covers nothing.
  const said = await page.getByRole('alert').boundingBox();
  expect(said?.height ?? Infinity).toBeLessThan(120);
});

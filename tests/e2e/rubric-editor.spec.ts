import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './support/axe';
import { storedText } from './support/judge-server';
import { sideways } from './support/page';
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
    levels:
      - { at: 5, name: Short }
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

const file = (page: Page) => page.getByRole('textbox', { name: 'Rubric file' });
const beside = (page: Page) => page.getByRole('article');
/** Puts the cursor behind the first place where the text stands. */
async function goBehind(page: Page, text: string): Promise<void> {
  const line = file(page).locator('.cm-line').filter({ hasText: text }).first();
  await line.scrollIntoViewIfNeeded();
  await line.click();
  await page.keyboard.press('End');
}
async function open(page: Page, text = rubric): Promise<void> {
  await page
    .getByLabel('Open rubric file')
    .setInputFiles({ name: 'short.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Add this rubric' }).click();
  await expect(beside(page).getByRole('heading', { level: 2, name: 'Short notes' })).toBeVisible();
}
/** As if pasted: nothing is indented or completed. */
async function insertBehind(page: Page, line: string, text: string): Promise<void> {
  await goBehind(page, line);
  await page.keyboard.insertText(text);
}
const changed = (page: Page) => page.getByRole('listitem').filter({ hasText: 'is now' });
const unsaved = (page: Page) => page.getByRole('status').filter({ hasText: 'Unsaved changes since' });
const problems = (page: Page): Locator => page.getByRole('list', { name: /problem/ });

test('a built-in rubric is duplicated; what the copy cannot have is listed first', async ({
  page,
  open: go,
}) => {
  await go('#/rubrics/brand-entities');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate “Brand entity extraction”' });
  await expect(dialog.getByText('Expected names captured')).toBeAttached();
  await expect(dialog.getByText('Checks', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create copy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit “Brand entity extraction (copy)”');
  await expect(file(page)).toContainText('id: brand-entities-copy');
  await expect(page.getByText('No problems')).toBeVisible();

  // The live test has the samples of the original, and their example replies.
  await page.getByRole('button', { name: 'Live test' }).click();
  await page.getByRole('combobox', { name: 'Reply' }).selectOption({ label: 'Example reply' });
  await expect(page.getByText('Nothing changed for this case.')).toBeVisible();
  await expect(page.getByText('Total', { exact: false }).first()).toBeAttached();
  await expectAccessible(page);
  // A built-in one cannot be edited.
  await page.goto('./#/rubrics/brand-entities/edit');
  await expect(page.getByText('Built-in rubrics cannot be changed.')).toBeVisible();
});

test('a copy of a built-in rubric is tried on a sample and its example reply', async ({ page, open: go }) => {
  await go('#/rubrics/meeting-minutes');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Create copy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('회의록 품질 평가');
  await page.getByRole('button', { name: 'Live test' }).click();
  await page.getByRole('combobox', { name: 'Reply' }).selectOption({ label: 'Example reply' });
  await expect(page.getByText('Nothing changed for this case.')).toBeVisible();
  await file(page).press('ControlOrMeta+End');
  await page.keyboard.type('Be brief.');
  await expect(page.getByText('The judge would get another prompt.')).toBeVisible();
  await file(page).press('ControlOrMeta+Home');
  await insertBehind(page, 'format: assay-rubric/1', '\ntitel: x');
  await expect(problems(page).getByRole('button').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByText('No problems')).toBeVisible();
  await insertBehind(page, 'format: assay-rubric/1', "\nfacts: { one: { label: The one, value: '1' } }");
  await expect(changed(page)).toContainText([/The one.*not there.*is now.*1/s]);
});

test('a rubric that works without end is stopped, and typing goes on', async ({ page, open: go }) => {
  const letters = "input.note.split('')";
  const endless = `${letters}.map(a, ${letters}.map(b, ${letters}.map(c, a + b + c))).size() > 0`;
  await go('#/rubrics');
  await open(page);
  await page.getByRole('button', { name: 'Use this rubric' }).click();
  await page.getByRole('textbox', { name: 'Paste cases' }).fill(`Note: ${'milk '.repeat(400)}`);
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /milk/ })).toBeVisible();
  await page.goto('./#/rubrics/short-notes/edit');
  await page.getByRole('button', { name: 'Live test' }).click();
  await expect(page.getByText('Nothing changed for this case.')).toBeVisible();
  await goBehind(page, 'language: en');
  await page.keyboard.insertText(
    `\nchecks: [{ id: endless, title: It ends, severity: error, assert: "${endless}", message: No }]`,
  );
  await goBehind(page, 'title: Short notes');
  await page.keyboard.type(' and long ones');
  await expect(file(page)).toContainText('Short notes and long ones');
  await expect(changed(page).filter({ hasText: 'It ends' })).toContainText('error in the rubric');
  await expect(page.getByText(/takes too long/).first()).toBeVisible();
});

test('an edit shows its mistakes, its reading view and what it changes; saving keeps the version of runs', async ({
  page,
  open: go,
}) => {
  await go('#/rubrics');
  await open(page);
  await page.getByRole('button', { name: 'Use this rubric' }).click();
  await page.getByRole('textbox', { name: 'Paste cases' }).fill('Note: Buy milk.');
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  const row = page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /Buy milk/ });
  await expect(row).toContainText('5');

  await page.getByRole('link', { name: 'Rubrics' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(file(page)).toBeVisible();

  // A mistake is named at its line, and the reading view stays.
  await goBehind(page, 'max: 5');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('many');
  await expect(problems(page).getByRole('button')).toContainText('Line 15');
  await expect(page.getByRole('button', { name: 'Save rubric' })).toBeDisabled();
  await expect(page.getByText('You see it as it was before.')).toBeVisible();
  await problems(page).getByRole('button').click();
  await expect(file(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('No problems')).toBeVisible();

  // The reading view follows.
  await goBehind(page, 'name: Short }');
  for (let letters = 0; letters < ' }'.length; letters += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('er than a tweet }');
  await expect(beside(page).getByText('Shorter than a tweet')).toBeVisible();

  // The live test: the case of the sheet, judged by both versions.
  await page.getByRole('button', { name: 'Live test' }).click();
  await expect(page.getByText('Nothing changed for this case.')).toBeVisible();
  await goBehind(page, 'when: facts.letters < 20');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await expect(page.getByRole('listitem').filter({ hasText: 'Brevity' })).toContainText(
    /was 5.*is now open/is,
  );

  await page.getByRole('button', { name: 'Raise version to 1.1.0' }).click();
  await expect(page.getByRole('button', { name: /Raise version/ })).toHaveCount(0);
  await file(page).press('ControlOrMeta+s');
  await expect(page.getByRole('status').filter({ hasText: 'Saved as version 1.1.0.' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to the rubric' }).click();
  await page.getByRole('link', { name: 'Workbench' }).click();
  await expect(row).toContainText('5');
  await page.getByRole('link', { name: 'Rubrics' }).click();
  await page.getByRole('button', { name: /^Restore version 1\.0\.0/ }).click();
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveText([/1\.0\.0.*In use/s, /1\.1\.0.*Restore/s]);
});

test('a draft survives a closed tab, and can be discarded and brought back, by keyboard', async ({
  page,
  open: go,
  context,
}) => {
  await go('#/rubrics');
  await open(page);
  await page.getByRole('link', { name: 'Edit' }).press('Enter');
  await file(page).press('ControlOrMeta+End');
  await page.keyboard.type('And {{no');
  await page.getByRole('option', { name: 'note' }).click();
  await page.keyboard.type(' again.');
  await expect(file(page)).toContainText('And {{note}} again.');
  await expect(unsaved(page)).toBeVisible();
  await expect(page.getByText('No problems')).toBeVisible();
  await expect.poll(() => storedText(page)).toContain('And {{note}} again.');
  const url = page.url();
  await page.close();

  const again = await context.newPage();
  await again.goto(url);
  await expect(file(again)).toContainText('And {{note}} again.');
  await expect(unsaved(again)).toBeVisible();
  // Tab leaves the file.
  await file(again).focus();
  await again.keyboard.press('Tab');
  await expect(file(again)).not.toBeFocused();
  await again.getByRole('button', { name: 'Discard draft' }).press('Enter');
  await expect(file(again)).not.toContainText('again.');
  await again.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(file(again)).toContainText('And {{note}} again.');
  await again.getByRole('button', { name: 'Save rubric' }).press('Enter');
  await expect(again.getByRole('status').filter({ hasText: 'Saved as version 1.0.0.' })).toBeVisible();
});

test('the editor speaks Korean, in the dark and on a phone', async ({ page, open: go }) => {
  await go('#/rubrics');
  await open(page);
  const banner = page.getByRole('banner');
  await banner.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await banner.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/rubrics/short-notes/edit');
  await expect(page.getByRole('textbox', { name: '루브릭 파일' })).toBeVisible();
  await page.getByRole('button', { name: '바로 시험' }).click();
  await expect(page.getByText('이 루브릭에 맞는 사례가 없습니다.')).toBeVisible();
  await page.locator('.cm-line').filter({ hasText: 'version: 1.0.0' }).click();
  await page.keyboard.press('End');
  await page.keyboard.insertText('\ntitel: x');
  await expect(page.getByRole('list', { name: '문제 1개' })).toContainText(
    '루브릭에 없는 키입니다: "titel". "title"을(를) 쓰려고 했나요?',
  );
  await expectAccessible(page);
  expect(await sideways(page)).toBe(0);
});

import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './support/axe';
import { tabTo } from './support/page';
import { expect, test } from './support/test';

const prompt = `You are a strict reviewer of release notes. Evaluate the notes below.

Changes:
{changes}

Notes:
{notes}

Accuracy (1-5): do the notes match the changes?
5: Every note matches a change.
1: A note is invented.

Tone (1-3): are the notes friendly?

Reply with JSON only:
{"accuracy": {"reason": "<one sentence>", "score": <1-5>}, "tone": {"score": <1-3>}}
`;

const proposal = (page: Page) => page.getByRole('region', { name: 'Proposal', exact: true });
const piece = (page: Page, key: string) => proposal(page).locator(`[data-piece="${key}"]`);
const lit = (page: Page) => page.getByRole('region', { name: 'Your prompt' }).locator('mark.lit');
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('by key alone: a prompt is pasted, looked through, changed, saved, and judges a case', async ({
  page,
  open,
}) => {
  await open('#/rubrics');
  await press(page, page.getByRole('link', { name: 'New rubric' }));
  await tabTo(page, page.getByRole('textbox', { name: 'Judge prompt' }));
  await page.keyboard.insertText(prompt);
  await press(page, page.getByRole('button', { name: 'Import prompt' }));
  await expect(page.getByRole('heading', { name: 'Proposal' })).toBeFocused();
  await expectAccessible(page);

  // Its words are lit while a piece has the keyboard, and Enter leads from them to the piece again.
  await press(page, page.getByRole('button', { name: 'Show Notes in the prompt' }));
  await expect(lit(page)).toHaveText(['{notes}']);
  await expect(lit(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(piece(page, 'input:notes')).toBeFocused();

  await press(page, page.getByRole('button', { name: 'Edit Notes' }));
  const form = piece(page, 'input:notes');
  await expect(form.getByLabel('Label')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Release notes');
  await tabTo(page, form.getByLabel('Name', { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('release notes');
  await page.keyboard.press('Escape');
  await expect(form).toContainText('{{release_notes}}');
  await expect(form).toContainText('confirmed');

  await press(page, page.getByRole('button', { name: 'Drop Changes' }));
  await expect(piece(page, 'input:changes')).toHaveCount(0);
  await expect(form).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(piece(page, 'input:changes')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(piece(page, 'input:changes')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await tabTo(page, page.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Release notes');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('release-notes');
  await tabTo(page, page.getByLabel('Which result is shown first?'));
  await page.keyboard.press('End');
  await press(page, page.getByRole('button', { name: 'Save rubric' }));

  await expect(page.getByRole('status').filter({ hasText: '“Release notes” is saved' })).toBeVisible();
  await expectAccessible(page);
  await press(page, page.getByRole('button', { name: 'Use in the Workbench' }));
  const chosen = page.getByRole('combobox', { name: 'Rubric' }).locator('option:checked');
  await expect(chosen).toHaveText('Release notes');
  await tabTo(page, page.getByRole('textbox', { name: 'Paste cases' }));
  // The old name of an input is still known.
  await page.keyboard.insertText('Changes: Faster start.\nnotes: It starts faster now.');
  await press(page, page.getByRole('button', { name: 'Judge this', exact: true }));
  await expect(
    page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /Faster start/ }),
  ).toContainText('2–8');
});

test('a draft outlives the tab, and is discarded with a way back', async ({ page, open }) => {
  await open('#/rubrics/new');
  await page.getByRole('textbox', { name: 'Judge prompt' }).fill(prompt);
  await page.getByRole('button', { name: 'Import prompt' }).click();
  await page.getByRole('button', { name: 'Drop Changes' }).click();
  await page.getByRole('button', { name: 'Confirm all stated' }).click();
  await page.reload();
  const draft = page.getByRole('region', { name: 'Continue your draft' });
  await draft.getByRole('button', { name: 'Discard draft' }).click();
  await expect(draft).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await draft.getByRole('button', { name: 'Continue' }).click();
  await expect(piece(page, 'input:notes')).toContainText('confirmed');
  await expect(piece(page, 'input:changes')).toHaveCount(0);
});

test('what is missing is asked for before it can be saved; a taken id gives way', async ({ page, open }) => {
  await open('#/rubrics/new');
  await page
    .getByRole('textbox', { name: 'Judge prompt' })
    .fill('You are a judge. Rate the answer. Reply with JSON: {"score": <number>, "reason": "<why>"}');
  await page.getByRole('button', { name: 'Import prompt' }).click();
  const save = page.getByRole('button', { name: 'Save rubric' });
  await expect(page.getByRole('heading', { name: /questions? before you can save/ })).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByRole('textbox', { name: /What do you want to judge/ }).fill('answer');
  await page.getByRole('button', { name: 'Add an input' }).click();
  const scale = page.getByRole('form', { name: /Which scale/ });
  await scale.getByLabel('Lowest').fill('5');
  await scale.getByLabel('Highest').fill('1');
  await scale.getByRole('button', { name: 'Use this scale' }).click();
  await expect(scale.getByRole('alert')).toContainText('above the lowest');
  await scale.getByLabel('Lowest').fill('1');
  await scale.getByLabel('Highest').fill('5');
  await scale.getByRole('button', { name: 'Use this scale' }).click();
  await expect(scale).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Id' }).fill('brand-entities');
  await page.getByRole('textbox', { name: 'Id' }).blur();
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Use “brand-entities-2”' }).click();
  await save.click();
  await expect(page).toHaveURL(/#\/rubrics\/brand-entities-2$/);
});

test('a prompt in the one box is offered as a rubric or as a case', async ({ page, open }) => {
  await open();
  const box = page.getByRole('textbox', { name: 'Paste cases' });
  await box.fill(prompt);
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await expect(page.getByText('This looks like a judge prompt.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import as a rubric' }).click();
  await expect(piece(page, 'input:notes')).toBeVisible();

  await page.getByRole('link', { name: 'Workbench' }).click();
  await box.fill(prompt);
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await page.getByRole('button', { name: 'Use as a case' }).click();
  await expect(
    page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /reviewer/ }),
  ).toBeVisible();
});

test('a grader brings its cases along, and they are opened with the new rubric', async ({ page, open }) => {
  const grader = {
    type: 'score_model',
    name: 'Friendliness',
    range: [1, 5],
    input: [{ role: 'user', content: 'Rate how friendly this reply is: {{item.reply}}' }],
  };
  const items = [{ reply: 'Go away.' }, { reply: 'How nice of you!' }].map((item) => ({ item }));
  await open('#/rubrics/new');
  await page
    .getByRole('textbox', { name: 'Judge prompt' })
    .fill([grader, ...items].map((line) => JSON.stringify(line)).join('\n'));
  await page.getByRole('button', { name: 'Import prompt' }).click();
  await page.getByRole('button', { name: 'Save rubric' }).click();
  await page.getByRole('button', { name: 'Open its 2 cases' }).click();
  await page.getByRole('button', { name: 'Import 2 cases' }).click();
  await expect(page.getByRole('table', { name: 'Results' })).toHaveAttribute('aria-rowcount', '3');
});

test('in Korean, on a phone, in the dark', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open('#/rubrics/new');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await page.getByRole('button', { name: '예시로 시작하기' }).click();
  await page.getByRole('button', { name: '프롬프트 가져오기' }).click();
  await expect(page.getByRole('region', { name: '제안', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Article: 프롬프트에서 보기' }).click();
  await expect(page.getByRole('region', { name: '내 프롬프트' }).locator('mark.lit')).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: '루브릭 저장' }).click();
  await expect(page.getByRole('button', { name: '평가하기에서 사용' })).toBeVisible();
});

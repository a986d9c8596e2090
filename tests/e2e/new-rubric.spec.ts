import type { Locator, Page } from 'playwright/test';

import { judgementDrawn } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { exportedLines } from './support/judged-line';
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
const rowOf = (page: Page, key: string) => piece(page, key).getByRole('button', { name: /^Edit / });
const lit = (page: Page) => page.getByRole('region', { name: 'Your prompt' }).locator('mark.lit');
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('by key alone: a prompt’s pieces are looked through, shown in its words, changed and dropped', async ({
  page,
  open,
}) => {
  await open('#/rubrics');
  await press(page, page.getByRole('button', { name: 'New rubric' }));
  await tabTo(page, page.getByRole('textbox', { name: 'Judge prompt' }));
  await page.keyboard.insertText(prompt);
  await press(page, page.getByRole('button', { name: 'Import prompt' }));
  await expect(page.getByRole('heading', { name: 'Proposal' })).toBeFocused();

  // Its words are lit while a piece has the keyboard, and Enter leads from them to the piece again.
  await tabTo(page, rowOf(page, 'input:changes'));
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'input:notes')).toBeFocused();
  await page.keyboard.press('Enter');
  const form = piece(page, 'input:notes');
  await expect(form.getByLabel('Label')).toBeFocused();
  await press(page, form.getByRole('button', { name: 'Show in the prompt' }));
  await expect(lit(page)).toHaveText(['{notes}']);
  await expect(lit(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'input:notes')).toBeFocused();

  await tabTo(page, form.getByLabel('Label'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Release notes');
  await tabTo(page, form.getByLabel('Name', { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('release notes');
  await page.keyboard.press('Escape');
  await expect(form).toContainText('{{release_notes}}');
  await expect(form).toContainText('confirmed');

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Drop', exact: true }));
  await expect(piece(page, 'input:changes')).toHaveCount(0);
  await expect(rowOf(page, 'input:notes')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(piece(page, 'input:changes')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(piece(page, 'input:changes')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
});

test('a draft outlives the tab, and is discarded with a way back', async ({ page, open }) => {
  await open('#/rubrics/new');
  await page.getByRole('textbox', { name: 'Judge prompt' }).fill(prompt);
  await page.getByRole('button', { name: 'Import prompt' }).click();
  await rowOf(page, 'input:changes').click();
  await page.getByRole('button', { name: 'Drop', exact: true }).click();
  await rowOf(page, 'input:notes').click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Draft kept in this browser')).toBeVisible();
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
  await page.getByRole('button', { name: 'Article 고치기' }).click();
  await page.getByRole('button', { name: '프롬프트에서 보기' }).click();
  await expect(page.getByRole('region', { name: '내 프롬프트' }).locator('mark.lit')).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: '루브릭 저장' }).click();
  await expect(page.getByRole('button', { name: '평가하기에서 사용' })).toBeVisible();
});

test('a field of the reply is renamed, and the prompt asks for its new name', async ({ page, open }) => {
  await open('#/rubrics/new');
  await page.getByRole('textbox', { name: 'Judge prompt' }).fill(prompt);
  await page.getByRole('button', { name: 'Import prompt' }).click();
  await rowOf(page, 'field:tone').click();
  const name = piece(page, 'field:tone').getByLabel('Name');
  await name.fill('manner');
  await name.press('Enter');
  const changes = page.getByRole('region', { name: 'Changes to the prompt' });
  await expect(changes.getByRole('listitem')).toHaveText(/another name in the reply.*tone\s→\smanner/s);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save rubric' }).click();
  await page.getByRole('button', { name: 'Use in the Workbench' }).click();
  await page.getByRole('textbox', { name: 'Paste cases' }).fill('Changes: Faster start.\nNotes: It starts.');
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await judgementDrawn(page);
  await page.keyboard.press('p');
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('"manner": {"score": <1-3>}')).toBeVisible();
});

test('an input that is the same for every case is filled in once, and changes prompt and receipt', async ({
  page,
  open,
}) => {
  await open('#/rubrics/new');
  await page
    .getByRole('textbox', { name: 'Judge prompt' })
    .fill(
      `# Short answers\n\nRate the answer by these criteria:\n{criteria}\n\nAnswer:\n{answer}\n\nJSON: {"score": <1-5>}`,
    );
  await page.getByRole('button', { name: 'Import prompt' }).click();
  await page
    .getByRole('group', { name: 'Is “Criteria” the same for every case?' })
    .getByRole('button', { name: 'The same for every case' })
    .click();
  await expect(piece(page, 'input:criteria')).toContainText('the same for every case');
  await expect(page.getByText('Nothing to decide')).toBeVisible();
  await page.getByRole('button', { name: 'Save rubric' }).click();
  await page.getByRole('button', { name: 'Use in the Workbench' }).click();

  const judgement = page.getByRole('region', { name: 'Judgement' });
  const fillIn = async (value: string) => {
    const form = page.getByRole('region', { name: 'Set up' }).locator('details');
    if ((await form.getAttribute('open')) === null) await form.locator('summary').click();
    await form.getByLabel('Criteria').fill(value);
    await form.getByRole('button', { name: 'Save for all cases' }).click();
    const save = form.getByRole('button', { name: 'Save for all cases', disabled: false });
    await expect(save).toHaveCount(0);
  };
  const receipt = async () => (await exportedLines(page)).map((line) => line.judgement.receipt.id);

  await expect(page.getByText('Fill in once before you judge: Criteria.')).toBeVisible();
  await fillIn('Be strict.');
  await page.getByRole('textbox', { name: 'Paste cases' }).fill('Answer: Four.');
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await judgementDrawn(page);
  await page.keyboard.press('p');
  await expect(judgement.getByText('Be strict.')).toBeVisible();
  const before = await receipt();

  await fillIn('Be kind.');
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('group', { name: 'Runs of this sheet' }).getByRole('button')).toHaveCount(2);
  await judgementDrawn(page);
  await page.keyboard.press('p');
  await expect(judgement.getByText('Be kind.')).toBeVisible();
  await expect(judgement.getByText('Be strict.')).toHaveCount(0);
  expect(await receipt()).not.toEqual(before);
});

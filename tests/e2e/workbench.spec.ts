import { brandReply } from './fixtures/brand-cases';
import { allDrawn } from './fixtures/import-steps';
import { judgementDrawn, judgeSamples, loadSamples, openCases } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { tabTo } from './support/page';
import { expect, test } from './support/test';

const rubrics = [
  { title: 'Belgian citation matching', criterion: 'Match correctness', level: 'Correct' },
  { title: 'Brand entity extraction', criterion: 'Correctness', level: '35–40' },
  { title: 'Quality of meeting minutes', criterion: 'Evidence', level: '5' },
];

test('every rubric: a sample judged by Rules only shows headline, levels, facts and checks, and nothing leaves', async ({
  page,
  open,
}) => {
  await open();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  for (const { title, criterion, level } of rubrics) {
    await judgeSamples(page, title);
    await expect(judgement.getByText('No model used').first()).toBeVisible();
    // The verdict, where the rubric gives one, and the score: beside the judgement there is room for them.
    const headers = page.getByRole('table', { name: 'Results' }).getByRole('columnheader');
    for (const place of [1, 2]) await expect(headers.nth(place)).toBeInViewport({ ratio: 1 });
    await expect(judgement.getByText('Partly open', { exact: true }).first()).toBeVisible();
    const row = judgement.locator('details[data-criterion]').filter({ hasText: criterion }).first();
    await row.locator('summary').click();
    const levels = row.getByRole('table', { name: 'Levels' });
    await expect(levels.getByRole('rowheader', { name: new RegExp(`^${level}`) }).first()).toBeVisible();
    await expect(row.getByRole('heading', { name: 'Facts about this' })).toBeVisible();
    await expect(
      judgement.getByText('Open', { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible();
    await expectAccessible(page);
  }
  // Evidence is highlighted where it stands, reached by a key, and what is missing is listed apart.
  const rows = (await allDrawn(page)).locator('tbody button');
  await rows.first().click();
  await judgementDrawn(page);
  await expect(judgement.locator('[data-case-text] mark.found').first()).toBeVisible();
  const evidence = page.locator('[data-case-text] mark[id]:focus');
  await page.keyboard.press('e');
  const first = await evidence.getAttribute('id');
  await page.keyboard.press('e');
  await expect(evidence).not.toHaveAttribute('id', first ?? '');
  await page.getByRole('button', { name: '0 bytes sent' }).click();
  const dialog = page.getByRole('dialog', { name: 'What leaves this device' });
  await expect(dialog.getByText('0', { exact: true })).toHaveCount(2);
  await expectAccessible(page);
});

test('keyboard alone: from the rubric to an opened criterion, the prompt and the receipt', async ({
  page,
  open,
}) => {
  await open();
  const rubric = page.getByRole('combobox', { name: 'Rubric' });
  await tabTo(page, rubric);
  await page.keyboard.type('Brand');
  await expect(rubric).toHaveValue('brand-entities');
  await openCases(page);
  await tabTo(page, page.getByRole('button', { name: 'Load sample cases' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Judge all' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/judged in/);
  const rows = page.getByRole('table', { name: 'Results' }).locator('tbody tr');
  await expect(rows.first().locator('[aria-current]')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1).locator('[aria-current]')).toBeVisible();
  await judgementDrawn(page);
  await page.keyboard.press('ArrowRight');
  const first = page.locator('details[data-criterion]').first();
  await expect(first).toHaveAttribute('open', '');
  await expect(first.locator('summary')).toBeFocused();
  await page.keyboard.press('p');
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('No model used. This is what a model would get')).toBeVisible();
  await expect(judgement.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a case of one’s own: JSON checked while typing, hidden characters shown, judged, removed and brought back', async ({
  page,
  open,
}) => {
  await open();
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: 'Belgian citation matching' });
  await openCases(page);
  await page.getByRole('button', { name: 'New case' }).click();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByLabel('Name of the case')).toBeFocused();
  await judgement.getByLabel('Name of the case').fill('My citation');
  const output = judgement.getByLabel(/model output/i);
  await output.fill('{"matches": [');
  await expect(judgement.getByText('This is not JSON yet: see line 1, column 14.')).toBeVisible();
  await output.fill('{"matches": ["\u202e<img src=x onerror=alert(1)>\u200b"]}');
  await expect(judgement.getByText('JSON is well-formed.')).toBeVisible();
  for (const label of ['Cited court', 'Citation snippet', 'Candidates'])
    await judgement.getByLabel(label, { exact: true }).fill('Cass.');
  await judgement.getByRole('button', { name: 'Judge this case' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/judged in/);
  await expect(judgement.getByText('U+202E')).toBeVisible();
  await expect(judgement.locator('img')).toHaveCount(0);
  await judgement.getByRole('button', { name: 'Case', exact: true }).click();
  await judgement.getByRole('button', { name: 'Remove case' }).click();
  await expect(page.getByText('“My citation” removed.')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.click();
  await expect(page.getByRole('table', { name: 'Results' }).getByText('My citation')).toBeVisible();
});

test('a reply pasted from a chat survives Escape, and is checked against the facts and against itself', async ({
  page,
  open,
}) => {
  await open();
  await loadSamples(page);
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'Paste a reply' });
  await page.getByRole('radio', { name: 'Model alone' }).check();
  await page.getByRole('button', { name: 'Judge this case' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Prompt to copy')).toHaveValue(/evaluation/);
  await expectAccessible(page);

  await dialog.getByLabel('Reply').fill('I would say 82 points.');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Discard this run and your pasted reply?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep going' }).click();
  await dialog.getByRole('button', { name: 'Use this reply' }).click();
  await expect(dialog.getByText('That reply could not be used.')).toBeVisible();

  const reply = brandReply({ unrelatedTerms: true, total: 92 });
  await dialog.getByLabel('Model name (optional)').fill('some-chat');
  await dialog.getByLabel('Reply').fill(`Here you are:\n\`\`\`json\n${reply}\n\`\`\``);
  await dialog.getByRole('button', { name: 'Use this reply' }).click();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('Inconsistent', { exact: true }).first()).toBeVisible();
  await expect(judgement.getByText(/^The judge’s total: 92/)).toBeVisible();
  // Its form gave way to that.
  await expect(page.getByRole('radio', { name: 'Model alone' })).toHaveCount(0);
  await page.keyboard.press('p');
  await expect(judgement.getByText('Exactly as the judge got it.')).toBeVisible();
  await expect(judgement.getByText('Try 1')).toBeVisible();
  await expect(judgement.getByText('Try 2')).toBeVisible();
  await expectAccessible(page);

  // A run that waits for a reply can be cancelled.
  await page.getByRole('button', { name: 'Judge all' }).click();
  await dialog.getByRole('button', { name: 'Cancel run' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/Stopped/);
  await expect(dialog).toHaveCount(0);
});

import { allDrawn } from './fixtures/import-steps';
import { judgementDrawn, judgeSamples, samplesToPaste } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { tabTo } from './support/keyboard';
import { expect, test } from './support/test';

const rubrics = [
  { title: 'Belgian citation matching', criterion: 'Match correctness', level: 'CORRECT' },
  { title: 'Brand entity extraction', criterion: 'Correctness', level: '35–40' },
  { title: '회의록 품질 평가', criterion: '근거 정확성', level: '5' },
];

for (const { title, criterion, level } of rubrics) {
  test(`${title}: a sample judged by Rules only shows headline, levels, facts and checks`, async ({
    page,
    open,
  }) => {
    await open();
    await judgeSamples(page, title);
    const judgement = page.getByRole('region', { name: 'Judgement' });
    await expect(judgement.getByText('no model was asked').first()).toBeVisible();
    // The verdict, where the rubric gives one, and the score: beside the judgement there is room for them.
    const headers = page.getByRole('table', { name: 'Results' }).getByRole('columnheader');
    for (const place of [1, 2]) await expect(headers.nth(place)).toBeInViewport({ ratio: 1 });
    await expect(judgement.getByText('Partial', { exact: true }).first()).toBeVisible();

    const row = judgement.locator('details[data-criterion]').filter({ hasText: criterion }).first();
    await row.locator('summary').click();
    const levels = row.getByRole('table', { name: 'Levels' });
    await expect(
      levels.getByRole('row').filter({ has: page.getByRole('rowheader', { name: level, exact: true }) }),
    ).toBeVisible();

    await expect(judgement.getByRole('heading', { name: 'Checks', exact: true })).toBeVisible();
    await expect(judgement.getByRole('heading', { name: 'Facts', exact: true })).toBeVisible();
    await expect(judgement.getByText('Undecided', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  });
}

test('evidence is highlighted where it stands, and what is missing is listed apart', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page, '회의록 품질 평가');
  const judgement = page.getByRole('region', { name: 'Judgement' });
  const missing = judgement.getByRole('heading', { name: 'Not found in the text' });
  const rows = (await allDrawn(page)).getByRole('row');
  let found = 0;
  let absent = 0;
  for (let index = 1; index < (await rows.count()); index += 1) {
    const opener = rows.nth(index).getByRole('button');
    await opener.click();
    const name = (await opener.innerText()).trim();
    await expect(judgement.getByRole('heading', { name, exact: true })).toBeVisible();
    await judgementDrawn(page);
    found += await judgement.locator('.text mark.found').count();
    absent += await missing.count();
  }
  expect(found).toBeGreaterThan(5);
  expect(absent).toBeGreaterThan(0);
});

test('the prompt, the reply in the rubric’s shape and the receipt are one key away', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page, 'Brand entity extraction');
  await judgementDrawn(page);
  await page.getByRole('row').nth(1).getByRole('button').focus();
  await page.keyboard.press('p');
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('No model was asked. This is what a model would be given')).toBeVisible();
  await expect(judgement.getByText('Receipt', { exact: true }).first()).toBeVisible();
  await expect(judgement.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
});

test('keyboard alone: from the rubric to an opened criterion', async ({ page, open }) => {
  await open();
  const rubric = page.getByRole('combobox', { name: 'Rubric' });
  await tabTo(page, rubric);
  await page.keyboard.type('Brand');
  await expect(rubric).toHaveValue('brand-entities');
  await tabTo(
    page,
    page.getByRole('region', { name: 'Set up' }).getByRole('button', { name: 'Load sample cases' }),
  );
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
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a case of one’s own: filled by form, JSON checked while typing, judged, changed, removed and brought back', async ({
  page,
  open,
}) => {
  await open();
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: 'Belgian citation matching' });
  await page.getByRole('button', { name: 'New case' }).click();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await judgement.getByLabel('Name of the case').fill('My citation');
  const output = judgement.getByLabel(/model output/i);
  await output.fill('{"matches": [');
  await expect(judgement.getByText('This is not JSON yet: see line 1, column 14.')).toBeVisible();
  await output.fill('{"matches": []}');
  await expect(judgement.getByText('JSON is well-formed.')).toBeVisible();
  await judgement.getByRole('button', { name: 'Judge this case' }).click();
  await expect(judgement.getByText('The case could not be judged')).toBeVisible();
  await judgement.getByRole('button', { name: 'Case', exact: true }).click();
  await judgement.getByRole('button', { name: 'Remove case' }).click();
  await expect(page.getByText('“My citation” removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('table', { name: 'Results' }).getByText('My citation')).toBeVisible();
});

test('a reply pasted from a chat is checked against the facts and against itself', async ({ page, open }) => {
  await open();
  await samplesToPaste(page);
  await page.getByRole('radio', { name: 'Model alone' }).check();
  await page.getByRole('button', { name: 'Judge this case' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Prompt to copy')).toHaveValue(/evaluation/);
  await expectAccessible(page);

  await dialog.getByLabel('Reply').fill('I would say 82 points.');
  await dialog.getByRole('button', { name: 'Use this reply' }).click();
  await expect(dialog.getByText('That reply could not be used.')).toBeVisible();

  const rule = (name: string, score: number) => ({ name, evidence: 'seen', compliant: score === 10, score });
  const reply = {
    evaluation: {
      correctness: { score: 38, output_value: 'x', expected_value: 'y', match: true },
      rule_compliance: {
        score: 40,
        rules: [
          rule('Include Original Brand', 10),
          rule('Generate Variations', 10),
          rule('No Unrelated Terms', 0),
          rule('Reasonable Count', 10),
        ],
      },
      reasoning_quality: { score: 10, chain_of_thought: 4, evidence_usage: 4, confidence_calibration: 2 },
    },
    total_score: 92,
    verdict: 'PASS',
    summary: 'Fine.',
    improvement_suggestions: [],
  };
  await dialog.getByLabel('Which model answered').fill('some-chat');
  await dialog.getByLabel('Reply').fill(`Here you are:\n\`\`\`json\n${JSON.stringify(reply)}\n\`\`\``);
  await dialog.getByRole('button', { name: 'Use this reply' }).click();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('Inconsistent', { exact: true }).first()).toBeVisible();
  await expect(judgement.getByText('Judge says 92; its own parts add up to 78.')).toBeVisible();
  await page.keyboard.press('p');
  await expect(judgement.getByText('Exactly as it was given to the judge.')).toBeVisible();
  await expect(judgement.getByText('Try 1')).toBeVisible();
  await expect(judgement.getByText('Try 2')).toBeVisible();
  await expectAccessible(page);
});

test('a run that waits for a reply can be cancelled', async ({ page, open }) => {
  await open();
  await samplesToPaste(page);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/Cancelled/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('undo brings back what was removed and keeps what was done since', async ({ page, open }) => {
  await open();
  await judgeSamples(page, 'Brand entity extraction');
  const rows = (await allDrawn(page)).locator('tbody tr');
  const all = await rows.count();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await judgement.getByRole('button', { name: 'Case', exact: true }).click();
  await judgement.getByRole('button', { name: 'Remove case' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(rows).toHaveCount(all - 1);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/judged in/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(all);
  await expect(page.getByText('Not judged')).toHaveCount(0);

  // On a phone another part of the page offers it, and has the focus.
  await page.setViewportSize({ width: 390, height: 844 });
  await rows.first().getByRole('button').click();
  await judgement.getByRole('button', { name: 'Case', exact: true }).click();
  await judgement.getByRole('button', { name: 'Remove case' }).click();
  await expect(judgement.getByRole('button', { name: 'Undo' })).toBeFocused();
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
});

test('the evidence key walks through the places in the case', async ({ page, open }) => {
  await open();
  await judgeSamples(page, '회의록 품질 평가');
  await judgementDrawn(page);
  await page.keyboard.press('e');
  await expect(page.locator('[data-case-text] mark').first()).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.locator('[data-case-text] mark').nth(1)).toBeFocused();
});

test('what was pasted survives Escape, and focus returns when the dialog goes', async ({ page, open }) => {
  await open();
  await samplesToPaste(page);
  const start = page
    .getByRole('region', { name: 'Judgement' })
    .getByRole('button', { name: 'Judge this case' })
    .first();
  await start.click();
  const dialog = page.getByRole('dialog', { name: /Good list/ });
  await dialog.getByLabel('Reply').fill('{"half": ');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Give up the run and the reply you pasted?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep going' }).click();
  await dialog.getByRole('button', { name: 'Use this reply' }).click();
  await expect(dialog.getByText('That reply could not be used.')).toBeVisible();
  await expect(dialog.getByLabel('Reply')).toHaveValue('{"half": ');
  await dialog.getByRole('button', { name: 'Leave this case unscored' }).click();
  await expect(start).toBeFocused();
  await expect(page.getByRole('region', { name: 'Judgement' }).getByText('No reply was given')).toBeVisible();
});

test('hidden and bidirectional characters are shown, and markup stays text', async ({ page, open }) => {
  await open();
  await page.getByRole('button', { name: 'New case' }).click();
  await expect(page.getByLabel('Name of the case')).toBeFocused();
  await page.getByLabel('Product title').fill('Sony\u202e<img src=x onerror=alert(1)>\u200b headphones');
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await judgement.getByRole('button', { name: 'Judge this case' }).first().click();
  await expect(judgement.getByText('U+202E')).toBeVisible();
  await expect(judgement.getByText('U+200B')).toBeVisible();
  await expect(judgement.locator('img')).toHaveCount(0);
});

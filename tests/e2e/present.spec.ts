import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright/test';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const deckOf = (page: Page) => page.getByRole('dialog', { name: 'Presentation' });
const headOf = (page: Page) => deckOf(page).getByRole('heading', { level: 2 });

async function arrived(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Judgement', exact: true })).toContainText(
    'claimed by the judge',
  );
}

/** How many cases are starred in what is stored. */
function storedStars(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('assay');
        opening.addEventListener('error', () => reject(new Error('The database was not opened.')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('sheets').objectStore('sheets').getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            const [sheet] = reading.result.map(
              (one: { head: { view: { starred: string[] } | null } }) => one.head,
            );
            resolve(sheet?.view?.starred.length ?? 0);
          });
        });
      }),
  );
}

test('presents by keys alone, from the Workbench to the end and back', async ({ page, arrive }) => {
  await arrive();
  await arrived(page);
  const button = page.getByRole('button', { name: 'Present', exact: true });
  await button.focus();
  await page.keyboard.press('f');
  await expect(headOf(page)).toHaveText('Brand entity extraction');
  await expect(headOf(page)).toBeFocused();
  await expect(deckOf(page)).toContainText('Example replies, written for this demo. No model was asked.');
  await expectAccessible(page);

  // The first case: the claim, what is upheld, the words of the contradiction.
  await page.keyboard.press('PageDown');
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowRight');
  await expect(headOf(page)).toContainText('Kérastase hair oil');
  const figure = deckOf(page).locator('.figure');
  await expect(figure.getByText('70')).toBeVisible();
  await expect(figure.getByText('14–29')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(figure.getByText('14–29')).toBeVisible();
  await expect(figure.locator('s')).toHaveText('70');
  const finding = deckOf(page)
    .getByText('The brand “Kérastase” is not in the list', { exact: false })
    .first();
  await expect(finding).toBeHidden();
  await page.keyboard.press('PageDown');
  await expect(finding).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('PageUp');
  await expect(finding).toBeHidden();

  await page.keyboard.press('b');
  await expect(deckOf(page)).toContainText('The screen is blank.');
  await page.keyboard.press('b');
  await expect(deckOf(page)).not.toContainText('The screen is blank.');

  await page.keyboard.press('n');
  await expect(headOf(page)).toContainText(/^Case \d · 1 of 5/);
  await expect(deckOf(page)).not.toContainText('hair oil, a competitor');

  await page.keyboard.press('?');
  await expect(deckOf(page).getByText('Blank the screen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deckOf(page).getByText('Blank the screen')).toBeHidden();

  await page.keyboard.press('End');
  await expect(headOf(page)).toHaveText('What the judge gets wrong most');
  await page.keyboard.press('PageDown');
  await expect(headOf(page)).toHaveText('What the judge gets wrong most');
  await page.keyboard.press('Escape');
  await expect(deckOf(page)).toBeHidden();
  await expect(button).toBeFocused();
  // Names stay hidden, so that none is shown by mistake.
  await page.keyboard.press('f');
  await expect(deckOf(page).getByRole('button', { name: 'Hide names', pressed: true })).toBeVisible();
});

test('starred cases have the slides, after a reload too', async ({ page, arrive }) => {
  await arrive();
  await arrived(page);
  const table = page.getByRole('table', { name: 'Results' });
  await table.getByRole('checkbox', { name: /^Star “Le Creuset/ }).click();
  // The case that is looked at.
  await page.keyboard.press('s');
  const star = page
    .getByRole('region', { name: 'Judgement', exact: true })
    .getByRole('checkbox', { name: /^Star/ });
  await expect(star).toBeChecked();
  await expect.poll(() => storedStars(page)).toBe(2);
  await page.reload();
  await expect(star).toBeChecked();
  await expect(table.getByRole('checkbox', { name: /^Star/, checked: true })).toHaveCount(2);
  await star.click();
  await expect(table.getByRole('checkbox', { name: /^Star/, checked: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  const slides = deckOf(page).getByText('1 / 5');
  await expect(slides).toBeVisible();
  for (const _ of [1, 2, 3]) await page.keyboard.press('PageDown');
  await expect(headOf(page)).toHaveText('Le Creuset pot, no brand column · 1 of 1');
});

test('the exported deck walks by keys from a file, asks for nothing, and reads without script', async ({
  page,
  browser,
  arrive,
}, info) => {
  await arrive();
  await arrived(page);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export deck' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/-deck\.html$/);
  const file = info.outputPath('deck.html');
  await download.saveAs(file);
  expect(await readFile(file, 'utf8')).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);

  const context = await browser.newContext();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const deck = await context.newPage();
  const problems: string[] = [];
  deck.on('console', (message) => problems.push(message.text()));
  deck.on('pageerror', (error) => problems.push(error.message));
  const address = pathToFileURL(file).href;
  await deck.goto(address);
  const shown = deck.locator('.slide:visible');
  await expect(shown.getByRole('heading')).toHaveText('Brand entity extraction');
  await expectAccessible(deck);
  for (const _ of [1, 2, 3]) await deck.keyboard.press('PageDown');
  await expect(shown.getByRole('heading')).toContainText('Kérastase');
  await expect(shown.getByText('4 statements don’t hold')).toBeHidden();
  await deck.keyboard.press('ArrowRight');
  await expect(shown.getByText('4 statements don’t hold')).toBeVisible();
  await deck.keyboard.press('b');
  await expect(deck.locator('html')).toHaveClass(/blank/);
  await deck.keyboard.press('b');
  await deck.keyboard.press('End');
  await expect(shown.getByRole('heading')).toHaveText('What the judge gets wrong most');
  expect([asked, problems]).toEqual([[address], []]);
  await context.close();

  const bare = await browser.newContext({ javaScriptEnabled: false });
  const page2 = await bare.newPage();
  await page2.goto(address);
  await expect(page2.locator('.slide:visible')).toHaveCount(9);
  await expect(page2.getByText('4 statements don’t hold').first()).toBeVisible();
  await bare.close();
});

test.describe('in Korean', () => {
  test.use({ locale: 'ko-KR' });
  test('presents in Korean', async ({ page, arrive }) => {
    await arrive();
    await page.getByRole('button', { name: '발표', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '발표' });
    await expect(dialog).toContainText('모델에 묻지 않았습니다.');
    await page.keyboard.press('End');
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('평가 모델이 자주 틀린 것');
    await expectAccessible(page);
  });
});

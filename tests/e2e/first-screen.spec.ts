import type { Page } from 'playwright/test';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { newSheet } from './fixtures/import-steps';
import { openJudge } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { sideways } from './support/page';
import { expect, test } from './support/test';

const judgement = (page: Page) => page.getByRole('region', { name: 'Judgement' });
const results = (page: Page) => page.getByRole('table', { name: 'Results' });

/** The sheets that the browser keeps. */
function storedSheets(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('assay');
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
        opening.onsuccess = () => {
          const counting = opening.result.transaction('sheets').objectStore('sheets').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}

test('the presenter: without an action there is a finished, contradicted judgement, marked as an example and not stored', async ({
  page,
  arrive,
}) => {
  await arrive();
  for (const visit of ['first', 'second']) {
    await test.step(visit, async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Is your AI judge right?' })).toBeVisible();
      await expect(
        judgement(page)
          .getByText(/statements? do(es)?n’t hold/)
          .first(),
      ).toBeVisible();
      await expect(judgement(page).getByText('Example reply', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Example replies', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(
        results(page)
          .getByText(/statements? do(es)?n’t hold/)
          .first(),
      ).toBeVisible();
      expect(await storedSheets(page)).toBe(0);
    });
    if (visit === 'first') await page.reload();
  }
  await expectAccessible(page);
  await expect(judgement(page).getByText('The rest of the reasoning isn’t checked.')).toHaveCount(1);
  await page.keyboard.press('p');
  await expect(judgement(page).getByText('Written for this demo. No model was asked.')).toBeVisible();
  await expect(judgement(page).getByText('Exactly as the judge got it.')).toHaveCount(0);
  await expect(judgement(page).getByRole('term').filter({ hasText: 'Tokens' })).toHaveCount(0);
  // The other rubrics are one press away, with their own examples.
  await page
    .getByRole('region', { name: 'Rubrics' })
    .getByRole('button', { name: /Belgian/ })
    .click();
  await expect(page.getByRole('combobox', { name: 'Rubric' })).toHaveValue('citation-matching');
  await expect(judgement(page).getByText('Example reply', { exact: true }).first()).toBeVisible();
});

test('“Show me” opens the criterion, brings the named part into view and lights it, each time', async ({
  page,
  arrive,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await arrive();
  const show = judgement(page).getByRole('button', { name: 'Show me: Reasonable count' });
  const part = judgement(page)
    .getByRole('listitem')
    .filter({ hasText: /^Reasonable count/ });
  for (const press of ['first', 'second'])
    await test.step(`${press} press`, async () => {
      await show.click();
      await expect(part).toBeInViewport({ ratio: 1 });
      await expect(part).toBeFocused();
      await expect(part).toHaveAttribute('aria-current', 'true');
    });
  await judgement(page).getByRole('button', { name: 'Show me: Rule compliance' }).click();
  await expect(part).not.toHaveAttribute('aria-current');
});

test('the guardian of transcripts: an own text is judged by rules in two actions', async ({
  page,
  arrive,
}) => {
  await arrive();
  await page.getByRole('button', { name: 'Judge my own text' }).click();
  const box = page.getByRole('textbox', { name: 'Paste cases' });
  await expect(box).toBeFocused();
  await page.keyboard.insertText(
    'Title: Nike Pegasus 41\nKeyword: shoes\nCategory: Shoes\nExpected entities: Nike | NIKE\nPredicted entities: Nike',
  );
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await expect(page.getByText(/^Recognised: /).filter({ visible: true })).toHaveCount(1);
  await expect(results(page).getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Rules only', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('heading', { name: 'Is your AI judge right?' })).toHaveCount(0);
  await expect.poll(() => storedSheets(page)).toBe(1);
});

test('a free text is asked for what the rubric needs besides it, and judged then', async ({
  page,
  arrive,
}) => {
  await arrive();
  await page.getByRole('button', { name: 'Judge my own text' }).click();
  await page.getByRole('textbox', { name: 'Paste cases' }).fill('The maker is Nike.');
  await page.getByRole('button', { name: 'Judge this', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Search keyword' })).toBeFocused();
  await expect(judgement(page).getByText(/^This rubric also needs: Search keyword, /)).toBeVisible();
  const judge = judgement(page).getByRole('button', { name: 'Judge this case' });
  await judge.click();
  await expect(page.getByRole('textbox', { name: 'Search keyword' })).toBeFocused();
  for (const name of ['Search keyword', 'Product title', 'Product category', 'Expected names'])
    await page.getByRole('textbox', { name, exact: true }).fill('Nike');
  await judge.click();
  await expect(page.getByRole('button', { name: 'Rules only', exact: true })).toBeVisible();
  await expect(judgement(page).getByRole('textbox')).toHaveCount(0);
});

test('the one with the CSV: an own file is judged in three actions', async ({ page, arrive }) => {
  await arrive();
  await expect(page.getByRole('combobox', { name: 'Rubric' })).toHaveValue('brand-entities');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  const rows = [header, brandRow(), brandRow({ id: 'c2' })];
  await (await chooser).setFiles({ name: 'mine.csv', mimeType: '', buffer: Buffer.from(delimited(rows)) });
  await page.getByRole('button', { name: 'Import 2 cases' }).click();
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/judged in/);
  await expect(results(page).getByRole('rowheader')).toHaveText(['c1', 'c2']);
});

test('a field at fault opens the judge’s form and takes the focus', async ({ page, arrive }) => {
  await arrive();
  await expect(results(page)).toBeVisible();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  const address = page.getByRole('textbox', { name: 'Base URL' });
  await expect(address).toBeVisible();
  await page.getByRole('button', { name: 'Judge settings' }).click();
  await expect(address).toHaveCount(0);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('http://localhost:9/v1');
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByLabel('Model', { exact: true })).toBeFocused();
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
});

/** Texts that are wider than their place or cut in their row, and controls that lie on one another. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const isSeen = (element: Element) =>
      element.checkVisibility() && !element.closest('.visually-hidden') && element.clientWidth > 1;
    const told = (element: Element) => `${element.tagName} “${element.textContent.trim().slice(0, 40)}”`;
    for (const element of document.querySelectorAll('main *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      if (hasText && !scrolls && isSeen(element) && element.scrollWidth > element.clientWidth + 1)
        faults.push(`cut: ${told(element)}`);
      const row = element.closest('table[role="table"] tr');
      if (!hasText || !row || !isSeen(element)) continue;
      // Its lines, with those that a clamp leaves out.
      const text = document.createRange();
      text.selectNodeContents(element);
      const [lines, place] = [text.getBoundingClientRect(), row.getBoundingClientRect()];
      const clamped =
        getComputedStyle(element).overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 3;
      if (clamped || lines.top < place.top - 1 || lines.bottom > place.bottom + 1)
        faults.push(`cut in its row: ${told(element)}`);
    }
    const controls = [
      ...document.querySelectorAll('main :is(button, select, input, textarea, a, summary)'),
    ].filter(
      // Rows scroll below their header, and files are chosen by what stands above their input.
      (element) => isSeen(element) && !element.closest('tbody, label:has([type="file"])'),
    );
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }));
    boxes.forEach(({ element, box }, place) => {
      for (const other of boxes.slice(place + 1)) {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        const nested = element.contains(other.element) || other.element.contains(element);
        if (width > 1 && height > 1 && !nested)
          faults.push(`overlap: ${told(element)} and ${told(other.element)}`);
      }
    });
    return faults;
  });
}

const sampleCases = { 'brand-entities': 9, 'citation-matching': 11, 'meeting-minutes': 10 };

/** Once the page has followed its new width. */
const expectLaidOut = async (page: Page, where: string) => {
  await expect.poll(() => layoutFaults(page), where).toEqual([]);
  expect(await sideways(page), where).toBeLessThanOrEqual(0);
};

test('from 1280 to 2560 pixels no text is cut, nothing overlaps and nothing scrolls sideways', async ({
  page,
  arrive,
}) => {
  const expectAtAllWidths = async (where: string) => {
    for (const width of [1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expectLaidOut(page, `${where} at ${width} pixels`);
    }
  };
  await arrive();
  for (const [rubric, cases] of Object.entries(sampleCases)) {
    await page.getByRole('combobox', { name: 'Rubric' }).selectOption(rubric);
    // Those of the rubric before may still stand there.
    await expect(results(page).getByRole('rowheader')).toHaveCount(cases);
    await expectAtAllWidths(rubric);
  }
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await openJudge(page);
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible();
  await expectAtAllWidths('the form of a judge');
  await newSheet(page);
  await expectAtAllWidths('an empty sheet');
});

test('at 390 pixels no text is cut, nothing overlaps and nothing scrolls sideways', async ({
  page,
  arrive,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const openStep = (name: string) =>
    page.getByRole('group', { name: 'Steps' }).getByRole('button', { name }).click();
  await arrive();
  for (const [rubric, cases] of Object.entries(sampleCases)) {
    await openStep('Set up');
    await page.getByRole('combobox', { name: 'Rubric' }).selectOption(rubric);
    for (const step of ['Set up', 'Results', 'Judgement']) {
      await openStep(step);
      if (step === 'Results') await expect(results(page).getByRole('rowheader')).toHaveCount(cases);
      await expectLaidOut(page, `${rubric}, ${step}`);
    }
  }
  await openStep('Set up');
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await openJudge(page);
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible();
  await expectLaidOut(page, 'the form of a judge');
  await openStep('Results');
  await newSheet(page);
  await expectLaidOut(page, 'an empty sheet');
});

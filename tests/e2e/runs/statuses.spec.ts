import type { Page } from 'playwright/test';
import { brandRow, delimited, header } from '../fixtures/brand-cases';
import { chooseRubric, upload, use } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { setUpApi, test } from '../support/judge-server';
import { expect } from '../support/test';
import { button, runStatus } from './run-steps';

/** A case, and what a judge that makes no mistake says of it. */
const subject = {
  expected_entities: 'Nike | NIKE | nike | Nike Inc.',
  predicted_entities: 'Nike | NIKE | nike',
};
const rule = (name: string, evidence: string) => ({ name, evidence, compliant: true, score: 10 });
const soundReply = JSON.stringify({
  evaluation: {
    correctness: {
      output_value: '["Nike","NIKE","nike"]',
      expected_value: '["Nike","NIKE","nike","Nike Inc."]',
      match: true,
      score: 38,
    },
    rule_compliance: {
      rules: [
        rule('Include Original Brand', 'The output lists “Nike” exactly as given.'),
        rule('Generate Variations', 'Variations of “Nike”: “NIKE”, “nike”.'),
        rule('No Unrelated Terms', 'Every listed entity is an expected one: “Nike”, “NIKE”, “nike”.'),
        rule('Reasonable Count', 'The output lists 3 entities; 3 to 10 are reasonable.'),
      ],
      score: 40,
    },
    reasoning_quality: { chain_of_thought: 7, evidence_usage: 7, confidence_calibration: 4, score: 18 },
  },
  total_score: 96,
  verdict: 'PASS',
  summary: 'The list holds the brand and three of the four expected forms.',
  improvement_suggestions: ['Add the company form "Nike Inc.".'],
});

/** What the judge says of each case, by its name; of all others something that fits the schema and little else. */
const said: Record<string, string> = {
  'case-1': soundReply,
  'case-2': soundReply.replace(/}$/, ',}'),
  'case-4': 'I would rather not say.',
};
/** Of each run, newest first: rules alone on one case, and what a model said of all but the last. */
const statuses = [
  {
    en: ['Not judged', 'Not judged', 'Not judged', 'Not judged', 'Partial', 'Not judged'],
    ko: ['심사 전', '심사 전', '심사 전', '심사 전', '일부 미정', '심사 전'],
  },
  {
    en: ['Valid', 'Repaired', 'Inconsistent', 'Unscored', 'Outdated', 'Not judged'],
    ko: ['유효', '보정됨', '불일치', '점수 없음', '수정됨', '심사 전'],
  },
];

/** The words of the column in view, whole: where each one ends, and where the table and its cell do. */
async function wordsInView(page: Page): Promise<{ word: string; row: number; whole: boolean }[]> {
  return page.locator('main table.row-table tbody tr').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const cell = row.querySelector('td:nth-of-type(3)');
      const text = [...(cell?.childNodes ?? [])].find(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const table = row.closest('table')?.parentElement;
      if (!cell || !text || !table) return [];
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { right, bottom, top } = range.getBoundingClientRect();
      const box = cell.getBoundingClientRect();
      const whole =
        right <= Math.min(box.right, table.getBoundingClientRect().left + table.clientWidth) &&
        top >= box.top &&
        bottom <= box.bottom &&
        cell.scrollWidth <= cell.clientWidth;
      return [{ word: text.textContent?.trim() ?? '', row: row.getBoundingClientRect().height, whole }];
    }),
  );
}

test('every status stands in the table as a whole word, in both languages, on a laptop and on a phone', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({
    decide: (_, name) => {
      const content = said[name];
      return content === undefined ? undefined : { kind: 'content', content };
    },
  });
  await open();
  await chooseRubric(page);
  const rows = [1, 2, 3, 4, 5, 6].map((number) =>
    brandRow({ ...subject, id: `case-${number}`, title: `Nike Pegasus 41, case-${number}` }),
  );
  await upload(page, { name: 'cases.csv', bytes: delimited([header, ...rows.slice(0, 5)]) });
  await use(page, '5');
  await setUpApi(page, server);
  await button(page, 'Judge all').click();
  await expect(runStatus(page)).toContainText('5 cases judged in', { timeout: 20_000 });
  await upload(page, { name: 'more.csv', bytes: delimited([header, ...rows.slice(5)]) });
  await use(page, '1');
  const table = page.getByRole('table', { name: /Results|결과/ });
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await table.getByRole('button', { name: 'case-5' }).click();
  await judgement.getByRole('button', { name: 'Case', exact: true }).click();
  await judgement.getByLabel('Product title').fill('Nike Pegasus 42, case-5');
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'Rules only' });
  await page.getByRole('button', { name: 'Judge this case' }).first().click();
  await expect(table.getByText('Partial', { exact: true })).toBeVisible();
  const runs = page.getByRole('group', { name: /Runs of this sheet|이 시트의 실행/ }).getByRole('button');
  await expect(runs).toHaveCount(2);

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    const results = page.getByRole('button', { name: /Results|결과/ }).first();
    if (width < 1080) await results.click();
    for (const language of ['en', 'ko'] as const) {
      await page.getByRole('combobox', { name: /Language|언어/ }).selectOption(language);
      for (const [place, words] of statuses.entries()) {
        await runs.nth(place).click();
        const whole = words[language].map((word) => ({ word, row: 36, whole: true }));
        await expect.poll(() => wordsInView(page), `${language}, ${width} px, run ${place}`).toEqual(whole);
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        'nothing but the table scrolls sideways',
      ).toBe(0);
    }
    await page.getByRole('combobox', { name: '언어' }).selectOption('en');
  }
  await expectAccessible(page);
});

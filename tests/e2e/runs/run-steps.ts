import { expect, type Locator, type Page } from 'playwright/test';
import type { LoopbackJudge } from '../../support/loopback-judge/loopback-judge';
import { brandRow, delimited, header } from '../fixtures/brand-cases';
import { chooseRubric, upload, use } from '../fixtures/import-steps';
import { apiKey, setUpApi } from '../support/judge-server';

/** Lays out cases that the loopback judge can tell apart, `case-1` and so on. */
export async function layOutCases(page: Page, count: number): Promise<Locator> {
  const rows = Array.from({ length: count }, (_, place) =>
    brandRow({ id: `case-${place + 1}`, title: `case-${place + 1} Nike Pegasus` }),
  );
  await chooseRubric(page);
  await upload(page, { name: 'cases.csv', bytes: delimited([header, ...rows]) });
  return use(page, count.toLocaleString('en'));
}

interface Setup {
  cases: number;
  atOnce?: number;
  key?: string;
}

export async function prepareRun(
  page: Page,
  { baseUrl }: Pick<LoopbackJudge, 'baseUrl'>,
  { cases, atOnce = 2, key = apiKey }: Setup,
): Promise<void> {
  await layOutCases(page, cases);
  await setUpApi(page, { baseUrl, key });
  await page.getByRole('spinbutton', { name: 'Parallel requests' }).fill(String(atOnce));
}

/** Begins a run whose first questions are out: the server holds its answers back. */
export async function beginHeld(page: Page, server: LoopbackJudge, setup: Setup): Promise<void> {
  server.hold();
  await prepareRun(page, server, setup);
  await button(page, 'Judge all').click();
  await expect.poll(() => server.inFlight().now).toBe(setup.atOnce ?? 2);
}

/** The same, and so many of its cases are judged; the next questions are out. */
export async function beginAndHold(
  page: Page,
  server: LoopbackJudge,
  judged: number,
  setup: Setup,
): Promise<void> {
  await beginHeld(page, server, setup);
  server.letGo(judged);
  await expectStatus(page, `Judging ${judged + 1} of ${setup.cases}…`);
  await expect.poll(() => server.inFlight().now).toBe(setup.atOnce ?? 2);
}

/** Looked for and pressed in one step: once a tab has heard that another one goes on, the same button pauses. */
export function pressResume(tab: Page): Promise<void> {
  return tab.evaluate(() => {
    [...document.querySelectorAll('button')]
      .find((found) => found.checkVisibility() && found.textContent.trim() === 'Resume')
      ?.click();
  });
}

/** Opens the options of a run and sets one of them. */
export async function setOption(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('spinbutton', { name });
  const options = page.getByText('Run options', { exact: true });
  if (!(await options.isVisible())) await page.getByRole('button', { name: 'Judge settings' }).click();
  if (!(await field.isVisible())) await options.click();
  await field.fill(value);
  await field.blur();
}

export const runStatus = (page: Page) => page.getByRole('status', { name: 'Run status' });
export const setUp = (page: Page) => page.getByRole('region', { name: 'Set up' });
export const button = (page: Page, name: string | RegExp) =>
  setUp(page).getByRole('button', { name, exact: true });
/** The rows of the table that have a score. */
export const scoredRows = (page: Page) =>
  page
    .getByRole('table', { name: 'Results' })
    .locator('tbody tr')
    .filter({ hasText: /\d.*(Pass|Fail)|(Pass|Fail).*\d/ });
export const interrupted = (page: Page) => page.getByRole('region', { name: 'Unfinished runs' });

/** How often anyone was asked. */
export function asked({ counts }: LoopbackJudge): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** How often each case was asked, by its number. */
export function askedEach({ counts }: LoopbackJudge): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

export function times(cases: number, count = 1): Record<string, number> {
  return Object.fromEntries(Array.from({ length: cases }, (_, place) => [`case-${place + 1}`, count]));
}

/** Each result is a round trip and a write, so a busy machine may take its time. */
export async function expectStatus(page: Page, words: string | RegExp): Promise<void> {
  await expect(runStatus(page)).toContainText(words, { timeout: 20_000 });
}

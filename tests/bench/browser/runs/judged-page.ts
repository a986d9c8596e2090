import type { BrowserContext, Page } from 'playwright';
import { largeFile } from '../large-file';

const WAIT = { timeout: 120_000 };

/** The built page with this many cases loaded and an API judge chosen, by its interface. */
export async function openWithCases(
  context: BrowserContext,
  address: string,
  { cases, baseUrl, atOnce }: { cases: number; baseUrl: string; atOnce: number },
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  await page.goto(address);
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: 'Brand entity extraction' });
  await bringCases(page, cases);
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('judge-1');
  await page.getByRole('spinbutton', { name: 'Parallel requests' }).fill(String(atOnce));
  await page.getByRole('spinbutton', { name: 'Parallel requests' }).blur();
  return page;
}

export async function bringCases(page: Page, cases: number): Promise<void> {
  const upload = page.locator('input[type=file]:enabled');
  await upload.waitFor({ state: 'attached' });
  await upload.setInputFiles({
    name: 'cases.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(largeFile(cases)),
  });
  await page.getByRole('button', { name: /^Import .* cases$/ }).click();
  await page.locator(`table[aria-rowcount="${cases + 1}"][aria-busy=false]`).waitFor();
}

/** From the click until the page says that all is judged, which it does once all is stored. Milliseconds by the clock. */
export async function judgeAll(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Judge all' }).waitFor(WAIT);
  return page.evaluate(clickJudgeAll);
}

/** Runs in the page, as `judgeAll` does. */
export function clickJudgeAll(): Promise<number> {
  const status = document.querySelector('[role=status][aria-label="Run status"]');
  const buttons = [...document.querySelectorAll('button')];
  const button = buttons.find(({ textContent }) => textContent.trim().startsWith('Judge all'));
  if (!status || !button) throw new Error('Expected the button "Judge all" and the status of the run.');
  return new Promise((resolve, reject) => {
    let began = performance.now();
    let started = false;
    const observer = new MutationObserver(() => {
      const said = status.textContent;
      const ended = said.includes('judged in');
      started ||= !ended;
      if (status.classList.contains('failed')) {
        observer.disconnect();
        reject(new Error(said));
      } else if (started && ended) {
        observer.disconnect();
        resolve(performance.now() - began);
      }
    });
    observer.observe(status, { characterData: true, childList: true, subtree: true, attributes: true });
    if (!status.textContent.includes('judged in')) {
      button.click();
      return;
    }
    // Every case is judged already: another run is measured, from when it is asked for.
    observer.disconnect();
    button.click();
    const offers = new MutationObserver(() => {
      const again = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.includes('again as a new run'),
      );
      if (!again) return;
      offers.disconnect();
      observer.observe(status, { characterData: true, childList: true, subtree: true, attributes: true });
      began = performance.now();
      again.click();
    });
    offers.observe(document.body, { childList: true, subtree: true });
  });
}

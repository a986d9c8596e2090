import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Browser, Download, Page } from 'playwright';
import { readBatchFile } from '../../support/batch-engine';
import { largeFile } from './large-file';

/** What a batch of many questions takes in the built page. */
export interface BatchVisit {
  questions: number;
  megabytes: number;
  files: number;
  exportSeconds: number;
  importSeconds: number;
  /** Main-thread tasks over 50 ms while results came in, and the longest; by the clock, so other programs are in it. */
  tasksOver50: number;
  longestMilliseconds: number;
  /** The same while the questions went out. */
  exportTasksOver50: number;
  exportLongestMilliseconds: number;
}

const QUESTIONS = 50_000;
const WAIT = { timeout: 900_000 };

/** Exports as many questions as a file may hold, plays the engine, and imports the results. */
export async function visitWithBatch(browser: Browser, address: string, folder: string): Promise<BatchVisit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  await page.goto(address);
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: 'Brand entity extraction' });
  const upload = page.locator('input[type=file]:enabled');
  await upload.waitFor({ state: 'attached' });
  const csv = Buffer.from(largeFile(QUESTIONS));
  await upload.setInputFiles({ name: 'cases.csv', mimeType: 'text/csv', buffer: csv });
  await page.getByRole('button', { name: /^Use .* cases$/ }).click();
  await page.locator(`table[aria-rowcount="${QUESTIONS + 1}"][aria-busy=false]`).waitFor();

  await page.getByRole('button', { name: 'Batch files…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Model' }).fill('judge-1');
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  const out = await timed(page, async () => {
    await dialog.getByRole('button', { name: 'Export batch' }).click();
    await dialog.getByText('in your downloads').waitFor(WAIT);
  });
  const files: string[] = [];
  let megabytes = 0;
  for (const [index, download] of downloads.entries()) {
    const file = `${folder}/results-${index}.jsonl`;
    megabytes += (await answer(await download.path(), file)) / 1e6;
    files.push(file);
    await download.delete();
  }
  const back = await timed(page, async () => {
    await dialog.getByLabel('Import batch results').setInputFiles(files);
    await dialog.getByRole('group', { name: 'Import report' }).waitFor(WAIT);
  });
  const scored = await dialog.getByRole('listitem').filter({ hasText: 'scored' }).textContent();
  if (!scored?.includes(QUESTIONS.toLocaleString('en')))
    throw new Error(`Expected ${QUESTIONS} scored cases, got "${scored ?? ''}".`);
  await context.close();
  return {
    questions: QUESTIONS,
    megabytes,
    files: files.length,
    exportSeconds: out.seconds,
    importSeconds: back.seconds,
    tasksOver50: back.over50,
    longestMilliseconds: back.longest,
    exportTasksOver50: out.over50,
    exportLongestMilliseconds: out.longest,
  };
}

/** Answers a batch file line by line. Gives the size of the questions. */
async function answer(from: string, to: string): Promise<number> {
  const output = createWriteStream(to);
  let bytes = 0;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    bytes += Buffer.byteLength(line) + 1;
    for (const request of readBatchFile('openai', line))
      if (!output.write(`${request.answered()}\n`)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'finish');
  return bytes;
}

/** Tracing every task of minutes would fill the memory; the browser counts those over 50 ms by itself. */
async function timed(page: Page, act: () => Promise<void>) {
  const tasks = await page.evaluateHandle(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'longtask' });
    return durations;
  });
  const began = performance.now();
  await act();
  const seconds = (performance.now() - began) / 1000;
  const durations = await tasks.jsonValue();
  return { seconds, over50: durations.length, longest: Math.max(0, ...durations) };
}

import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Browser, Download, Page } from 'playwright';
import { readBatchFile } from '../../support/batch-engine';
import { bringCases } from './runs/judged-page';

/** What a batch of many questions takes in the built page. */
export interface BatchVisit {
  questions: number;
  megabytes: number;
  files: number;
  /** The questions go out. */
  exported: BatchWork;
  /** The results come in. */
  imported: BatchWork;
}

export interface BatchWork {
  seconds: number;
  /** Of the page and its workers together. */
  processorSeconds: number;
  /** Main-thread tasks over 50 ms, and the longest of them; by the clock, so other programs are in it. */
  tasksOver50: number;
  longestMilliseconds: number;
  /** What the page's process took at most, and how much more that is than before; null where the system does not tell. */
  peakMegabytes: number | null;
  addedMegabytes: number | null;
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
  await bringCases(page, QUESTIONS);

  await page.getByRole('button', { name: 'Batch files…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Model' }).fill('judge-1');
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  const exported = await timed(browser, page, async () => {
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
  const imported = await timed(browser, page, async () => {
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
    exported,
    imported,
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

const LOOK_MILLISECONDS = 250;

/** Tracing every task of minutes would fill the memory; the browser counts those over 50 ms by itself. */
async function timed(browser: Browser, page: Page, act: () => Promise<void>): Promise<BatchWork> {
  const tasks = await page.evaluateHandle(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'longtask' });
    return durations;
  });
  const renderer = await busiestRenderer(browser);
  const before = megabytesOf(renderer.id);
  let peak = before;
  const looking = setInterval(() => {
    const now = megabytesOf(renderer.id);
    if (now !== null) peak = Math.max(peak ?? 0, now);
  }, LOOK_MILLISECONDS);
  const began = performance.now();
  try {
    await act();
  } finally {
    clearInterval(looking);
  }
  const seconds = (performance.now() - began) / 1000;
  const { cpuTime } = await busiestRenderer(browser);
  const durations = await tasks.jsonValue();
  return {
    seconds,
    processorSeconds: cpuTime - renderer.cpuTime,
    tasksOver50: durations.length,
    longestMilliseconds: Math.max(0, ...durations),
    peakMegabytes: peak,
    addedMegabytes: peak === null || before === null ? null : peak - before,
  };
}

/** Chromium keeps spare pages; ours is the one that does something. */
async function busiestRenderer(browser: Browser): Promise<{ id: number; cpuTime: number }> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const [busiest] = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((one, other) => other.cpuTime - one.cpuTime);
  if (!busiest) throw new Error('Expected a process for the page, found none.');
  return busiest;
}

/** Null on systems that do not tell it in a file. */
function megabytesOf(process: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

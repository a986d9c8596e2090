import type { Browser, Locator, Page } from 'playwright';
import { heapBytes } from './heap-bytes';
import { LARGE_FILE_ROWS } from './large-file';
import { longestTask, type LongestTask } from './longest-task';
import { firstRowsShown, watchScrolling, type SeenRows } from './seen-rows';

/** What the page's heap holds after garbage was collected. */
export interface MemoryAtRest {
  name: string;
  megabytes: number;
  /** What it holds more than before the import, in sizes of the file. */
  timesFile: number;
}

export interface Visit {
  longestTasks: LongestTask[];
  memory: MemoryAtRest[];
  /** From the end of reading to the first rows on the screen. */
  firstRowsMilliseconds: number;
  /** While the wheel was turned. */
  scrolling: SeenRows;
}

/** What a wheel gives at once, in pixels: one notch, and the most of a free one that is spun. */
const NOTCH = 120;
const SPIN = 500;
const WAIT = { timeout: 120_000 };

/** Does with the built page what a person with a large file does, and watches its main thread and its memory. */
export async function visit(browser: Browser, page: Page, file: string, bytes: number): Promise<Visit> {
  const longestTasks: LongestTask[] = [];
  const watched = async (name: string, act: () => Promise<void>) => {
    longestTasks.push(await longestTask(browser, page, name, act));
  };
  const devtools = await page.context().newCDPSession(page);
  const memory: MemoryAtRest[] = [];
  const weigh = async (name: string, before: number) => {
    const now = await heapBytes(devtools);
    memory.push({ name, megabytes: now / 1e6, timesFile: (now - before) / bytes });
  };

  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: 'Brand entity extraction' });
  const upload = page.locator('input[type=file]:enabled');
  await upload.waitFor({ state: 'attached', ...WAIT });
  const before = await heapBytes(devtools);
  const checked = page.getByRole('heading', { name: 'Every row can be judged.' });
  const shown = page.evaluate(firstRowsShown, 'Preview');
  await watched('import, mapping proposed, rows looked through', async () => {
    await upload.setInputFiles(file);
    await checked.waitFor(WAIT);
  });
  const firstRowsMilliseconds = await shown;
  await watched('mapping changed, rows looked through again', async () => {
    await page.getByRole('combobox', { name: 'Case name' }).selectOption({ label: 'title' });
    await checked.waitFor(WAIT);
  });
  await weigh('file read and shown', before);

  const table = page.getByRole('table', { name: 'Results' });
  const settled = page.locator('table[aria-busy=false]');
  await watched('cases taken', async () => {
    await page.getByRole('button', { name: /^Import .* cases$/ }).click();
    await page.locator(`table[aria-rowcount="${LARGE_FILE_ROWS + 1}"]`).waitFor(WAIT);
    await settled.waitFor(WAIT);
  });
  await weigh('cases taken', before);

  await watched('sorted by text, rising and falling', async () => {
    const header = table.getByRole('columnheader', { name: 'Case' });
    for (const order of ['ascending', 'descending']) {
      await header.getByRole('button').click();
      await page.locator(`table[aria-busy=false] th[aria-sort=${order}]`).waitFor(WAIT);
    }
  });
  await watched('filtered by text, and all shown again', async () => {
    const search = page.getByRole('searchbox');
    await search.pressSequentially('청소기');
    await settled.waitFor(WAIT);
    await search.fill('');
    await page.locator(`table[aria-busy=false][aria-rowcount="${LARGE_FILE_ROWS + 1}"]`).waitFor(WAIT);
  });
  await watched('scrolled by wheel and by leaps', async () => {
    await turnWheel(page, table, SPIN);
    await table.evaluate(leapThrough);
  });
  // Watched apart from the tasks, which watching would make longer.
  const seen = table.evaluate(watchScrolling);
  await turnWheel(page, table, -NOTCH);
  const scrolling = await seen;
  await watched('a row opened, twenty steps on', async () => {
    await table.locator('tbody button').nth(15).click();
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowDown');
  });
  await watched('CSV exported', async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('is in your downloads').waitFor(WAIT);
  });
  return { longestTasks, memory, firstRowsMilliseconds, scrolling };
}

async function turnWheel(page: Page, table: Locator, by: number): Promise<void> {
  await table.locator('tbody').first().hover();
  for (let turn = 0; turn < 100; turn += 1) await page.mouse.wheel(0, by);
}

/** Runs in the page: as if its scroll bar were dragged, one place with every frame. */
async function leapThrough(table: HTMLElement | SVGElement): Promise<void> {
  const scroller = table.parentElement;
  if (!scroller) throw new Error('Expected something around the table that scrolls, found nothing.');
  // Asked once: asking between frames would make the browser lay the page out twice.
  const { scrollHeight } = scroller;
  for (let leap = 0; leap <= 30; leap += 1) {
    scroller.scrollTop = (scrollHeight * leap) / 30;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

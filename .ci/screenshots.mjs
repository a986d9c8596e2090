// npm run screenshots [-- folder]: takes pictures of every screen and state of the built page in dist, at three widths, light and dark,
// in English and Korean. They are for looking at and are never committed; without a folder they go to a temporary one.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from './lib/browser.mjs';
import { ROOT } from './lib/project.mjs';
import { serveFolder } from './lib/static-server.mjs';

/** @typedef {import('playwright').Page} Page */

const folder = process.argv[2] ? resolve(process.argv[2]) : mkdtempSync(join(tmpdir(), 'assay-screenshots-'));
const only = process.argv[3] ?? '';
const AT_ONCE = 3;

const widths = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1920', width: 1920, height: 1080 },
  { name: 'phone', width: 390, height: 844 },
];
const looks = widths.flatMap((size) =>
  ['light', 'dark'].flatMap((theme) => ['en', 'ko'].map((language) => ({ ...size, theme, language }))),
);
const rubrics = ['brand-entities', 'citation-matching', 'meeting-minutes'];

/** The words by which a state is reached, in both languages. */
const words = {
  rubric: /^(Rubric|루브릭)$/,
  judge: /^(Judge|평가 방식)$/,
  judgement: /^\d?\s*(Judgement|평가 결과|평가 상세)$/,
  skip: /Skip this case|건너뛰기/,
  stop: /Cancel run|실행 중단/,
  results: /Results|결과|사례 목록/,
  setUp: /Set up|준비/,
  steps: /^(Steps|단계)$/,
  judgeAll: /^(Judge all|전체 평가|모두 평가)$/,
  newSheet: /^(New sheet|새 시트)$/,
  upload: /Upload cases|파일 열기/,
  changeJudge: /Judge settings|평가 설정/,
  compare: /^(Compare|비교)$/,
  openRubric: /Open rubric file|루브릭 파일 열기/,
};

/** Each begins on a fresh page of its own profile. @type {Record<string, (page: Page) => Promise<unknown>>} */
const states = {
  first: () => Promise.resolve(),
  ...Object.fromEntries(
    rubrics.flatMap((id) => [
      [
        `${id}-contradicted`,
        (page) => chooseRubric(page, id).then(() => seen(page, judgementOf(page), words.judgement)),
      ],
      [
        `${id}-honest`,
        // The last citation is a false positive.
        (page) =>
          chooseRubric(page, id).then(() => openRow(page, id === 'citation-matching' ? 'first' : 'last')),
      ],
      [`${id}-rules-only`, (page) => chooseRubric(page, id).then(() => judgeAll(page))],
    ]),
  ),
  unscored: async (page) => {
    await paste(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.skip }).click();
    // The next case is asked for: the rest of the run is not wanted.
    await dialog.getByRole('button', { name: words.stop }).click();
    await dialog.waitFor({ state: 'detached' });
    await openRow(page, 'first');
  },
  'import-preview': (page) =>
    upload(
      page,
      'brands.csv',
      'keyword,title,expected_entities,predicted_entities\na,Nike shoe,Nike,"Nike, NIKE"\n',
    ),
  'import-refused': (page) => upload(page, 'picture.csv', '\u0000\u0001\u0002'),
  'judge-api': (page) => judgePanel(page, 'api'),
  'judge-device': (page) => judgePanel(page, 'device'),
  'paste-dialog': paste,
  'empty-sheet': async (page) => {
    await (
      await seen(page, page.getByRole('button', { name: words.newSheet }), words.results)
    )
      .first()
      .click();
  },
  history: async (page) => {
    await judgeAll(page);
    await go(page, 'history');
  },
  'history-empty': (page) => go(page, 'history'),
  compare: async (page) => {
    await judgeAll(page);
    await go(page, 'history');
    const runs = page.getByRole('article').getByRole('checkbox');
    for (const place of [0, 1]) await runs.nth(place).check();
    await page.getByRole('button', { name: words.compare }).click();
  },
  'run-details': async (page) => {
    await judgeAll(page);
    await go(page, 'history');
    await page.getByRole('article').locator('summary').nth(1).click();
    await page.getByRole('article').getByRole('link').first().click();
  },
  ...Object.fromEntries(rubrics.map((id) => [`rubrics-${id}`, (page) => go(page, `rubrics/${id}`)])),
  'rubric-refused': async (page) => {
    await go(page, 'rubrics');
    const buffer = Buffer.from('---\nformat: assay-rubric/1\nid: Mine\n---\nprompt');
    await page
      .getByLabel(words.openRubric)
      .setInputFiles({ name: 'mine.md', mimeType: 'text/markdown', buffer });
    await page.getByRole('alert').waitFor();
  },
  settings: (page) => go(page, 'settings'),
};

mkdirSync(folder, { recursive: true });
const server = await serveFolder({ folder: `${ROOT}/dist`, port: 0 });
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
const jobs = Object.entries(states).flatMap(([name, reach]) => looks.map((look) => ({ name, reach, look })));
const wanted = jobs.filter(({ name, look }) => fileOf(name, look).includes(only));
/** @type {string[]} */
const failed = [];
const next = wanted[Symbol.iterator]();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const job of next) await take(job);
  }),
);
await browser.close();
await server.close();
console.log(`${wanted.length - failed.length} pictures in ${folder}`);
for (const line of failed) console.log(`not reached: ${line}`);

/** @typedef {(typeof looks)[number]} Look */

/** @param {string} name @param {Look} look */
function fileOf(name, { name: width, theme, language }) {
  return `${name}-${width}-${theme}-${language}.png`;
}

/** @param {{ name: string, reach: (page: Page) => Promise<unknown>, look: Look }} job */
async function take({ name, reach, look }) {
  const { width, height, theme, language } = look;
  const colorScheme = theme === 'dark' ? 'dark' : 'light';
  const locale = language === 'ko' ? 'ko-KR' : 'en-US';
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    await page.goto(server.url);
    // The samples and their example replies are read first.
    await drawn(page);
    await reach(page);
  } catch (error) {
    failed.push(`${fileOf(name, look)}: ${String(error).split('\n')[0]}`);
  }
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, fileOf(name, look)), fullPage: true, animations: 'disabled' });
  await context.close();
}

/** @param {Page} page @param {string} route */
async function go(page, route) {
  await page.evaluate((hash) => (location.hash = hash), `#/${route}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
}
/** @param {Page} page */
async function drawn(page) {
  // On a phone the table may be hidden by another step.
  await page.locator('main table tbody tr').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}
/** Goes to the step in which something stands, where a phone shows one step at a time. @param {Page} page @param {import('playwright').Locator} what @param {RegExp} step */
async function seen(page, what, step) {
  if (!(await what.first().isVisible()))
    await page.getByRole('group', { name: words.steps }).getByRole('button', { name: step }).first().click();
  return what;
}
/** @param {Page} page */
function judgementOf(page) {
  return page.getByRole('region', { name: words.judgement });
}
/** @param {Page} page @param {string} id */
async function chooseRubric(page, id) {
  const rubric = page.getByRole('combobox', { name: words.rubric });
  await (await seen(page, rubric, words.setUp)).selectOption(id);
  await drawn(page);
}
/** On a phone the table is a step of its own. @param {Page} page @param {'first' | 'last'} which */
async function openRow(page, which) {
  const rows = page.getByRole('table', { name: words.results }).locator('tbody button');
  await (await seen(page, rows, words.results))[which]().click();
  await judgementOf(page).waitFor();
}
/** @param {Page} page */
async function judgeAll(page) {
  await (await seen(page, page.getByRole('button', { name: words.judgeAll }), words.setUp)).first().click();
  await page.waitForTimeout(2_000);
}
/** @param {Page} page @param {string} judge */
async function judgePanel(page, judge) {
  const choice = page.getByRole('combobox', { name: words.judge });
  await (await seen(page, choice, words.setUp)).first().selectOption(judge);
  // The choice opens what is to be filled in; a press would shut it.
  const panel = page.getByRole('button', { name: words.changeJudge, expanded: true });
  await panel.waitFor();
  await page.waitForTimeout(1_000);
}
/** @param {Page} page */
async function paste(page) {
  await judgePanel(page, 'pasted');
  await page.getByRole('button', { name: words.judgeAll }).first().click();
  await page.getByRole('dialog').waitFor();
}
/** @param {Page} page @param {string} name @param {string} text */
async function upload(page, name, text) {
  // The drop zone is folded below the number of cases.
  await (await seen(page, page.locator('[aria-controls$="-cases"]'), words.setUp)).first().click();
  await page
    .getByLabel(words.upload)
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.waitForTimeout(1_500);
}

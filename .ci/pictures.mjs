// npm run pictures: writes the pictures of the documentation to docs/pictures. They show the built page in dist.
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { chromium } from 'playwright';
import { findChromium } from './lib/browser.mjs';
import { ROOT } from './lib/project.mjs';
import { serveFolder } from './lib/static-server.mjs';

const CASES = 10;
const MODEL = 'my-judge';
/** A stand-in for a model answers as the gold cases do, but gets one total wrong. */
const WRONG = { id: 'g02-half', total: 92 };

const text = readFileSync(`${ROOT}/rubrics/brand-entities/gold.csv`, 'utf8');
/** @type {Record<string, string>[]} */
const rows = Papa.parse(text, { header: true, skipEmptyLines: true }).data.slice(0, CASES);

const server = await serveFolder({ folder: process.argv[2] ?? `${ROOT}/dist`, port: 0 });
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1500, height: 820 }, locale: 'en-US' });
await page.goto(server.url);

const csv = { name: 'brands.csv', mimeType: 'text/csv', buffer: Buffer.from(Papa.unparse(rows)) };
await page.getByLabel('Upload cases').setInputFiles(csv);
await page.getByRole('button', { name: `Import ${CASES} cases` }).click();
await page.getByRole('button', { name: 'Judge all' }).click();
await page.getByText(`${CASES} cases judged in`).waitFor();

await page.route('http://localhost:8000/**', async (route) => {
  const asked = route.request().postData() ?? '';
  const row = rows.find(({ title = '' }) => asked.includes(JSON.stringify(title).slice(1, -1))) ?? {};
  const choice = { finish_reason: 'stop', message: { content: JSON.stringify(replyOf(row)) } };
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  await route.fulfill({ headers, json: { model: MODEL, choices: [choice] } });
});
await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: 'OpenAI-compatible server' });
await page.getByRole('textbox', { name: 'Base URL' }).fill('http://localhost:8000/v1');
await page.getByRole('textbox', { name: 'Model', exact: true }).fill(MODEL);
await page.getByRole('button', { name: 'Judge all' }).click();
await page.getByText(`${CASES} cases judged in`).waitFor();
const wrong = rows.find(({ id }) => id === WRONG.id)?.['label'] ?? '';
await page.getByRole('table', { name: 'Results' }).getByRole('button', { name: wrong }).click();
const judgement = page.getByRole('region', { name: 'Judgement' });
await judgement.getByText(String(WRONG.total)).first().waitFor();
await judgement.getByText('Rule compliance').first().click();
await take(page, 'workbench');
await page.close();

// The rest shows the example replies that the page opens with.
const opened = await browser.newPage({ viewport: { width: 1500, height: 940 }, locale: 'en-US' });
await opened.goto(server.url);
await opened.getByRole('tab', { name: 'Overview' }).click();
await opened.getByRole('region', { name: 'Overview' }).getByText('Sony').first().waitFor();
await take(opened, 'overview');
await opened.getByRole('tab', { name: 'Cases' }).click();
await opened.getByRole('button', { name: 'Present' }).click();
const deck = opened.getByRole('dialog');
const nextStep = deck.getByRole('button', { name: 'Next' });
await nextStep.waitFor();
while ((await deck.getByText(/Sony headphones.* of \d/).count()) === 0) await nextStep.click();
// The claim is there; Assay's reading and what doesn't hold follow.
for (let step = 0; step < 2; step += 1) await nextStep.click();
await take(opened, 'present');
await opened.keyboard.press('Escape');
await opened.getByRole('button', { name: 'Compare' }).click();
await opened.getByRole('heading', { name: 'Differences by criterion' }).waitFor();
await take(opened, 'compare');
await browser.close();
await server.close();

/** @param {import('playwright').Page} shown @param {string} name */
async function take(shown, name) {
  await shown.screenshot({ path: `${ROOT}/docs/pictures/${name}.png`, animations: 'disabled' });
}

/** The reply in a row's gold columns. @param {Record<string, string>} row @returns {unknown} */
function replyOf(row, path = 'gold') {
  if (path === 'gold.total_score' && row['id'] === WRONG.id) return WRONG.total;
  const cell = row[path];
  if (cell !== undefined) return /^(\d+|true|false|\[.*\]|"\[.*\]")$/.test(cell) ? JSON.parse(cell) : cell;
  const below = Object.keys(row).filter((name) => name.startsWith(`${path}.`));
  const keys = new Set(below.map((name) => name.slice(path.length + 1).split('.')[0] ?? ''));
  const entries = [...keys].map((key) => [key, replyOf(row, `${path}.${key}`)]);
  return keys.has('0') ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

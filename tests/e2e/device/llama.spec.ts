import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page, Worker } from 'playwright/test';
import { countTinyTokens } from '../../support/tiny-gguf/count-tokens';
import { tinyGguf } from '../../support/tiny-gguf/tiny-gguf';
import { chooseDevice, deviceModel, openGguf } from '../fixtures/device-steps';
import { judgeAgain, openJudge } from '../fixtures/workbench-steps';
import { chooseRubric, download, upload, use } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { exportedJudgements } from '../support/judged-line';
import { expect, test } from '../support/test';

/** With short cases of each, and how they are judged. */
const rubrics = [
  {
    id: 'citation-matching',
    title: 'Belgian citation matching',
    cases: ['conseil-etat-rvv'],
    mode: 'Model alone',
  },
  {
    id: 'brand-entities',
    title: 'Brand entity extraction',
    cases: ['washing-machine', 'diffuser'],
    mode: 'Assisted',
  },
];
const minutes = { id: 'meeting-minutes', title: 'Quality of meeting minutes', cases: ['budget-vague'] };
const oneCase = { id: 'brand-entities', title: 'Brand entity extraction', cases: ['diffuser'] };

async function samplesOf(id: string, cases: readonly string[]): Promise<string> {
  const text = await readFile(new URL(`../../../rubrics/${id}/samples.csv`, import.meta.url), 'utf8');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return Papa.unparse(data.filter((row) => cases.includes(row['id'] ?? '')));
}

async function setContext(page: Page, tokens: string): Promise<void> {
  await openJudge(page);
  const field = page.getByRole('spinbutton', { name: 'Context (tokens)' });
  if (!(await field.isVisible())) await page.getByText('More options').click();
  await field.fill(tokens);
  await field.blur();
}

/** The workers in which an engine runs, by their names. */
async function engines(page: Page): Promise<Worker[]> {
  const workers = page.workers();
  // One that ended meanwhile has none.
  const names = await Promise.all(
    workers.map((worker) => worker.evaluate(() => self.name || location.href).catch(() => '')),
  );
  return workers.filter((_, place) => names[place]?.includes('engine.worker'));
}
/** Browsers tell of the next engine before they tell that the one before has ended. */
async function onlyEngine(page: Page): Promise<Worker> {
  await expect.poll(async () => (await engines(page)).length).toBe(1);
  const [engine] = await engines(page);
  if (!engine) throw new Error('Expected the worker of the engine.');
  return engine;
}
/**
 * Has the engine say one word of its next reply and nothing more until it is let go. A reply takes this model a second, and a busy
 * machine may look at the page less often: what is to happen in the middle of one would come too late.
 */
async function holdReply(engine: Worker): Promise<() => Promise<void>> {
  await engine.evaluate(() => {
    const post = globalThis.postMessage.bind(globalThis);
    const held: unknown[] = [];
    let spoke = false;
    Reflect.set(globalThis, 'postMessage', (answer: { kind: string }) => {
      if (spoke) held.push(answer);
      else post(answer);
      spoke ||= answer.kind === 'text';
    });
    const letGo = () => {
      Reflect.set(globalThis, 'postMessage', post);
      for (const answer of held) post(answer);
    };
    addEventListener('let-go', letGo, { once: true });
  });
  return () => engine.evaluate(() => void dispatchEvent(new Event('let-go')));
}
async function killEngine(engine: Worker): Promise<void> {
  const ended = engine.waitForEvent('close');
  await engine.evaluate(() => {
    setTimeout(() => {
      throw new Error('killed by the test');
    });
  });
  await ended;
}

async function expectScored(page: Page): Promise<void> {
  for (const { status: outcome, detail } of await exportedJudgements(page))
    expect(['valid', 'inconsistent'], detail).toContain(outcome);
}

const status = (page: Page) => page.getByRole('status', { name: 'Run status' });

async function bringCases(page: Page, { id, title, cases }: typeof minutes): Promise<void> {
  await chooseRubric(page, title);
  await upload(page, { name: `${id}.csv`, bytes: await samplesOf(id, cases) });
  await use(page, String(cases.length));
}

test.use({ fetchesAhead: true });

test('a model from the disk judges uploaded cases of every rubric without a network', async ({
  page,
  open,
  context,
  problems,
}) => {
  // Runs of a real model runtime on one processor.
  test.setTimeout(300_000);
  await open();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  await chooseDevice(page);
  await expectAccessible(page);
  await context.setOffline(true);

  await openGguf(page);
  await expect(deviceModel(page)).toContainText('tiny-judge', { timeout: 20_000 });
  // Counted in the file itself, which has no label that says it.
  await expect(deviceModel(page)).toContainText('Parameters 36K');
  await expect(deviceModel(page)).toContainText('Below 3 billion parameters, scores are close to noise');
  for (const { mode, ...rubric } of rubrics) {
    await bringCases(page, rubric);
    await openJudge(page);
    await page.getByRole('radio', { name: mode }).check();
    await page.getByRole('button', { name: 'Judge all' }).click();
    await expect(status(page)).toHaveText(/judged in/, { timeout: 60_000 });
    const judgements = await exportedJudgements(page);
    expect(judgements).toHaveLength(rubric.cases.length);
    judgements.forEach(({ status: outcome, detail, attempts, receipt, prompt }, place) => {
      expect(['valid', 'inconsistent'], detail).toContain(outcome);
      // Taken at the first try: every reply fits its schema.
      expect(attempts).toHaveLength(1);
      expect(receipt).toMatchObject({ judge: 'device', model: 'tiny-judge', tokens: { estimated: false } });
      const { prompt: all, reused = 0 } = receipt.tokens;
      const own = countTinyTokens(prompt?.own ?? '');
      const shared = countTinyTokens(prompt?.shared ?? '');
      expect(Math.abs(all - shared - own), 'the counts are those of the model').toBeLessThan(64);
      // Where a case begins as the one before it does, it is read all the same: its reply does not depend on that one.
      const rubricAlone = 1 + countTinyTokens(` <system>\n${prompt?.shared ?? ''}\n<user>\n`);
      expect(reused, 'the rubric is read once, and each case whole').toBe(place > 0 ? rubricAlone : 0);
    });
  }
  await bringCases(page, minutes);
  await openJudge(page);
  await page.getByText('Run options').click();
  const split = page.getByRole('radio', { name: 'One for each criterion' });
  await expect(split).toHaveAccessibleDescription(/5 questions, about .* tokens/);
  await split.check();
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(status(page)).toHaveText(/judged in/, { timeout: 60_000 });
  const asked = await exportedJudgements(page);
  for (const { status: outcome, detail, attempts, receipt, prompt, fields } of asked) {
    expect(['valid', 'inconsistent'], detail).toContain(outcome);
    const parts = prompt?.parts ?? [];
    expect(attempts.map(({ part }) => part)).toEqual(parts.map(({ id }) => id));
    const begin = countTinyTokens((prompt?.shared ?? '') + (prompt?.own ?? ''));
    const rests = parts.reduce((sum, { rest }) => sum + countTinyTokens(rest) + 64, 0);
    const read = receipt.tokens.prompt - (receipt.tokens.reused ?? 0);
    expect(read, 'rubric and case are read once').toBeLessThanOrEqual(begin + rests);
    for (const { by, expected } of fields.filter(({ path }) => path.endsWith('.score'))) {
      if (by !== 'model') continue;
      expect(expected, 'the runtime tells how likely each score was').toBeGreaterThanOrEqual(0);
      expect(expected).toBeLessThanOrEqual(5);
    }
  }
  const { data } = Papa.parse<Record<string, string>>(
    await readFile((await download(page, 'Export CSV')).path, 'utf8'),
    { header: true, skipEmptyLines: true },
  );
  expect(data.map((row) => [row['assay.model'], row['assay.receipt']])).toEqual(
    asked.map(({ receipt }) => ['tiny-judge', receipt.id]),
  );
  expect(Object.keys(data[0] ?? {}).filter((name) => name.startsWith('assay.expected.'))).not.toEqual([]);
  await expect(page.getByRole('button', { name: '0 bytes sent' })).toBeVisible();

  // The browser looks for the icon of every address by itself; the page asked for nothing.
  expect(problems.filter((problem) => !problem.includes('/icon.svg'))).toEqual([]);
  problems.length = 0;
});

test('faults are said, a case without room is told before anyone is asked, and a crash does not end a run', async ({
  page,
  open,
  context,
  problems,
}) => {
  test.setTimeout(240_000);
  // By the model itself, which a busy machine leaves little time.
  const counted = { timeout: 20_000 };
  await open();
  await bringCases(page, oneCase);
  await chooseDevice(page);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(status(page)).toContainText('Load one in the judge’s form first.');
  await openGguf(page, Buffer.from('PK and so on'));
  await expect(deviceModel(page)).toContainText('tiny-judge.gguf is not a GGUF file');
  await openGguf(page, tinyGguf().subarray(0, 9_000));
  await expect(deviceModel(page)).toContainText('The runtime cannot load this model.', { timeout: 20_000 });
  await expect.poll(async () => (await engines(page)).length, 'nothing of it stays').toBe(0);

  await setContext(page, '2048');
  await openGguf(page);
  await expect(deviceModel(page)).toContainText('2,048 tokens', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(status(page)).toHaveText(
    /^1 of 1 cases? does not fit .* of 2,048 tokens: .* needs [\d,]+ with its/,
    counted,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue without them' }).click();
  await expect(status(page)).toHaveText(/judged in/);
  for (const { reason, attempts } of await exportedJudgements(page))
    expect({ reason, asked: attempts.length }).toEqual({ reason: 'too-long', asked: 0 });

  // With more room they are counted again.
  await judgeAgain(page);
  await expect(status(page)).toHaveText(/ does not fit the judge’s context of /, counted);
  await setContext(page, '');
  await expect(deviceModel(page)).toContainText('4,096 tokens', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Count again' }).click();
  await expect(status(page)).toHaveText(/judged in/, { timeout: 60_000 });
  await expectScored(page);

  // A run that is cancelled and begun anew at once does not get in its own way.
  const forms = page.getByRole('region', { name: 'The judge is answering' });
  const letGo = await holdReply(await onlyEngine(page));
  await judgeAgain(page);
  await expect(forms).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Judge all' }).click();
  await letGo();
  await expect(status(page)).toHaveText(/judged in/, { timeout: 40_000 });
  await expectScored(page);

  // The engine dies in the middle of a run: it is started again, and the run goes on.
  const engine = await onlyEngine(page);
  await holdReply(engine);
  await judgeAgain(page);
  await expect(forms).toBeVisible({ timeout: 30_000 });
  await killEngine(engine);
  await expect(status(page)).toHaveText(/judged in/, { timeout: 40_000 });
  await expectScored(page);
  expect(problems.filter((problem) => !problem.includes('killed by the test'))).toEqual([]);
  problems.length = 0;

  // Characters in pieces, as many vocabularies have them, and what is no text at all: the engine goes on either way.
  await setContext(page, '10240');
  for (const { bytes, reason } of [
    { bytes: [0xed, 0x95, 0x9c], reason: undefined },
    { bytes: [0xed, 0xa0, 0x80], reason: 'truncated' },
  ]) {
    await openJudge(page);
    await page.getByRole('button', { name: 'Unload model' }).click();
    await expect(deviceModel(page)).toHaveText('No model is loaded.');
    await openGguf(page, tinyGguf({ bytes }));
    await expect(deviceModel(page)).toContainText('10,240 tokens', { timeout: 20_000 });
    const started = await onlyEngine(page);
    await judgeAgain(page);
    await expect(status(page)).toHaveText(/judged in/, { timeout: 40_000 });
    for (const judgement of await exportedJudgements(page)) {
      expect(judgement.reason, judgement.detail).toBe(reason);
      expect(JSON.stringify(judgement.attempts).includes('한')).toBe(reason === undefined);
    }
    expect(await onlyEngine(page)).toBe(started);
  }

  const other = await context.newPage();
  await other.goto(page.url());
  await chooseDevice(other);
  await openGguf(other);
  await expect(deviceModel(other)).toContainText('Another tab of this page has a model loaded.');
  await openJudge(page);
  await page.getByRole('button', { name: 'Unload model' }).click();
  await expect(deviceModel(page)).toHaveText('No model is loaded.');
  await openGguf(other);
  await expect(deviceModel(other)).toContainText('tiny-judge', { timeout: 20_000 });
});

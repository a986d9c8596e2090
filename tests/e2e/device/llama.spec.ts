import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page, Worker } from 'playwright/test';
import type { Judgement } from '../../../src/core/model/judgement';
import { judgedLineSchema } from '../support/judged-line';
import { countTinyTokens } from '../../support/tiny-gguf/count-tokens';
import { tinyGguf } from '../../support/tiny-gguf/tiny-gguf';
import { chooseRubric, download, upload, use } from '../fixtures/import-steps';
import { judgeAgain } from '../fixtures/workbench-steps';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/test';

/** With short cases of each. */
const rubrics = [
  {
    id: 'citation-matching',
    title: 'Belgian citation matching',
    cases: ['grondwettelijk-no-match', 'conseil-etat-rvv'],
  },
  { id: 'brand-entities', title: 'Brand entity extraction', cases: ['washing-machine', 'diffuser'] },
  { id: 'meeting-minutes', title: '회의록 품질 평가', cases: ['budget-vague', 'store-mixed'] },
];
const caseCount = 2;

async function samplesOf(id: string, cases: readonly string[]): Promise<string> {
  const text = await readFile(new URL(`../../../rubrics/${id}/samples.csv`, import.meta.url), 'utf8');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return Papa.unparse(data.filter((row) => cases.includes(row['id'] ?? '')));
}

async function setContext(page: Page, tokens: string): Promise<void> {
  const field = page.getByRole('spinbutton', { name: 'Context (tokens)' });
  await field.fill(tokens);
  await field.blur();
}

async function chooseDevice(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  await expect(page.getByRole('status', { name: 'Runtime' })).toHaveText(/no network is needed/, {
    timeout: 20_000,
  });
}

async function openModel(page: Page, buffer = tinyGguf()): Promise<void> {
  await page.getByLabel('Open GGUF file').setInputFiles({ name: 'tiny-judge.gguf', mimeType: '', buffer });
}

const isEngine = (worker: Worker) => worker.url().includes('engine.worker');
/** Browsers tell of the next engine before they tell that the one before has ended. */
async function onlyEngine(page: Page): Promise<Worker> {
  await expect.poll(() => page.workers().filter(isEngine).length).toBe(1);
  const engine = page.workers().find(isEngine);
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

const engineFile = /\/engine\.worker[^/]*\.js$/;
/** From now on an engine dies as it starts. One that is killed from here may be done with loading by then, which is another fault. */
async function killNextEngines(page: Page): Promise<void> {
  await page.route(engineFile, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: "throw new Error('killed by the test');" });
  });
}

/** Files that begin like a model and are none. */
function damagedModels(): Buffer[] {
  const whole = tinyGguf();
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    change(bytes);
    return bytes;
  };
  const absurd = 2n ** 61n;
  return [
    whole.subarray(0, 6),
    whole.subarray(0, 9_000),
    whole.subarray(0, whole.length - 20_000),
    changed((bytes) => bytes.writeUInt32LE(99, 4)),
    changed((bytes) => bytes.writeBigUInt64LE(absurd, 8)),
    changed((bytes) => bytes.writeBigUInt64LE(absurd, 16)),
    // The length of its first text.
    changed((bytes) => bytes.writeBigUInt64LE(absurd, 24)),
  ];
}

/** What the worker says to orders that come while a reply is still being stopped, by their numbers. */
function orderWhileStopping(engine: Worker): Promise<string[]> {
  return engine.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const post: unknown = Reflect.get(globalThis, 'postMessage');
        const ends: string[] = [];
        const order = (data: object) => dispatchEvent(new MessageEvent('message', { data }));
        const messages = [{ role: 'user', content: 'Judge this. '.repeat(40) }];
        const generation = (items: number) => ({
          messages,
          shape: {
            type: 'object',
            properties: { scores: { type: 'array', items: { type: 'integer' }, minItems: items } },
          },
          mostTokens: 2000,
          temperature: 0,
          seed: null,
        });
        let begun = false;
        Reflect.set(globalThis, 'postMessage', ({ id, kind }: { id: number; kind: string }) => {
          if (kind !== 'alive' && kind !== 'text') ends.push(`${id} ${kind}`);
          if (!begun) {
            begun = true;
            order({ id: 9001, kind: 'stop' });
            order({ id: 9002, kind: 'count', messages, context: 4096 });
            order({ id: 9003, kind: 'generate', generation: generation(1) });
            order({ id: 9003, kind: 'stop' });
            order({ id: 9004, kind: 'generate', generation: generation(1) });
          }
          if (id !== 9004 || kind !== 'generated') return;
          Reflect.set(globalThis, 'postMessage', post);
          resolve(ends);
        });
        order({ id: 9001, kind: 'generate', generation: generation(150) });
      }),
  );
}

async function exportedJudgements(page: Page): Promise<Judgement[]> {
  const { path } = await download(page, 'Export JSONL');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => judgedLineSchema.parse(JSON.parse(line)).judgement);
}

async function expectScored(page: Page): Promise<void> {
  for (const { status: outcome, detail } of await exportedJudgements(page))
    expect(['valid', 'inconsistent'], detail).toContain(outcome);
}

const model = (page: Page) => page.getByRole('status', { name: 'Model on this device' });
const status = (page: Page) => page.getByRole('status', { name: 'Run status' });

test('a model from the disk judges uploaded cases of every rubric in both modes without a network', async ({
  page,
  open,
  context,
  problems,
}) => {
  // Seven runs of a real model runtime on one processor.
  test.setTimeout(300_000);
  await open();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  await chooseDevice(page);
  await expectAccessible(page);
  await context.setOffline(true);

  await openModel(page);
  await expect(model(page)).toContainText('tiny-judge', { timeout: 20_000 });
  // Counted in the file itself, which has no label that says it.
  await expect(model(page)).toContainText('Parameters 36K');
  await expect(model(page)).toContainText('Below 3 billion parameters, scores are close to noise');
  for (const { id, title, cases } of rubrics) {
    await chooseRubric(page, title);
    await upload(page, { name: `${id}.csv`, bytes: await samplesOf(id, cases) });
    await use(page, String(caseCount));
    for (const mode of ['Model alone', 'Assisted']) {
      await page.getByRole('radio', { name: mode }).check();
      await page.getByRole('button', { name: 'Judge all' }).click();
      await expect(status(page)).toHaveText(/judged in/, { timeout: 60_000 });
      const judgements = await exportedJudgements(page);
      expect(judgements).toHaveLength(caseCount);
      judgements.forEach(({ status: outcome, detail, attempts, receipt, prompt }, place) => {
        expect(['valid', 'inconsistent'], detail).toContain(outcome);
        // Taken at the first try: every reply fits its schema.
        expect(attempts).toHaveLength(1);
        expect(receipt).toMatchObject({ judge: 'device', model: 'tiny-judge', tokens: { estimated: false } });
        const { prompt: all, reused = 0 } = receipt.tokens;
        const own = countTinyTokens(prompt?.own ?? '');
        const shared = countTinyTokens(prompt?.shared ?? '');
        expect(Math.abs(all - shared - own), 'the counts are those of the model').toBeLessThan(64);
        if (place > 0) expect(all - reused, 'the rubric is read once').toBeLessThanOrEqual(own + 64);
      });
      const scored = Papa.parse<Record<string, string>>(
        await readFile((await download(page, 'Export CSV')).path, 'utf8'),
        { header: true, skipEmptyLines: true },
      ).data;
      expect(scored.map((row) => [row['assay.judge'], row['assay.model'], row['assay.receipt']])).toEqual(
        judgements.map(({ receipt }) => ['device', 'tiny-judge', receipt.id]),
      );
    }
  }
  await page.getByText('Run options').click();
  const split = page.getByRole('radio', { name: 'One for each criterion' });
  await expect(split).toHaveAccessibleDescription(/5 questions, about .* tokens sent/);
  await split.check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(status(page)).toHaveText(/judged in/, { timeout: 60_000 });
  const asked = await exportedJudgements(page);
  for (const { status: outcome, detail, attempts, receipt, prompt, fields } of asked) {
    expect(['valid', 'inconsistent'], detail).toContain(outcome);
    const parts = prompt?.parts ?? [];
    expect(attempts.map(({ part }) => part)).toEqual(parts.map(({ id }) => id));
    expect(receipt.calls).toBe(parts.length);
    const own = countTinyTokens(prompt?.own ?? '');
    const rests = parts.reduce((sum, { rest }) => sum + countTinyTokens(rest) + 64, 0);
    if (receipt !== asked[0]?.receipt)
      expect(
        receipt.tokens.prompt - (receipt.tokens.reused ?? 0),
        'the case is read once',
      ).toBeLessThanOrEqual(own + rests);
    for (const { by, expected } of fields.filter(({ path }) => path.endsWith('.score'))) {
      if (by !== 'model') continue;
      expect(expected, 'the runtime tells how likely each score was').toBeGreaterThanOrEqual(0);
      expect(expected).toBeLessThanOrEqual(5);
    }
  }
  const [firstRow = {}] = Papa.parse<Record<string, string>>(
    await readFile((await download(page, 'Export CSV')).path, 'utf8'),
    { header: true, skipEmptyLines: true },
  ).data;
  expect(Object.keys(firstRow).filter((name) => name.startsWith('assay.expected.'))).not.toEqual([]);

  await expect(page.getByRole('button', { name: '0 bytes out' })).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  const runs = page.getByRole('list', { name: /^Runs of/ }).getByRole('listitem');
  await expect(runs).toHaveCount(rubrics.length * 2 + 1);
  await expect(runs.filter({ hasText: 'tiny-judge' })).toHaveCount(rubrics.length * 2 + 1);
  await expect(runs.filter({ hasText: 'one criterion per question' })).toHaveCount(1);

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
  await chooseRubric(page);
  await upload(page, {
    name: 'cases.csv',
    bytes: await samplesOf('brand-entities', ['washing-machine', 'diffuser']),
  });
  await use(page, String(caseCount));
  await chooseDevice(page);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(status(page)).toContainText('Load one in the judge’s form first.');
  await openModel(page, Buffer.from('PK and so on'));
  await expect(model(page)).toContainText('tiny-judge.gguf is no GGUF file');
  for (const bytes of damagedModels()) {
    await openModel(page, bytes);
    await expect(model(page)).toContainText('The runtime does not take this model.', { timeout: 20_000 });
    await openModel(page, Buffer.from('PK and so on'));
    await expect(model(page)).toContainText('tiny-judge.gguf is no GGUF file');
  }
  await expect
    .poll(() => page.workers().filter(isEngine).length, { message: 'nothing of them stays' })
    .toBe(0);

  await setContext(page, '2048');
  await openModel(page);
  await expect(model(page)).toContainText('2,048 tokens', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(status(page)).toHaveText(
    new RegExp(
      `^${caseCount} of ${caseCount} cases do not fit .* of 2,048 tokens: the longest needs [\\d,]+ with its`,
    ),
    counted,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go on without them' }).click();
  await expect(status(page)).toHaveText(/judged in/);
  await expect(model(page)).toContainText(`${caseCount} of ${caseCount} cases do not fit`);
  for (const { reason, detail, attempts } of await exportedJudgements(page)) {
    expect({ reason, asked: attempts.length }).toEqual({ reason: 'too-long', asked: 0 });
    expect(detail).toMatch(/^The question takes \d+ tokens and its reply up to \d+; the context has 2048\./);
  }

  // With more room they are counted again.
  await judgeAgain(page);
  await expect(status(page)).toHaveText(/ do not fit the judge’s context of /, counted);
  await setContext(page, '');
  await expect(model(page)).toContainText('4,096 tokens', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Count again' }).click();
  await expect(status(page)).toHaveText(/judged in/, { timeout: 60_000 });
  await expectScored(page);

  // A run that is cancelled and begun anew at once does not get in its own way.
  const forms = page.getByRole('region', { name: 'The judgement forms' });
  const letGo = await holdReply(await onlyEngine(page));
  await judgeAgain(page);
  await expect(forms).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Judge all' }).click();
  await letGo();
  await expect(status(page)).toHaveText(/judged in/, { timeout: 40_000 });
  await expectScored(page);
  expect(await orderWhileStopping(await onlyEngine(page))).toEqual([
    '9003 stopped',
    '9001 stopped',
    '9002 counted',
    '9004 generated',
  ]);

  // The engine dies in the middle of a run: it is started again, and the run goes on.
  await page.getByRole('button', { name: 'Measure with one case' }).click();
  const forecast = page.getByRole('status', { name: 'What a run takes here' });
  await expect(forecast).toHaveText(
    /about \d.*2 questions.*reads .* tokens a second.*writes .* tokens a second.*of memory: .* model, .* context/,
    { timeout: 30_000 },
  );
  await expect(status(page), 'it is no run').toHaveText(/judged in/);
  const first = await onlyEngine(page);
  await holdReply(first);
  await judgeAgain(page);
  await expect(forms).toBeVisible({ timeout: 30_000 });
  await killEngine(first);
  await expect(status(page)).toHaveText(/judged in/, { timeout: 40_000 });
  await expectScored(page);

  // The next one dies too: the run waits and says what may help. With less context it is the same run.
  await setContext(page, '16384');
  await expect(model(page)).toContainText('16,384 tokens', { timeout: 20_000 });
  const second = await onlyEngine(page);
  await holdReply(second);
  await judgeAgain(page);
  await expect(forms).toBeVisible({ timeout: 30_000 });
  await killNextEngines(page);
  await killEngine(second);
  await expect(status(page)).toHaveText(/^Paused, because the judge cannot go on: /, { timeout: 20_000 });
  const help = page.getByRole('group', { name: 'What may help' }).filter({ visible: true });
  await expect(help.getByLabel('Judge the rest with a smaller GGUF file')).toBeAttached();
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  await expectAccessible(page);
  await expect(forms).toBeHidden();
  await page.unroute(engineFile);
  await help.getByRole('button', { name: /^Go on with (9|10),\d+ tokens of context$/ }).click();
  await expect(status(page), 'all have room').toHaveText(/judged in/, { timeout: 40_000 });
  await expect(model(page)).not.toContainText('16,384 tokens');
  await expectScored(page);
  expect(problems.filter((problem) => !problem.includes('killed by the test'))).toEqual([]);
  problems.length = 0;

  const other = await context.newPage();
  await other.goto(page.url());
  await chooseDevice(other);
  await openModel(other);
  await expect(model(other)).toContainText('Another tab of this page has a model loaded.');
  await page.getByRole('button', { name: 'Unload model' }).click();
  await expect(model(page)).toHaveText('No model is loaded.');
  await openModel(other);
  await expect(model(other)).toContainText('tiny-judge', { timeout: 20_000 });
});

import { chooseRubric } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { exportedJudgements } from '../support/judged-line';
import { expect, test } from '../support/test';

/** A model of the browser's own in which a character is a token, and which fills the shape that it is asked for. English only. */
function giveBrowserModel(): void {
  interface Shape {
    type?: string;
    anyOf?: Shape[];
    enum?: unknown[];
    minimum?: number;
    minItems?: number;
    items?: Shape | false;
    prefixItems?: Shape[];
    properties?: Record<string, Shape>;
  }
  const fill = (shape: Shape): unknown => {
    const { type, anyOf, enum: values, items, prefixItems, properties } = shape;
    if (anyOf?.[0]) return fill(anyOf[0]);
    if (values) return values[0];
    if (prefixItems) return prefixItems.map(fill);
    if (type === 'array') return items ? Array.from({ length: shape.minItems ?? 1 }, () => fill(items)) : [];
    if (properties)
      return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, fill(value)]));
    return { string: 'so it is', boolean: true, null: null }[type ?? ''] ?? shape.minimum ?? 1;
  };
  const sum = (messages: { content: string }[]) =>
    messages.reduce((total, { content }) => total + content.length, 0);
  const session = (used: number) => ({
    contextUsage: used,
    contextWindow: 200_000,
    measureContextUsage: (messages: { content: string }[]) => Promise.resolve(sum(messages)),
    clone: () => Promise.resolve(session(used)),
    destroy: () => {},
    promptStreaming(messages: { content: string }[], options: { responseConstraint: Shape }) {
      const text = JSON.stringify(fill(options.responseConstraint));
      this.contextUsage += sum(messages) + text.length;
      return new ReadableStream({
        start(controller) {
          for (const piece of text.match(/[^]{1,40}/g) ?? []) controller.enqueue(piece);
          controller.close();
        },
      });
    },
  });
  interface Asked {
    expectedOutputs?: { languages: string[] }[];
    initialPrompts?: { content: string }[];
    monitor?: (target: EventTarget) => void;
  }
  Object.assign(window, {
    LanguageModel: {
      availability: ({ expectedOutputs = [] }: Asked = {}) => {
        const foreign = expectedOutputs.some(({ languages }) => languages.some((tag) => tag !== 'en'));
        return Promise.resolve(foreign ? 'unavailable' : 'downloadable');
      },
      create: ({ initialPrompts = [], monitor }: Asked = {}) => {
        const target = new EventTarget();
        monitor?.(target);
        target.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: 1, total: 1 }));
        return Promise.resolve(session(sum(initialPrompts)));
      },
    },
  });
}

test('the browser’s own model judges, reads the rubric once, and refuses a rubric in another language beforehand', async ({
  page,
  open,
  context,
}) => {
  await context.addInitScript(giveBrowserModel);
  await open();
  await chooseRubric(page);
  await page.getByRole('button', { name: 'Load sample cases' }).click();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  const runtime = page.getByRole('combobox', { name: 'Runtime' });
  const model = page.getByRole('status', { name: 'Model on this device' });
  const use = page.getByRole('button', { name: 'Use the browser’s model' });

  // Every runtime says what stands in its way here.
  await runtime.selectOption({ label: 'WebLLM (WebGPU)' });
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('Qwen3 0.6B');
  await expect(page.getByText('The closest one comes first.')).toBeVisible();
  await expect(page.getByText('This browser has no WebGPU.')).toBeVisible();
  await page.getByRole('button', { name: 'Try anyway' }).click();
  await expect(model).toContainText('This browser offers no graphics card to the page (WebGPU).');
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(asked.filter((name) => /webllm|files\.worker/.test(name))).toEqual([]);
  await page.getByText('More options').click();
  await page.getByLabel('Models folder').fill('ftp://mirror.example');
  await page.getByLabel('Models folder').blur();
  await expect(page.getByRole('alert').filter({ hasText: 'https address of a folder' })).toBeVisible();
  await expectAccessible(page);

  await runtime.selectOption({ label: 'The browser’s own model' });
  await expect(page.getByText('The browser has to download its own model first.').first()).toBeVisible();
  await use.click();
  await expect(model).toContainText('built-in (');
  await expect(model).toContainText('The number of parameters of this model is unknown.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/judged in/, { timeout: 20_000 });
  (await exportedJudgements(page)).forEach(({ status, detail, receipt, prompt }, place) => {
    expect(['valid', 'inconsistent'], detail).toContain(status);
    expect(receipt.parameters).toMatchObject({ runtime: 'built-in', sampling_mode: 'most-predictable' });
    const shared = prompt?.shared.length ?? 0;
    const own = prompt?.own.length ?? 0;
    const reused = place === 0 ? {} : { reused: shared };
    expect(receipt.tokens).toMatchObject({ estimated: false, prompt: shared + own, ...reused });
  });
  await expect(page.getByRole('button', { name: '0 bytes sent' })).toBeVisible();

  // A rubric in Korean: said in the form, and by the run before anyone is asked.
  await page.reload();
  await chooseRubric(page, 'Quality of meeting minutes');
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  await expect(runtime, 'the choice is remembered').toHaveValue('built-in');
  await expect(page.getByText('not for this rubric’s language').first()).toBeVisible();
  await expect(use).toBeDisabled();
});

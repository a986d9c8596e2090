import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright';
import { z } from '../../../../src/kit/zod';
import { devtoolsOver } from './devtools-pipe';

/** How the browser is started. The profile is a folder that is there and empty. */
export interface Launch {
  program: string;
  options: readonly string[];
  profile: string;
  connect: (endpoint: string) => Promise<Browser>;
}

/** A page in a browser without a tool attached that has each request told to it. */
export interface UnwatchedPage {
  /** Runs a function in the page, which sees nothing but its argument. */
  evaluate<Argument>(run: (argument: Argument) => unknown, argument?: Argument): Promise<unknown>;
  collectGarbage(): Promise<void>;
  /** Processor time of its main thread so far. */
  mainThreadSeconds(): Promise<number>;
}

const PORT_FILE = 'DevToolsActivePort';
const targetsSchema = z.object({
  targetInfos: z.array(z.object({ targetId: z.string(), type: z.string(), url: z.string() })),
});
const attachedSchema = z.object({ sessionId: z.string() });
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/**
 * Playwright sets the page up and leaves. While it stays, the browser tells it all about every request, with its body: that takes
 * more processor time than the page itself, so on two cores it would be measured instead of the page.
 */
export async function withUnwatchedPage<T>(
  launch: Launch,
  setUp: (context: BrowserContext) => Promise<{ address: string }>,
  use: (page: UnwatchedPage) => Promise<T>,
): Promise<T> {
  const browser = spawn(
    launch.program,
    [
      ...launch.options,
      '--headless',
      '--no-first-run',
      '--window-size=1280,800',
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      `--user-data-dir=${launch.profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  try {
    const playwright = await launch.connect(await endpointOf(launch.profile));
    const [context] = playwright.contexts();
    if (!context) throw new Error('Expected a browser with a profile.');
    const { address } = await setUp(context);
    // Closing what was connected to only ends the connection.
    await playwright.close();
    return await use(await attach(browser, address));
  } finally {
    const ended = once(browser, 'exit');
    browser.kill();
    await ended;
    // Its pipes outlive it, and would keep the benchmark from ending.
    for (const stream of browser.stdio) stream?.destroy();
  }
}

/** Written by the browser once it listens. */
async function endpointOf(profile: string): Promise<string> {
  const file = `${profile}/${PORT_FILE}`;
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const watcher = watch(profile);
  try {
    for (;;) {
      const [port, path] = read();
      if (port && path) return `ws://127.0.0.1:${port}${path}`;
      await once(watcher, 'change');
    }
  } finally {
    watcher.close();
  }
}

async function attach(browser: ChildProcess, address: string): Promise<UnwatchedPage> {
  const send = devtoolsOver(browser);
  const { targetInfos } = targetsSchema.parse(await send('Target.getTargets'));
  const target = targetInfos.find(({ type, url }) => type === 'page' && url.startsWith(address));
  if (!target) throw new Error(`Expected a page at ${address}.`);
  const { sessionId } = attachedSchema.parse(
    await send('Target.attachToTarget', { targetId: target.targetId, flatten: true }),
  );
  await send('Performance.enable', { timeDomain: 'threadTicks' }, sessionId);
  return {
    async evaluate(run, argument) {
      const expression = `(${run.toString()})(${JSON.stringify(argument)})`;
      const { result, exceptionDetails } = evaluatedSchema.parse(
        await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId),
      );
      if (exceptionDetails) throw new Error(`In the page: ${exceptionDetails.text}`);
      return result.value;
    },
    async collectGarbage() {
      await send('HeapProfiler.collectGarbage', {}, sessionId);
    },
    async mainThreadSeconds() {
      const { metrics } = metricsSchema.parse(await send('Performance.getMetrics', {}, sessionId));
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    },
  };
}

import type { Page } from 'playwright/test';
import {
  startLoopbackJudge,
  type LoopbackJudge,
  type LoopbackOptions,
} from '../../support/loopback-judge/loopback-judge';
import { expect, test as base } from './test';

export const apiKey = 'sk-loopback-0123456789abcdef';

/** Starts a judge that the page may talk to; it ends with the test. */
export type StartJudge = (options?: LoopbackOptions) => Promise<LoopbackJudge>;

interface Fixtures {
  startJudge: StartJudge;
  /** Lets such a judge answer in the place of a provider's own server, which no test may reach. */
  standIn: (server: LoopbackJudge, origin: string) => Promise<void>;
}

/** The page may talk to the servers a test starts, and still to no one else; what those refuse is no fault of the page. */
export const test = base.extend<Fixtures>({
  ignoreHTTPSErrors: true,
  startJudge: async ({ problems }, use) => {
    const servers: LoopbackJudge[] = [];
    await use(async (options) => {
      const server = await startLoopbackJudge({ key: apiKey, ...options });
      servers.push(server);
      return server;
    });
    for (const server of servers) {
      await server.close();
      expect(server.offences, 'what no client may send').toEqual([]);
    }
    excuse(
      problems,
      servers.map(({ origin }) => origin),
    );
  },
  standIn: async ({ context, problems }, use) => {
    const origins: string[] = [];
    await use(async (server, origin) => {
      origins.push(origin);
      await context.route(`${origin}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        await route.fulfill({ response: await route.fetch({ url: server.origin + pathname + search }) });
      });
    });
    excuse(problems, origins);
  },
});

function excuse(problems: string[], origins: readonly string[]): void {
  const ofTheirs = (problem: string) => origins.some((origin) => problem.includes(origin));
  problems.splice(0, problems.length, ...problems.filter((problem) => !ofTheirs(problem)));
}

/** Chooses the API judge and fills its form, as a person would. */
export async function setUpApi(
  page: Page,
  { baseUrl, key = apiKey, model = 'judge-1' }: { baseUrl: string; key?: string; model?: string },
): Promise<void> {
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: 'OpenAI-compatible server' });
  await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Model', { exact: true }).fill(model);
}

export const outcome = (page: Page) => page.getByRole('status', { name: 'Test connection' });

export async function testConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test connection' }).click();
}

/** Everything the browser keeps for the page, as text. */
export async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const entries = database.transaction(store).objectStore(store);
        kept.push(name, store, await settled(entries.getAllKeys()), await settled(entries.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      kept.push((await cache.keys()).map(({ url }) => url));
    }
    // What is stored as bytes is looked at as the text it would be.
    return JSON.stringify(kept, (_, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
    );
  });
}

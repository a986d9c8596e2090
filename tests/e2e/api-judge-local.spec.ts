import { createServer } from 'node:http';
import type { Page } from 'playwright/test';
import { outcome, setUpApi, test as base, testConnection } from './support/judge-server';
import { expect } from './support/test';

interface Fixtures {
  /** The page as from a public host, in a browser with these rules for names besides. */
  openFromElsewhere: (...rules: string[]) => Promise<{ page: Page; allow: () => Promise<void> }>;
  /** A server that knows only the origins that it was told of, as Ollama does. */
  ollama: { port: number; origins: Set<string> };
}

const test = base.extend<Fixtures>({
  openFromElsewhere: async ({ playwright, launchOptions, site }, use) => {
    const { port, pathname } = new URL(site);
    const own = `http://assay.localhost:${port}`;
    const browsers: { close: () => Promise<void> }[] = [];
    await use(async (...rules) => {
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          // The page then is no neighbour of servers on this machine, and the browser asks before it may reach them.
          `--ip-address-space-overrides=127.0.0.1:${port}=public`,
          ...rules.map((rule) => `--host-resolver-rules=${rule}`),
        ],
      });
      browsers.push(browser);
      const context = await browser.newContext({ locale: 'en-GB' });
      const page = await context.newPage();
      await page.goto(own + pathname);
      return { page, allow: () => context.grantPermissions(['local-network-access'], { origin: own }) };
    });
    for (const browser of browsers) await browser.close();
  },
  // eslint-disable-next-line no-empty-pattern
  ollama: async ({}, use) => {
    const origins = new Set<string>();
    const server = createServer((request, response) => {
      const { origin } = request.headers;
      // Without a header that says why: that is what makes it so hard to tell for a page.
      if (origin !== undefined && !origins.has(origin)) response.writeHead(403).end();
      else if (origin === undefined) response.end('Ollama is running');
      else {
        response.setHeader('Access-Control-Allow-Origin', origin);
        response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
        response.setHeader('Content-Type', 'application/json');
        const message = { role: 'assistant', content: '{"ready": true}' };
        const choices = [{ index: 0, finish_reason: 'stop', message }];
        response.end(request.method === 'OPTIONS' ? '' : JSON.stringify({ model: 'qwen3:4b', choices }));
      }
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('Expected a TCP address.');
    await use({ port: address.port, origins });
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  },
});

test('a page from elsewhere says what keeps it from a server on this machine', async ({
  openFromElsewhere,
  ollama,
}) => {
  const { page, allow } = await openFromElsewhere(`MAP localhost:11434 127.0.0.1:${ollama.port}`);
  await setUpApi(page, { baseUrl: 'http://localhost:11434/v1', key: '', model: 'qwen3:4b' });
  await testConnection(page);
  await expect(outcome(page)).toContainText('The browser does not let this page reach');
  await allow();
  // Ollama that does not know the page is told from one that is not running.
  await testConnection(page);
  await expect(outcome(page)).toContainText(`Set OLLAMA_ORIGINS to ${new URL(page.url()).origin}`);
  ollama.origins.add(new URL(page.url()).origin);
  await testConnection(page);
  await expect(outcome(page)).toHaveText('It works: qwen3:4b at localhost:11434 answered.');
  await page.getByRole('textbox', { name: 'Base URL' }).fill('http://localhost:11435/v1');
  await testConnection(page);
  await expect(outcome(page)).toContainText('Nothing answers at localhost:11435');
});

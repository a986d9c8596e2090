import { test } from './support/judge-server';
import { expect } from './support/test';
import { button, expectStatus, prepareRun } from './runs/run-steps';

/** Over TLS a browser does not say by itself whether a server speaks HTTP/2. */
const servers = [
  { name: 'HTTP/2 that says so', options: { http2: true }, first: 6, then: 16, hint: '' },
  {
    name: 'HTTP/2 that does not',
    options: { http2: true, tellsProtocol: false },
    first: 6,
    then: 6,
    hint: 'The browser does not say whether',
  },
  {
    name: 'HTTP/1.1 that says so',
    options: { https: true, tellsProtocol: true },
    first: 6,
    then: 6,
    hint: 'speaks HTTP/1.1: a browser opens 6 connections',
  },
] as const;

for (const { name, options, first, then, hint } of servers)
  test(`a server on this machine over ${name} is asked no more at once than the browser can send`, async ({
    page,
    open,
    startJudge,
  }) => {
    const server = await startJudge(options);
    await open();
    await prepareRun(page, server, { cases: 40, atOnce: 16 });
    const said = page.locator('#at-once-hint');
    await expect(said).toContainText('The browser does not say whether');
    // Those count too that only wait in the browser for a connection.
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().startsWith(server.baseUrl)) sent += 1;
    });
    server.hold();
    await button(page, 'Judge all').click();
    await expect.poll(() => server.inFlight().now).toBe(first);
    expect(sent).toBe(first);
    server.letGo(1);
    await expect.poll(() => sent).toBeGreaterThan(first);
    // The browser may say so a moment after the first reply.
    server.letGo(1);
    await expect.poll(() => sent).toBe(then + 2);
    await expect.poll(() => server.inFlight().now).toBe(then);
    server.letGo();
    await expectStatus(page, '40 cases judged in');
    await (hint === '' ? expect(said).toBeHidden() : expect(said).toContainText(hint));
    expect(server.inFlight().most).toBe(then);
  });

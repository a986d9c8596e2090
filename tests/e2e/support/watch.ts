import type { BrowserContext, Page } from 'playwright/test';

/**
 * Collects what must never happen: errors and warnings on the console, uncaught errors, breaches of the page's policy,
 * and requests to anyone but the page's own host.
 */
export async function watch(context: BrowserContext, ownOrigin: string): Promise<string[]> {
  const problems: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy breached: ${event.effectiveDirective} by ${event.blockedURI} ${event.sample}`);
    });
  });
  context.on('console', (message) => {
    // The browser's own words wherever a page asks for a graphics card, or for the browser's own model, and there is none.
    if (
      /^(No available adapters|Unable to create a text session|The requested language options)/.test(
        message.text(),
      )
    )
      return;
    if (/ERR_INTERNET_DISCONNECTED/.test(message.text()) && message.location().url.endsWith('.woff2')) return;
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) =>
    problems.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  );
  context.on('request', (request) => {
    const url = new URL(request.url());
    const inPage = url.protocol === 'data:' || url.protocol === 'blob:';
    if (!inPage && url.origin !== ownOrigin)
      problems.push(`request to a stranger: ${request.method()} ${url.href}`);
  });
  context.on('requestfailed', (request) => {
    // A page that is left, or reloaded, calls off what it was fetching ahead.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    // Without a network, text shows in the browser's own type face.
    if (
      request.resourceType() === 'font' &&
      request.failure()?.errorText === 'net::ERR_INTERNET_DISCONNECTED'
    )
      return;
    problems.push(`request failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
  const refuseSockets = (page: Page) => {
    page.on('websocket', (socket) => problems.push(`web socket: ${socket.url()}`));
  };
  context.on('page', refuseSockets);
  return problems;
}

import { fileURLToPath } from 'node:url';
import { serveFolder } from '../../../.ci/lib/static-server.mjs';

/** Serves the built page from a folder of a host, as a static host would, to prove that it works there. */
export function serveSite(): Promise<{ url: string; close: () => Promise<void> }> {
  return serveFolder({
    folder: fileURLToPath(new URL('../../../dist', import.meta.url)),
    base: '/some/folder/',
  });
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve, sep } from 'node:path';

const TYPES = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.csv', 'text/csv; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.webmanifest', 'application/manifest+json'],
  ['.woff2', 'font/woff2'],
]);

const HEADERS = {
  // Together these isolate the page, which shared memory and precise timers need.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Serves the files of `folder` on this machine only, under `base`.
 *
 * @param {{ folder: string, base?: string, port?: number }} options `base` begins and ends with a slash; port 0 takes any free one.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} Rejects with code EADDRINUSE when the port is taken.
 */
export async function serveFolder({ folder, base = '/', port = 0 }) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    answer(root, base, request, response).catch((/** @type {unknown} */ error) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} root
 * @param {string} base
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(root, base, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(response, 405, 'Only GET and HEAD are answered here.');
    return;
  }
  const path = decodedPath(request.url ?? '/');
  if (path === null || !path.startsWith(base)) {
    refuse(response, 404, `Nothing is served here. The page is at ${base}`);
    return;
  }
  const wanted = path.slice(base.length);
  const file = resolve(root, wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted);
  const found = file.startsWith(root + sep) ? await stat(file).catch(() => null) : null;
  if (found === null || !found.isFile()) {
    refuse(response, 404, 'There is no such file.');
    return;
  }
  response.writeHead(200, {
    ...HEADERS,
    'Content-Type': TYPES.get(extname(file)) ?? 'application/octet-stream',
    'Content-Length': found.size,
    // Built files carry a hash of their content in their name.
    'Cache-Control': wanted.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** @param {string} url */
function decodedPath(url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function refuse(response, status, message) {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}

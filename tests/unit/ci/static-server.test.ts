import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../../.ci/lib/static-server.mjs';

let folder: string;
let site: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-site-'));
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await mkdir(join(folder, 'dist-secret'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'dist-secret', 'secret.txt'), 'secret');
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'dist', 'assets', 'a b.js'), 'export {};');
  site = await serveFolder({ folder: join(folder, 'dist'), base: '/sub/' });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** Sends the path as it stands: `fetch` would tidy up the dots. */
function get(path: string, method = 'GET') {
  return new Promise<{ status: number; body: string; type: string; cache: string }>((done, failed) => {
    const { hostname, port } = new URL(site.url);
    request({ hostname, port, path, method }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          body,
          type: response.headers['content-type'] ?? '',
          cache: response.headers['cache-control'] ?? '',
        }),
      );
    })
      .on('error', failed)
      .end();
  });
}

describe('serveFolder', () => {
  it('listens on this machine only', () => {
    expect(new URL(site.url).hostname).toBe('127.0.0.1');
  });

  it.each([
    ['/sub/', 'text/html; charset=utf-8', 'no-cache'],
    ['/sub/?x=1', 'text/html; charset=utf-8', 'no-cache'],
    ['/sub/assets/a%20b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])('serves %s as %s', async (path, type, cache) => {
    expect(await get(path)).toMatchObject({ status: 200, type, cache });
  });

  it.each([
    '/',
    '/sub',
    '/sub/assets',
    '/sub/nothing.js',
    '/sub/../secret.txt',
    '/sub/..%2fsecret.txt',
    '/sub/..%5csecret.txt',
    '/sub/../dist-secret/secret.txt',
    '/sub/..%2fdist-secret/secret.txt',
    '/sub/%00',
    '/sub/%zz',
    '//sub/',
  ])('finds nothing at %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  });

  it('answers no other method', async () => {
    expect((await get('/sub/', 'POST')).status).toBe(405);
    expect(await get('/sub/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it('isolates the page, for shared memory', async () => {
    const { headers } = await fetch(site.url);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('says when a port is taken', async () => {
    const port = Number(new URL(site.url).port);
    await expect(serveFolder({ folder, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

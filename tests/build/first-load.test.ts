import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const BUDGET = 130_000;
const MOST_FILES = 4;
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

/** Everything the page fetches before any code of its own has run: what the HTML names, and all that it imports. */
function firstLoad(): Set<string> {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, 'utf8')));
  const html = readFileSync(`${DIST}index.html`, 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  const files = new Set(named);
  const queue = Object.values(manifest).filter((chunk) => files.has(chunk.file));
  for (const chunk of queue) {
    for (const file of [chunk.file, ...chunk.css]) files.add(file);
    for (const name of chunk.imports) {
      const imported = manifest[name];
      if (imported === undefined) throw new Error(`expected ${name} in the manifest`);
      if (!queue.includes(imported)) queue.push(imported);
    }
  }
  return files;
}

describe('first load of the built page', () => {
  it('names an entry and at least one style sheet', () => {
    const files = [...firstLoad()];
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  });

  it(`is at most ${BUDGET} bytes of script and style after gzip`, () => {
    const sizes = [...firstLoad()].map((file) => ({
      file,
      bytes: gzipSync(readFileSync(DIST + file), { level: 9 }).length,
    }));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(BUDGET);
  });

  it(`is at most ${MOST_FILES} files, since each costs a request`, () => {
    expect([...firstLoad()].length).toBeLessThanOrEqual(MOST_FILES);
  });
});

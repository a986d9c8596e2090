import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const documents = ['CONTRIBUTING.md', 'README.md', 'docs/reference.md'];

it.each(documents)('%s names files that exist', (document) => {
  const text = readFileSync(root + document, 'utf8');
  const named = [...text.matchAll(/`((?:src|rubrics|tests|docs|public|\.ci)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  );
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

import { expect, it } from 'vitest';
import { folderSizes, longLines, sizeOf } from '../../../.ci/lib/sizes.mjs';

it('counts lines as wc does', () => {
  expect(sizeOf([{ path: 'src/a.ts', text: 'one\ntwo\nlast without a line break' }])).toEqual({
    lines: 2,
    files: 1,
  });
});

it('counts the files directly in each folder', () => {
  const files = ['src/main.ts', 'src/kit/a.ts', 'src/kit/b.ts', 'src/kit/text/c.ts'];
  expect(folderSizes(files.map((path) => ({ path, text: '\n' })))).toEqual([
    { folder: 'src', lines: 1, files: 1 },
    { folder: 'src/kit', lines: 2, files: 2 },
    { folder: 'src/kit/text', lines: 1, files: 1 },
  ]);
});

it.each([
  ['a comment', `// ${'word '.repeat(10)}`, 1],
  ['code', `const sum = ${'one + '.repeat(10)}two;`, 1],
  ['a string', `const text = '${'word '.repeat(10)}';`, 0],
  ['a template', `const text = \`\${word} ${'word '.repeat(10)}\`;`, 0],
  ['a later line of a template', `<p>${'word '.repeat(10)}</p>`, 0],
  ['an address', `// https://example.org/${'folder/'.repeat(10)}`, 0],
  ['a regular expression', `  /^(${'word|'.repeat(10)}last)$/;`, 0],
])('finds long lines, of %s', (_, line, found) => {
  expect(longLines([{ path: 'src/a.ts', text: `short\n${line}\n` }], 40)).toHaveLength(found);
});

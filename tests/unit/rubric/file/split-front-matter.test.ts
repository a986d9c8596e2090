import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from '../../../../src/rubric/file/split-front-matter';

describe('splitFrontMatter', () => {
  it.each<[string, string, object]>([
    ['plain', '---\na: 1\n---\nBody\n', { yaml: 'a: 1', yamlLine: 2, body: 'Body\n', bodyLine: 4 }],
    [
      'with Windows line ends',
      '---\r\na: 1\r\n---\r\nB\r\nC',
      { yaml: 'a: 1', yamlLine: 2, body: 'B\nC', bodyLine: 4 },
    ],
    ['after blank lines', '\n \n---\na: 1\n---\nB', { yaml: 'a: 1', yamlLine: 4, body: 'B', bodyLine: 6 }],
    [
      'with a rule in the body',
      '---\na: 1\n---\nB\n---\nC',
      { yaml: 'a: 1', yamlLine: 2, body: 'B\n---\nC', bodyLine: 4 },
    ],
    ['empty', '---\n---', { yaml: '', yamlLine: 2, body: '', bodyLine: 3 }],
    [
      'with an indented rule in the YAML',
      '---\na: |\n  ---\n---\nB',
      { yaml: 'a: |\n  ---', yamlLine: 2, body: 'B', bodyLine: 5 },
    ],
  ])('takes a file apart: %s', (_, text, expected) => {
    expect(splitFrontMatter(text)).toEqual({ ok: true, ...expected });
  });

  it.each<[string, string, number, string]>([
    ['nothing', '', 1, 'starts with'],
    ['Markdown only', '\n# Title\n', 2, 'starts with'],
    ['no end', '---\na: 1\n', 1, 'is never closed'],
  ])('says what is missing in %s', (_, text, line, message) => {
    expect(splitFrontMatter(text)).toMatchObject({
      ok: false,
      problem: { line, column: 1, key: 'file', message: expect.stringContaining(message) },
    });
  });

  it('loses nothing', () => {
    const line = fc.string().map((text) => text.replace(/[\r\n]/g, '').replace(/^---[ \t]*$/, 'x'));
    fc.assert(
      fc.property(fc.array(line), fc.string(), (lines, rest) => {
        const body = rest.replace(/\r\n?/g, '\n');
        const parts = splitFrontMatter(`---\n${lines.map((text) => `${text}\n`).join('')}---\n${body}`);
        expect(parts).toMatchObject({ ok: true, yaml: lines.join('\n'), body, bodyLine: lines.length + 3 });
      }),
    );
  });
});

export type FrontMatter =
  | {
      ok: true;
      yaml: string;
      yamlLine: number;
      body: string;
      bodyLine: number;
    }
  | { ok: false; problem: FrontMatterProblem };

/** Its words are the parser's to translate: this file imports nothing, as the build reads it before any bundler is set up. */
interface FrontMatterProblem {
  line: number;
  column: number;
  key: 'file';
  message: string;
}

const fence = /^---[ \t]*$/;

/** Takes a rubric file apart. A byte order mark, blank lines at the top and any kind of line end are fine. */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const opening = lines.findIndex((line) => line.trim() !== '');
  const first = lines[opening] ?? '';
  if (!fence.test(first)) {
    const message =
      'A rubric file starts with a line of three hyphens (---), followed by its YAML front matter.';
    return failure(Math.max(opening, 0) + 1, message);
  }
  const closing = lines.findIndex((line, index) => index > opening && fence.test(line));
  if (closing === -1) {
    const message =
      'The front matter that starts here is never closed: put a line of three hyphens (---) after it.';
    return failure(opening + 1, message);
  }
  return {
    ok: true,
    yaml: lines.slice(opening + 1, closing).join('\n'),
    yamlLine: opening + 2,
    body: lines.slice(closing + 1).join('\n'),
    bodyLine: closing + 2,
  };
}

function failure(line: number, message: string): FrontMatter {
  return { ok: false, problem: { line, column: 1, key: 'file', message } };
}

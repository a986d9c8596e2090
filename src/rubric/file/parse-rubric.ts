import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
} from 'yaml';
import { problemInKorean } from '../../i18n/ko/rubric-problems';
import type { CompileExpressions } from './check-contract';
import { longestFile, longestYaml } from './limits';
import { rubricFromContract } from './read-contract';
import {
  said,
  say,
  spoken,
  type ContractPath,
  type RubricProblem,
  type RubricResult,
  type Said,
} from './rubric-problem';
import { splitFrontMatter } from './split-front-matter';

type Parts = Extract<ReturnType<typeof splitFrontMatter>, { ok: true }>;

/** The text of a `rubric.md` → rubric, or all its mistakes with their lines; with `compile` those in its expressions too. */
export function parseRubric(text: string, compile?: CompileExpressions): RubricResult {
  if (text.length > longestFile) {
    const words = say`A rubric file has at most 500,000 characters, but this one has ${text.length.toLocaleString('en')}.`;
    return { ok: false, problems: [{ line: 1, column: 1, key: 'file', ...inBothLanguages(words) }] };
  }
  const parts = splitFrontMatter(text);
  if (!parts.ok)
    return { ok: false, problems: [{ ...parts.problem, ...inBothLanguages(said(parts.problem.message)) }] };
  if (parts.yaml.length > longestYaml) return unreadable(parts, say`it is longer than 200,000 characters`);

  const lines = new LineCounter();
  const at = (offset: number, words: Omit<RubricProblem, 'line' | 'column'>): RubricProblem => {
    const { line, col } = lines.linePos(offset);
    return { line: parts.yamlLine + Math.max(line, 1) - 1, column: Math.max(col, 1), ...words };
  };

  const document = parseDocument(parts.yaml, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    logLevel: 'silent',
  });
  const mistakes = [...document.errors, ...document.warnings];
  if (mistakes.length > 0) {
    return {
      ok: false,
      problems: mistakes.map(({ pos, code, message }) => {
        const unclosed = code === 'MISSING_CHAR' && message.includes('quote');
        const words = unclosed
          ? unclosedQuote
          : (yamlMistakes[code] ?? say`The YAML cannot be read here: ${message.replace(/\.$/, '')}.`);
        return at(pos[0], { key: 'front matter', ...inBothLanguages(words) });
      }),
    };
  }

  const contract = toContract(document);
  if (!contract.ok) return unreadable(parts, said(contract.reason));
  const read = rubricFromContract(contract.value, parts.body, compile);
  if (read.ok) return read;
  const problems = read.problems.map(({ place, said: words, ...others }) => {
    const problem = { ...others, ...inBothLanguages(words) };
    if ('promptOffset' in place) return { ...inBody(parts, place.promptOffset), ...problem };
    return at(offsetOf(document, place), problem);
  });
  return { ok: false, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

function inBothLanguages(words: Said): Pick<RubricProblem, 'message' | 'korean'> {
  return { message: spoken(words), korean: spoken(words, problemInKorean) };
}

function toContract(document: Document): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    // The library's way to say that an alias leads nowhere, or that aliases multiply beyond the limit.
    if (error instanceof ReferenceError) return { ok: false, reason: error.message.toLowerCase() };
    throw error;
  }
}

function unreadable(parts: Parts, reason: Said): RubricResult {
  const words = say`The front matter cannot be read: ${reason}.`;
  return {
    ok: false,
    problems: [{ line: parts.yamlLine, column: 1, key: 'front matter', ...inBothLanguages(words) }],
  };
}

const tooDeep = say`Too much is nested here: a rubric is at most 64 levels deep.`;
const unclosedQuote = say`A quote is opened and never closed.`;
/** By the library's codes. Its own words are for those who know how YAML is parsed. */
const yamlMistakes: Readonly<Record<string, Said>> = {
  DUPLICATE_KEY: say`This key stands here for the second time in the same mapping; keep one of the two.`,
  RESOURCE_EXHAUSTION: tooDeep,
  TAB_AS_INDENT: say`This line is indented with a tab; YAML wants spaces.`,
  NON_STRING_KEY: say`A key must be plain text, not a list or a mapping.`,
  MULTILINE_IMPLICIT_KEY: say`A key needs a colon behind it, and a text of several lines needs > or | at its start.`,
  BLOCK_AS_IMPLICIT_KEY: say`This line has a second colon or a list where a text should be: put the text in quotes.`,
  BAD_INDENT: say`This line is indented by too many or too few spaces.`,
  BAD_SCALAR_START: say`A text cannot start with this character: put the text in quotes.`,
  BAD_DQ_ESCAPE: say`Between double quotes a backslash has a meaning: use single quotes, or write two backslashes.`,
  BAD_ALIAS: say`A text that starts with * or & must be in quotes.`,
  MISSING_CHAR: say`Something is missing here: a colon, a comma, a hyphen or a bracket.`,
  UNEXPECTED_TOKEN: say`This character cannot stand here: look for a comma, a bracket or a quote that is too many.`,
};

function inBody({ body, bodyLine }: Parts, offset: number): { line: number; column: number } {
  const before = body.slice(0, offset).split('\n');
  return { line: bodyLine + before.length - 1, column: (before.at(-1) ?? '').length + 1 };
}

/** Where the place stands in the YAML; for something missing, the nearest thing around it. */
function offsetOf(document: Document, { path, on }: { path: ContractPath; on: 'key' | 'value' }): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === String(part));
      if (pair === undefined) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      offset = startOf(node) ?? offset;
    } else {
      return offset;
    }
  }
  // A value that fills the lines below its key is best shown at the key.
  const below = (isCollection(node) && node.flow !== true) || (isScalar(node) && node.value === null);
  return on === 'key' || below ? offset : (startOf(node) ?? offset);
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isCollection(node) || isAlias(node) ? node.range?.[0] : undefined;
}

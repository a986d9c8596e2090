/** What was dropped, opened or pasted. Not part of the first load. */
import type { Rubric, RubricInput } from '../rubric/rubric';
import { isPlainObject, parseJson } from '../kit/json';
import { foldName } from '../kit/text/fold-name';
import { truncate } from '../kit/text/shown-text';
import { detectContainer } from './read/detect-form';
import { isJudgeFile, looksLikeJudgePrompt } from './judge-prompt';
import { guessDelimiter } from './read/guess-csv-form';
import { readJson } from './read/json-rows';
import { isMissing } from './mapping/find-input-faults';

export { decode } from './read/decode';

type Inputs = Pick<Rubric, 'inputs'>;

export type Recognised =
  | { kind: 'sheet' | 'rubric' | 'batch' | 'cases' | 'reply' }
  /** A judge prompt, as far as one can tell: a person decides. */
  | { kind: 'prompt' }
  /** One case: by its labels, or free text for the input that is judged. `fields`: names of the inputs it gives. */
  | { kind: 'labelled' | 'text'; fields: readonly string[] };

const sheetOpening = '{"format":"assay-sheet/';
const casesFile = /\.(?:csv|tsv|xlsx|ndjson)$/i;

/** By its first bytes and its name; null where its text decides. What is no text is left to the import, which says what it is. */
export function recogniseBytes(bytes: Uint8Array, name: string): Recognised | null {
  const container = detectContainer(bytes);
  if (container === 'text') return null;
  const isPacked = container !== 'xlsx' && container.found?.kind === 'gzip';
  return { kind: isPacked && !casesFile.test(name) ? 'sheet' : 'cases' };
}

export function recogniseText(
  text: string,
  rubric: Pick<Rubric, 'inputs' | 'output'>,
  name = '',
): Recognised {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { kind: 'cases' };
  if (isRubricFile(trimmed, name)) return { kind: 'rubric' };
  if (trimmed.startsWith(sheetOpening)) return { kind: 'sheet' };
  if (casesFile.test(name)) return { kind: 'cases' };
  if (isBatchLine(trimmed.split('\n', 1)[0] ?? '')) return { kind: 'batch' };
  if (isReply(trimmed, rubric)) return { kind: 'reply' };
  if (isJudgeFile(trimmed)) return { kind: 'prompt' };
  // A file keeps its columns for the export.
  const whole = name === '' ? readWhole(trimmed, rubric) : null;
  if (whole) return { kind: 'labelled', fields: Object.keys(whole) };
  if (/^(?:\[\s*[{\]]|\{\s*["}])/.test(trimmed) || /\.jsonl?$/i.test(name)) return { kind: 'cases' };
  const labelled = readLabelled(trimmed, rubric);
  if (!labelled) {
    const table = tableIn(trimmed, rubric);
    if (table !== 'sure' && looksLikeJudgePrompt(trimmed)) return { kind: 'prompt' };
    return table ? { kind: 'cases' } : { kind: 'text', fields: [textInput(rubric).name] };
  }
  return { kind: 'labelled', fields: Object.keys(labelled) };
}

function isRubricFile(text: string, name: string): boolean {
  if (/\brubric\.md$/i.test(name)) return true;
  return /^---[ \t]*\r?\n/.test(text) && /^format:\s*["']?assay-rubric\//m.test(text);
}

/** A line of questions or of results for OpenAI, vLLM or Anthropic. */
function isBatchLine(line: string): boolean {
  if (line.startsWith('{"requests":[')) return true;
  const parts = membersOf(line);
  return parts.includes('custom_id') && ['response', 'result', 'error', 'body', 'params'].some(isIn(parts));
}

/** At least half of what a reply must have, alone or in a fence, as chatbots write it. */
function isReply(text: string, { output }: Pick<Rubric, 'output'>): boolean {
  const [, fenced] = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text) ?? [];
  const wanted = output.required ?? Object.keys(output.properties);
  const parts = membersOf(fenced ?? text);
  return wanted.length > 0 && wanted.filter(isIn(parts)).length * 2 >= wanted.length;
}

function isIn(names: readonly string[]): (name: string) => boolean {
  return (name) => names.includes(name);
}

function membersOf(json: string): string[] {
  const value = parseJson(json);
  return isPlainObject(value) ? Object.keys(value) : [];
}

const longestColumnName = 60;

/** Prose has commas too: the first line must read like names of columns, or be that of an input. */
function tableIn(text: string, rubric: Inputs): 'sure' | 'likely' | null {
  const [header = '', second] = text.split(/\r?\n/);
  if (second === undefined) return null;
  const delimiter = guessDelimiter(text);
  const cells = delimiter === null ? [header] : header.split(delimiter);
  if (delimiter === '\t' || cells.some((cell) => namesOfInputs(rubric).has(foldName(cell)))) return 'sure';
  if (delimiter === null) return null;
  const isNames = cells.every((cell) => cell.length <= longestColumnName && !/[.!?。]$/u.test(cell));
  return isNames ? 'likely' : null;
}

const longestLabel = 60;

/** One case of a text: by its labels where it has some ("Title: …"), else all of it is what the rubric judges. */
export function caseOfText(text: string, rubric: Inputs): { label: string; input: Record<string, string> } {
  const input = readWhole(text, rubric) ??
    readLabelled(text, rubric) ?? { [textInput(rubric).name]: text.trim() };
  const first = Object.values(input).find((value) => value !== '') ?? '';
  return { label: truncate(first.split('\n', 1)[0]?.trim() ?? '', longestLabel), input };
}

/** The text under judgement: the last long one that a case must have, or else the first that it must have. */
function textInput({ inputs }: Inputs): RubricInput {
  const required = inputs.filter((input) => input.required);
  const found = required.findLast(({ kind }) => kind === 'long') ?? required[0] ?? inputs[0];
  if (!found) throw new Error('Expected a rubric with inputs, got none.');
  return found;
}

function namesOfInputs({ inputs }: Inputs): Map<string, string> {
  return new Map(
    inputs.flatMap(({ name, label, aliases }) =>
      [...aliases, label, name].map((form): [string, string] => [foldName(form), name]),
    ),
  );
}

/** The inputs of one JSON object that has all that a case must have. Null for any other text: the import asks what is what. */
function readWhole(text: string, rubric: Inputs): Record<string, string> | null {
  if (!isPlainObject(parseJson(text))) return null;
  const read = readJson(text, '', () => undefined);
  if ('code' in read) return null;
  const { columns, rows } = read.table;
  const names = namesOfInputs(rubric);
  const input = Object.fromEntries(
    columns.flatMap((column, index) => {
      const name = names.get(foldName(column));
      return name === undefined ? [] : [[name, rows[0]?.[index] ?? '']];
    }),
  );
  return rubric.inputs.some((declared) => isMissing(declared, input[declared.name])) ? null : input;
}

const labelLine = /^\s*(?:[-*#>]+\s+)?\**([^:：*]{1,60}?)\**\s*[:：]\**(.*)$/u;

/** Inputs by lines such as `Title: …`; a value goes on until the next label. Null where the text does not begin with one. */
function readLabelled(text: string, rubric: Inputs): Record<string, string> | null {
  const names = namesOfInputs(rubric);
  const found = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of text.trim().split(/\r?\n/)) {
    const [, label = '', rest = ''] = labelLine.exec(line) ?? [];
    const name = names.get(foldName(label));
    if (name !== undefined && !found.has(name)) {
      current = [rest];
      found.set(name, current);
    } else if (current === null) return null;
    else current.push(line);
  }
  return Object.fromEntries([...found].map(([name, lines]) => [name, lines.join('\n').trim()]));
}

import type { Rubric } from '../model/rubric';

/** Something the author of a rubric must mend. */
export interface RubricProblem {
  /** 1-based, in the rubric file. Absent when no file was read. */
  line?: number;
  column?: number;
  /** Where in the contract: `criteria[2].max`; `prompt` for the Markdown body; `file` for the file as a whole. */
  key: string;
  expected: string;
  got: string;
  /** One sentence for a person. */
  message: string;
}

export type RubricResult = { ok: true; rubric: Rubric } | { ok: false; problems: RubricProblem[] };

export type ContractPath = readonly (string | number)[];

/** A problem that knows its place, but not yet the line on which that place stands. */
export interface PlacedProblem extends RubricProblem {
  place: { path: ContractPath; on: 'key' | 'value' } | { promptOffset: number };
}

/** `['criteria', 2, 'max']` → `criteria[2].max`. */
export function keyName(path: ContractPath): string {
  const name = path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    if (!/^[\w-]+$/.test(part)) return `${before}[${JSON.stringify(part)}]`;
    return before === '' ? part : `${before}.${part}`;
  }, '');
  return name === '' ? 'front matter' : name;
}

/** A problem with the value at `path`. `message` is only needed where the usual sentence would not be clear. */
export function problemAt(
  path: ContractPath,
  { expected, got, message }: { expected: string; got: string; message?: string },
): PlacedProblem {
  const key = keyName(path);
  return {
    key,
    expected,
    got,
    message: message ?? `Expected ${expected} at ${key}, but got ${got}.`,
    place: { path, on: 'value' },
  };
}

/** What stands in a contract, short enough for a sentence. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'an empty value';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

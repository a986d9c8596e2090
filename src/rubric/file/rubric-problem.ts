import type { Rubric } from '../rubric';

export interface RubricProblem {
  /** 1-based, in the rubric file. Absent when no file was read. */
  line?: number;
  column?: number;
  /** Where in the contract: `criteria[2].max`; `prompt` for the Markdown body; `file` for the file as a whole. */
  key: string;
  message: string;
  /** The message in Korean. */
  korean: string;
  /** A key at the top that every rubric has. The line of such a problem says nothing. */
  missing?: true;
}

/** What a problem says, in both languages. */
export type ProblemWords = Pick<RubricProblem, 'line' | 'message' | 'korean'>;

export type RubricResult = { ok: true; rubric: Rubric } | { ok: false; problems: RubricProblem[] };

export type ContractPath = readonly (string | number)[];

export interface PlacedProblem extends Pick<RubricProblem, 'key' | 'message' | 'missing'> {
  said: Said;
  place: { path: ContractPath; on: 'key' | 'value' } | { promptOffset: number };
}

/** What a problem says, or a part of it, with its values apart: `{0}` stands for the first. By these words others are found. */
export interface Said {
  english: string;
  values: readonly (string | Said)[];
}

export function say(parts: TemplateStringsArray, ...values: readonly (string | number | Said)[]): Said {
  return {
    english: parts.reduce((before, part, index) => `${before}{${index - 1}}${part}`),
    values: values.map((value) => (typeof value === 'number' ? String(value) : value)),
  };
}
/** Words of a schema or of a library. */
export function said(english: string): Said {
  return { english, values: [] };
}
export function spoken({ english, values }: Said, translate = (words: string) => words): string {
  return translate(english).replaceAll(/\{(\d)\}/g, (place, index: string) => {
    const value = values[Number(index)] ?? place;
    return typeof value === 'string' ? value : spoken(value, translate);
  });
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

export function problemAt(path: ContractPath, words: Said, on: 'key' | 'value' = 'value'): PlacedProblem {
  return { key: keyName(path), message: spoken(words), said: words, place: { path, on } };
}

export function unexpectedAt(path: ContractPath, expected: Said, got: string | Said): PlacedProblem {
  return problemAt(path, say`${keyName(path)}: expected ${expected}, but got ${got}.`);
}

export function inWords(value: unknown): string | Said {
  if (value === undefined) return say`nothing`;
  if (value === null) return say`an empty value`;
  if (Array.isArray(value)) return say`a list of ${value.length}`;
  if (typeof value === 'object') return say`a mapping`;
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

function nearestName(name: string, known: Iterable<string>): string | undefined {
  const [nearest] = Array.from(known, (candidate) => ({
    candidate,
    distance: editDistance(name.toLowerCase(), candidate.toLowerCase()),
  })).toSorted((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= Math.max(1, Math.floor(name.length / 3))
    ? nearest.candidate
    : undefined;
}

/** How many letters must be put in, taken out, replaced, or swapped with their neighbour. */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const ways = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      ];
      rows[row]?.push(Math.min(...ways));
    }
  }
  return at(from.length, to.length);
}

/** "did you mean …?" where something is close, otherwise what there is to choose from. */
export function suggestion(name: string, known: readonly string[]): Said {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return say`did you mean ${JSON.stringify(nearest)}?`;
  if (known.length === 0) return say`there is none to choose from.`;
  const shown = known.slice(0, 12).join(', ');
  return known.length > 12
    ? say`choose from ${shown} and ${known.length - 12} more.`
    : say`choose from ${shown}.`;
}

/** Names that every JavaScript object has already would be mistaken for fields. */
export function checkTakenName(
  name: string,
  path: ContractPath,
  on: 'key' | 'value' = 'value',
): PlacedProblem[] {
  if (!(name in Object.prototype)) return [];
  const words = say`The name ${inWords(name)} has a meaning of its own in every program; choose another one.`;
  return [problemAt(path, words, on)];
}

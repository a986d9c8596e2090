import type { Span } from '../proposal';
import { isTableRule, spanOf, type Line, type PromptText } from '../text-lines';
import { toNumber } from './ranges';

export type LevelAt = number | readonly [number, number] | string | boolean;

export interface ReadLevel {
  at: LevelAt;
  name: string;
  description: string;
  span: Span;
  line: number;
  /** What a label is worth. */
  value?: number;
}

export const levelOf = <T extends LevelAt>(
  line: Line,
  at: T,
  description: string,
  name = '',
): ReadLevel & { at: T } => ({ at, name, description, span: spanOf(line), line: line.index });

/** Levels that stand together and rise or fall. */
export interface LevelGroup {
  levels: ReadLevel[];
  firstLine: number;
  lastLine: number;
  /** `ordinal`: the numbers may only count the items of a list. `ends`: only some values of the scale are described, in a sentence. */
  form: LevelForm;
}

export type LevelForm = 'lines' | 'table' | 'bare' | 'row' | 'after' | 'ordinal' | 'ends' | 'sentences';

export const N = String.raw`(?<![\d.])(\d{1,3}(?:[.,]\d{1,2})?)`;
export const TO = String.raw`\s{0,2}(?:[-–—~～〜]|to|bis|à|tot|t\/m|or|ou|에서|から|到|至)\s{0,2}`;
export const UNIT = String.raw`(?:점대|점|点|分|points?|pts?\.?|Punkte?|punten|puntos?|stars?|étoiles?|marks?|%)`;
const ENDS = new RegExp(
  String.raw`(?<!\d\s?(?:[-–~]|to|bis|tot|à|a)\s?|(?:below|under|above|over|least|than|unter|über|onder|boven)\s)${N}\s?(?:${UNIT})?\s{0,2}(?:[(（]([^()（）]{2,80})[)）]|(?:[=:：]|is|means|being|indicates?|represents?|stands for|denotes|corresponds to|bedeutet|signifie|betekent|équivaut à|ist|est|es|significa|은|는|が|は|表示|代表)\s{0,2}(?!\d)((?:(?!\s\d{1,3}(?:[.,]\d{1,2})?\s?(?:[=:：]|(?:is|means|ist|est|es|significa)\s))[^,;.()（）、。，；]){2,90}))`,
  'giu',
);

export function levelAt(low: string, high: string | undefined): LevelAt {
  const from = toNumber(low);
  const to = high === undefined ? from : toNumber(high);
  return from === to ? from : [Math.min(from, to), Math.max(from, to)];
}

/** A cell that holds a score, a band or nothing else. */
export function bandOf(cell: string): LevelAt | undefined {
  const match = new RegExp(String.raw`^${N}(?:\s?${UNIT})?(?:${TO}${N})?\s?(?:${UNIT})?$`, 'iu').exec(cell);
  return match === null ? undefined : levelAt(match[1] ?? '', match[2]);
}

/** A table with a column per score: each row has its own levels. */
export function columnsOfLevels({ lines }: PromptText, skipped: ReadonlySet<number>): LevelGroup[] {
  const groups: LevelGroup[] = [];
  let head: (LevelAt | undefined)[] | undefined;
  for (const line of lines) {
    if (line.cells === undefined || skipped.has(line.index)) head = undefined;
    else if (head === undefined) head = line.cells.map(bandOf);
    else if (head.filter((cell) => cell !== undefined).length > 1 && !isTableRule(line)) {
      const { cells } = line;
      const levels = head.flatMap((value, index): ReadLevel[] =>
        value === undefined || (cells[index] ?? '') === '' ? [] : [levelOf(line, value, cells[index] ?? '')],
      );
      if (levels.length > 1)
        groups.push({ levels, firstLine: line.index, lastLine: line.index, form: 'row' });
    }
  }
  return groups;
}

/** "1 (worst) to 5 (best)", "where 1 means … and 5 means …", "1=Poor, 2=Fair". */
export function withinLine(line: Line): LevelGroup[] {
  if (line.cells !== undefined || !/\d/u.test(line.plain)) return [];
  const hits = [...line.plain.matchAll(ENDS)].map((match) => ({
    at: toNumber(match[1] ?? ''),
    words: (match[2] ?? match[3] ?? '').replace(/\s(?:and|to|et|bis|und|tot|en|à|y|a)$/iu, '').trim(),
  }));
  const clear = hits.filter(({ words }) => /\p{L}{2}/u.test(words) && words.split(/\s+/u).length <= 16);
  if (clear.length < 2) return listed(line);
  if (new Set(clear.map(({ at: value }) => value)).size !== clear.length) return [];
  const rising = clear.every((hit, index) => index === 0 || hit.at > (clear[index - 1]?.at ?? 0));
  const falling = clear.every((hit, index) => index === 0 || hit.at < (clear[index - 1]?.at ?? 0));
  if (!rising && !falling) return [];
  const levels = clear.map(({ at: value, words }) => levelOf(line, value, words));
  return [{ levels, firstLine: line.index, lastLine: line.index, form: 'ends' }];
}

const LISTED = new RegExp(
  String.raw`(?:^|[,;:(]\s{0,2})([-−]?\d{1,2})\s(?!${UNIT}(?![\p{L}]))(\p{L}[^,;.\d]{2,60})(?=[,;.)]|$)`,
  'giu',
);

/** "0 bad, 1 fair, 2 good": every whole number in turn. */
function listed(line: Line): LevelGroup[] {
  const hits = [...line.plain.matchAll(LISTED)];
  const levels = hits.map((match) => levelOf(line, toNumber(match[1] ?? ''), (match[2] ?? '').trim()));
  const steps = levels.slice(1).map(({ at: value }, index) => value - (levels[index]?.at ?? 0));
  const oneWay = steps.every((step) => step > 0) || steps.every((step) => step < 0);
  const inTurn = steps.every((step) => Math.abs(step) === 1) || line.plain.startsWith(String(levels[0]?.at));
  return levels.length > 2 && oneWay && inTurn
    ? [{ levels, firstLine: line.index, lastLine: line.index, form: 'ends' }]
    : [];
}

import {
  N,
  TO,
  UNIT,
  bandOf,
  columnsOfLevels,
  levelAt,
  levelOf,
  withinLine,
  type LevelAt,
  type LevelForm,
  type LevelGroup,
  type ReadLevel,
} from './level-forms';
import { findRanges, toNumber } from './ranges';
import { isTableRule, spanOf, type Line, type PromptText } from '../text-lines';

const PREFIX = String.raw`(?:(?:a )?(?:scores?|ratings?|rating|levels?|grade|points?|note|niveau|stufe|punkte|nivel|cijfer|puntuación|calificación|점수|수준|レベル|スコア|得分|评分|等级)\s{0,2}(?:of |de |von |van )?[:：=]?\s{0,2})`;
const LEVEL = new RegExp(
  String.raw`^(${PREFIX})?["“([]?([<>≥≤]|(?:below|under|less than|unter|moins de|onder|minder dan)\s)?\s?${N}(?:\s?\/\s?\d{1,3})?(?:\s?${UNIT})?(?:(\+)|${TO}${N})?\s{0,2}(${UNIT})?["”)\]]?\s{0,3}(.*)$`,
  'iu',
);
const AFTER_LEVEL =
  /^(?:[(（]([^()（）]{1,80})[)）]\s{0,2})?(?:(?:[:：=→⇒|]|->|=>|–|—|-(?=\s)|,?\s?(?:means?|is|ist|est|if|when|wenn|si|als|falls|cuando|for|은|는|이면)(?=[\s:]))\s{0,3}|$)(.*)$/iu;
const AFTER = new RegExp(
  String.raw`^(.{2,400}?)\s{0,3}(→|⇒|->|=>|[:：=]|–|—|[,，]\s?得)\s{0,3}${N}(?:${TO}${N})?\s{0,2}(${UNIT})?\s{0,3}(\([^()]{0,80}\))?[.,;。；]?$`,
  'iu',
);
const TOLD = new RegExp(
  String.raw`^(?:give|assign|award|score|rate|choose|use|return|output|grant|donnez|attribuez|mettez|geef|vergib|vergeben sie|gib|asigna|otorga)\s(?:it |an? |une? |eine? |een )?(?:score|rating|grade|note|mark|cijfer|wert)?\s?(?:of |de |von |van )?["“]?${N}["”]?(?:${TO}${N})?\s?(?:${UNIT}|stars?)?\s?(?:only )?(?:if|when|for|where|to|in|wenn|si|als|falls|cuando|für|voor|pour)\s(.{3,})$`,
  'iu',
);
/** A text with more is no judge prompt. */
const MOST_GROUPS = 200;

/** Finds all groups of levels; `skipped` holds the lines of samples and worked examples. */
export function findLevelGroups(text: PromptText, skipped: ReadonlySet<number>): LevelGroup[] {
  const groups: LevelGroup[] = [];
  const column = scoreColumns(text);
  let open: LevelGroup | undefined;
  let idle = 0;
  const close = (): void => {
    if (open !== undefined && open.levels.length > (open.form === 'bare' ? 2 : 1)) groups.push(open);
    open = undefined;
    idle = 0;
  };
  groups.push(...columnsOfLevels(text, skipped));
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence) continue;
    const read = skipsLine(line) ? undefined : readLevel(line, column.get(line.index));
    if (read !== undefined) {
      if (open === undefined || open.form !== read.form || !follows(open, read.level.at)) {
        close();
        open = { levels: [], firstLine: line.index, lastLine: line.index, form: read.form };
      }
      open.levels.push(read.level);
      open.lastLine = line.index;
      idle = 0;
    } else if (open !== undefined && line.plain !== '' && !isTableRule(line)) {
      const last = open.levels.at(-1);
      const continues = last !== undefined && continuesLevel(text, line, last, idle);
      if (continues) {
        last.description = `${last.description}${last.description === '' ? '' : '\n'}${line.plain}`;
        last.span = { from: last.span.from, to: Math.max(last.span.to, spanOf(line).to) };
      } else if (line.heading > 0 || idle > (open.form === 'sentences' ? 6 : 1)) close();
      else idle += 1;
    }
    if (line.plain !== '' && line.plain.length < 1500) groups.push(...withinLine(line));
  }
  close();
  return groups
    .slice(0, MOST_GROUPS)
    .map(named)
    .filter((group) => group.form !== 'ordinal' || looksLikeScale(text, group));
}

const skipsLine = ({ plain, bullet }: Line): boolean => plain.length > 1500 || !/\d/u.test(plain + bullet);

function continuesLevel(text: PromptText, line: Line, last: ReadLevel, idle: number): boolean {
  const own = text.lines[last.line];
  if (own === undefined || idle > 0) return false;
  if (own.heading > 0) return line.heading === 0 && last.description.length < 600;
  return line.heading === 0 && line.indent > own.indent && line.index - own.index < 12;
}

/** Tables with a column for the score: the column of each row. */
function scoreColumns({ lines }: PromptText): Map<number, { column: number; width: number }> {
  const columns = new Map<number, { column: number; width: number }>();
  let column = -1;
  let width = 0;
  for (const line of lines) {
    if (line.cells === undefined) column = -1;
    else if (column < 0 && !/^\d/u.test(line.cells[0] ?? '')) {
      column = line.cells.findIndex((cell) =>
        /^(?:scores?|ratings?|points?|pts|grade|level|note|niveau|score|punkte|punten|stufe|nivel|puntuación|점수|등급|배점|척도|点数?|スコア|評点|分数|评分|得分|value|cijfer|wert|bewertung|label)$/iu.test(
          cell,
        ),
      );
      width = line.cells.length;
      if (column < 0) column = Number.MAX_SAFE_INTEGER;
    } else if (column < line.cells.length && column >= 0) columns.set(line.index, { column, width });
  }
  return columns;
}

/** `90+` and `< 50` reach to the end of the scale, which is known later. */
function openEnd(sign: string, at: number): LevelAt | undefined {
  if (/[+>≥]/u.test(sign)) return [at, Number.POSITIVE_INFINITY];
  return /[<≤\p{L}]/u.test(sign) ? [Number.NEGATIVE_INFINITY, at] : undefined;
}

interface ReadLine {
  level: ReadLevel;
  form: LevelForm;
}

function readLevel(line: Line, table: { column: number; width: number } | undefined): ReadLine | undefined {
  if (line.cells !== undefined) {
    const at = table === undefined ? undefined : bandOf(line.cells[table.column] ?? '');
    if (at === undefined) return undefined;
    const others = line.cells
      .slice(0, table?.width)
      .filter((cell, index) => index !== table?.column && cell !== '');
    const [name = '', ...rest] = others;
    const level = rest.length > 0 ? levelOf(line, at, rest.join(' — '), name) : levelOf(line, at, name);
    return { form: 'table', level };
  }
  const words = line.plain
    .replace(/^[-–•*]\s/u, '')
    .replace(/^\[\p{L}[\p{L} ]{1,30}:\s?(\d{1,3})\]|^<[\w-]+>(\d{1,3})<\/[\w-]+>/u, '$1$2');
  const [, prefix, sign = '', low = '', plus = '', high, unit, rest = ''] = LEVEL.exec(words) ?? [];
  const after = low === '' ? null : AFTER_LEVEL.exec(rest);
  const certain = prefix !== undefined || line.heading > 0 || rest !== '';
  if (after !== null && certain && unit !== '%') {
    const at = openEnd(sign + plus, toNumber(low)) ?? levelAt(low, high);
    return { form: 'lines', level: levelOf(line, at, after[2] ?? '', after[1]) };
  }
  // "5  all points are there": only in a row of three or more.
  const bare = line.bullet === '' && line.indent > 0 ? /^(\d{1,3})\s+(\p{L}.*)$/u.exec(words) : null;
  if (bare !== null) return { form: 'bare', level: levelOf(line, Number(bare[1]), bare[2] ?? '') };
  const told = TOLD.exec(words);
  if (told !== null)
    return { form: 'sentences', level: levelOf(line, levelAt(told[1] ?? '', told[2]), told[3] ?? '') };
  const number = /^\(?(\d{1,2})[.)]$/u.exec(line.bullet)?.[1];
  // Short items look like titles.
  if (number !== undefined && (line.heading === 0 || line.heading > 6))
    return { form: 'ordinal', level: levelOf(line, Number(number), words) };
  return readAfter(line, words);
}

/** The number stands behind the text: "half of it found → 3 points", "Excellent: 5". */
function readAfter(line: Line, words: string): ReadLine | undefined {
  const closed =
    line.bullet === ''
      ? null
      : /^(.{2,300}?)\s?[(（](\d{1,3})(?:\s?(?:점|点|分|points?|pts))?[)）]$/iu.exec(words);
  if (closed !== null) return { form: 'bare', level: levelOf(line, Number(closed[2]), closed[1] ?? '') };
  const match = AFTER.exec(words);
  if (match === null || (line.bullet === '' && line.block === undefined)) return undefined;
  const [, all = '', sign = '', low = '', high, unit, note = ''] = match;
  const before = all.trim();
  const arrow = /→|⇒|->|=>|得/u.test(sign);
  if (!arrow && unit === undefined && (all.split(/\s+/u).length > 4 || high !== undefined)) return undefined;
  if (/^(?:scores?|points?|punkte|punten|점수|max(?:imum)?|min(?:imum)?|total|weight)$/iu.test(before))
    return undefined;
  if (unit === '%') return undefined;
  const short = all.split(/\s+/u).length <= 6 && !arrow;
  const at = levelAt(low, high);
  const level = short
    ? levelOf(line, at, note, before)
    : levelOf(line, at, `${before}${note === '' ? '' : ` ${note}`}`);
  return { form: 'after', level };
}

const lowOf = (value: LevelAt): number => (typeof value === 'object' ? value[0] : Number(value));
const highOf = (value: LevelAt): number => (typeof value === 'object' ? value[1] : Number(value));

/** A group goes one way; the same value again starts another group. */
function follows({ levels }: LevelGroup, next: LevelAt): boolean {
  const last = levels.at(-1)?.at;
  const before = levels.at(-2)?.at;
  if (last === undefined) return true;
  const step = lowOf(next) - lowOf(last);
  if (step === 0) return false;
  return before === undefined || Math.sign(step) === Math.sign(lowOf(last) - lowOf(before));
}

/** `Excellent: …` and `Excellent - …` name a level; a sentence is its description. All levels of a list are read one way. */
function named(group: LevelGroup): LevelGroup {
  const short = ({ description }: ReadLevel): boolean =>
    /^[^.!?。]{1,30}[.;,]?$/u.test(description.trim()) && description.trim().split(/\s+/u).length <= 3;
  const onlyNames = group.levels.every(
    (level) => level.name !== '' || level.description === '' || short(level),
  );
  return {
    ...group,
    levels: group.levels.map((level) => {
      if (level.name !== '') return level;
      const match =
        /^["“]?([^:：."”–—]{1,40}?)["”]?\s{0,2}(?:[:：]|[–—-](?=\s)|\.(?=\s))\s{0,3}(\S.*)$/su.exec(
          level.description,
        );
      const name = match?.[1]?.trim() ?? '';
      if (name !== '' && name.split(/\s+/u).length <= 4)
        return { ...level, name, description: match?.[2] ?? '' };
      const whole = level.description.trim();
      return whole !== '' && onlyNames && !/[.!?。]$/u.test(whole)
        ? { ...level, name: whole.replace(/[;,]$/u, ''), description: '' }
        : level;
    }),
  };
}

/** Items `5.` to `1.` or from 0 are a scale; rising ones only below a line that speaks of a scale of that length. */
function looksLikeScale(text: PromptText, { levels, firstLine }: LevelGroup): boolean {
  const values = levels.map(({ at: value }) => lowOf(value));
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  if (
    !values.every((value, index) => index === 0 || value - (values[index - 1] ?? 0) === step) ||
    Math.abs(step) !== 1
  )
    return false;
  if (step === -1 || values[0] === 0) return values.length > 2;
  let above = '';
  for (let back = firstLine - 1; back >= Math.max(0, firstLine - 3) && above === ''; back -= 1)
    above = text.lines[back]?.plain ?? '';
  const [scale] = findRanges(above);
  return (
    values[0] === 1 &&
    (scale === undefined || scale.max === values.length) &&
    /\b(?:scale|levels?|rating scale|grades?)\b|척도|점수 기준|段階|échelle|Skala|schaal|escala/iu.test(
      above,
    ) &&
    levels.every(({ description }) => description.length < 140)
  );
}

const ends = ({ levels }: LevelGroup): number[] =>
  levels.flatMap(({ at }) => [lowOf(at), highOf(at)]).filter(Number.isFinite);
export const lowest = (group: LevelGroup): number => Math.min(...ends(group));
export const highest = (group: LevelGroup): number => Math.max(...ends(group));

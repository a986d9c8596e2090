import type { Reading } from './criteria';
import type { LevelGroup } from './levels/level-forms';
import { plainText } from './text-lines';
import type { Line } from './text-lines';
import { titleName, titlesAbove } from './titles';

/** Something that a text without JSON scores on its own. */
export interface TextCriterion {
  name: string;
  line: Line;
  labels?: string[];
}

/** Titles of a scale, not of what is scored. */
const GENERIC =
  /^(?:scor(?:e|es|ing)(?: (?:guide|rubric|scale|criteria|levels))?|scales?|ratings?(?: scale)?|rubric|levels?|grading|criteria|evaluation(?: criteria| steps| form)?|use this scale|skala|bewertung(?:sskala)?|schaal|barème|échelle|notation|grille|escala|점수(?: 기준)?|평가\s?기준|척도|採点基準|評価基準|评分标准|.*\b(?:scale|scoring)\b.*)$/iu;

const MOST_CRITERIA = 30;

export function criteriaOfText(reading: Reading): TextCriterion[] {
  const byGroups = ofGroups(reading);
  const byScales = byGroups.length > 1 ? [] : ofScales(reading);
  return (byScales.length > 0 ? byScales : byGroups).slice(0, MOST_CRITERIA);
}

/** Groups of levels, each below a title of its own: a heading, or where those are shared the line above. */
function ofGroups(reading: Reading): TextCriterion[] {
  const groups = reading.groups.toSorted((a, b) => a.firstLine - b.firstLine);
  const [byHeading, byLine] = [true, false].map((headings) => {
    const found: TextCriterion[] = [];
    for (const group of groups) {
      const title = titleOf(reading, group, headings);
      if (title !== undefined && !found.some(({ line }) => line.index === title.line.index))
        found.push(title);
    }
    return found;
  });
  return (byHeading?.length ?? 0) >= (byLine?.length ?? 0) ? (byHeading ?? []) : (byLine ?? []);
}

function titleOf(reading: Reading, group: LevelGroup, headings: boolean): TextCriterion | undefined {
  const own = reading.text.lines[group.firstLine];
  if (group.form === 'ends' && own !== undefined) {
    const name = /^([\p{L}][^:：\d]{1,50}?)\s?[:：(（–-]/u.exec(own.plain)?.[1] ?? '';
    return own.bullet !== '' && isName(name) ? { name: name.trim(), line: own } : undefined;
  }
  for (const line of titlesAbove(reading.text, group.firstLine, reading.skipped)) {
    const name = titleName(line.plain);
    const marked = line.heading > 1 || /^[①-⑳■◆●]/u.test(line.text.trim());
    const titled =
      marked || (!headings && (line.bullet !== '' || line.plain.length < 40) && line.heading === 0);
    if (titled && isName(name)) return { name, line };
  }
  return undefined;
}

const isName = (name: string): boolean =>
  /\p{L}{2}/u.test(name) &&
  !/^\d/u.test(name) &&
  name.split(/\s+/u).length <= 8 &&
  name.length <= 60 &&
  !GENERIC.test(name.trim()) &&
  !/[.!?。]$/u.test(name);

/** Items "Clarity (1-5): …": each name with its scale. */
function ofScales({ text, scales }: Reading): TextCriterion[] {
  const found: TextCriterion[] = [];
  for (const { line: index, before, range } of scales) {
    const line = text.lines[index];
    if (line === undefined || range.max === undefined) continue;
    const name = plainText(before)
      .replace(/^(?:[-*+•]|\(?\d{1,2}[.)])\s+/u, '')
      .replace(/[\s(（[:：–-]+$/u, '')
      .trim();
    const starts = line.plain.startsWith(name) || line.text.trim().startsWith(before.trim());
    if (
      !starts ||
      !isName(name) ||
      name.split(/\s+/u).length > 4 ||
      /\b(?:score|rate|rating|from|scale|give)\b/iu.test(name)
    )
      continue;
    if (!found.some((other) => other.name === name)) found.push({ name, line });
  }
  return found;
}

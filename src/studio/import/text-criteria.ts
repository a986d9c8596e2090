import type { Reading } from './criteria';
import type { LevelGroup } from './levels/level-forms';
import { plainText, type Line } from './text-lines';
import { titleName, titlesAbove } from './titles';

/** Something that a text without JSON scores on its own. */
export interface TextCriterion {
  name: string;
  line: Line;
}

/** Titles of a scale, not of what is scored. */
export const GENERIC =
  /^(?:scor(?:e|es|ing)(?: (?:guide|rubric|scale|criteria|levels))?|scales?|ratings?(?: scale)?|rubric|levels?|grading|criteria|evaluation(?: criteria| steps| form)?|use this scale|skala|bewertung(?:sskala)?|schaal|barème|échelle|notation|grille|escala|점수(?: 기준)?|평가\s?기준|척도|採点基準|評価基準|评分标准|.*\b(?:scale|scoring)\b.*)$/iu;

const MOST_CRITERIA = 30;

export function criteriaOfText(reading: Reading): TextCriterion[] {
  const byGroups = ofGroups(reading);
  const byScales = byGroups.length > 1 ? [] : ofScales(reading);
  const found = byScales.length > 0 ? byScales : byGroups;
  const each = found.length < 2 && reading.text.lines.some((line) => scoresEach(line.plain));
  const listed = each ? listedCriteria(reading) : [];
  return (listed.length > 1 ? listed : found).slice(0, MOST_CRITERIA);
}

const EACH =
  /\b(?:each|every|per|chaque|chacun des|pro|jede[ns]?|für jedes|elk|ieder|cada|varje|ogni)\s(?:of the (?:\w+ )?(?:following )?|de los |des )?(?:\p{L}+\s)?(?:criteri\p{L}*|critères?|critérios?|kriteri\p{L}*|dimensi\p{L}*|aspe[ck]t\p{L}*|categor\p{L}*|metrics?|onderdeel|punkt)|[각各]\s?(?=\d)|각\s?(?:평가\s?)?(?:기준|항목|차원)|(?:항목|기준)(?:별|마다)|各\s?(?:評価)?(?:項目|観点|基準|维度|标准|项|指标)|(?:項目|観点|基準)ごと|每(?:个|项|一项)?(?:维度|标准|指标)?/iu;
const GRADED =
  /scor|rat(?:e|ing)|grade|note|points?|punkt|punten|cijfer|punt[ua]|nota|pontua|poäng|betyg|voto|점|点|分/iu;

/** "A score from 1 to 10 for each criterion." */
export const scoresEach = (words: string): boolean =>
  words.split(/(?<=[.!?。])\s*/u).some((sentence) => EACH.test(sentence) && GRADED.test(sentence));

const CRITERIA =
  /criteri|critère|critério|kriteri|dimensi|aspe[ck]t|rubri[ck]|rúbrica|grille|기준|항목|観点|基準|項目|维度|标准|指标/iu;

/** The items of the list below a line that speaks of criteria. */
export function listedCriteria({ text, skipped }: Reading): TextCriterion[] {
  for (const head of text.lines) {
    if (skipped.has(head.index) || head.bullet !== '' || !CRITERIA.test(head.plain)) continue;
    const found: TextCriterion[] = [];
    let indent: number | undefined;
    for (const line of text.lines.slice(head.index + 1, head.index + 60)) {
      if (line.plain === '' || (indent !== undefined && line.indent > indent)) continue;
      const name = titleName(line.plain.replace(/\s?[(（][^()（）]{0,60}[)）]/u, ''));
      const named = /[:：–—]|\s-\s|\*\*/u.test(line.text) || line.plain === name;
      if (line.bullet === '' || skipped.has(line.index) || !isName(name) || !named) break;
      indent ??= line.indent;
      found.push({ name, line });
    }
    if (found.length > 1 && new Set(found.map(({ name }) => name)).size === found.length) return found;
  }
  return [];
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

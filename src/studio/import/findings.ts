import type { ReadCriterion, Reading } from './criteria';
import { REASON_KEY, parentOf } from './criterion-seeds';
import { celPath } from './cel-path';
import {
  finding,
  type NewFinding,
  type ProposedInput,
  type ProposedLevel,
  type ProposedRule,
  type Span,
} from './proposal';
import type { FieldDraft } from './reply/sample-shape';
import { spanOf, wordsOf } from './text-lines';

interface Known {
  reading: Reading;
  fields: readonly FieldDraft[];
  criteria: readonly ReadCriterion[];
  inputs: readonly ProposedInput[];
  rules: readonly ProposedRule[];
  reply: 'json' | 'reshaped';
  verdictFirst: boolean;
  comparison: boolean;
}

/** What clashes or is missing, besides what the readers themselves report. */
export function findFindings(known: Known): NewFinding[] {
  const findings: NewFinding[] = [];
  const add: Add = (...found) => void findings.push(finding(...found));
  for (const criterion of known.criteria) checkLevels(criterion, add);
  checkOrder(known, add);
  checkDirection(known, add);
  if (known.reply === 'json') {
    checkSpokenFields(known, add);
    checkOnlyNumber(known, add);
  }
  for (const { kind, max, label, spans } of known.criteria)
    if (kind === 'score' && max === undefined) add('no-scale', [label], spans);
  if (known.comparison) add('comparison', [], []);
  return findings;
}

type Add = (...found: Parameters<typeof finding>) => void;

/** Gaps, overlaps, equal texts, and a scale that the levels do not reach. */
function checkLevels({ kind, label, levels, min, max, whole, spans }: ReadCriterion, add: Add): void {
  if (kind !== 'score' || levels.length < 2) return;
  const bands = levels
    .flatMap(({ at, description, name, spans: own }) =>
      typeof at === 'number'
        ? [{ low: at, high: at, text: description ?? name, own }]
        : typeof at === 'object'
          ? [{ low: at[0], high: at[1], text: description ?? name, own }]
          : [],
    )
    .toSorted((a, b) => a.low - b.low);
  const gap = (from: number, to: number, own: readonly Span[]): void => {
    add('levels-gap', [label, `${from}`, `${to}`], own);
  };
  const step = whole === false ? Number.POSITIVE_INFINITY : 1;
  const gaps = bands.slice(1).map((band, index) => band.low - (bands[index]?.high ?? 0));
  // Evenly spaced anchors such as 0, 5 and 10 are meant so.
  const even = bands.every(({ low, high }) => low === high) && new Set(gaps).size === 1 && gaps[0] !== 1;
  bands.slice(1).forEach((band, index) => {
    const before = bands[index];
    if (before === undefined) return;
    if (band.low - before.high > step && !even)
      gap(before.high + step, band.low - step, [...before.own, ...band.own]);
    if (band.low <= before.high && band.high !== band.low)
      add('levels-overlap', [label, `${band.low}`], [...before.own, ...band.own]);
  });
  const [low] = bands;
  const high = bands.at(-1);
  if (low !== undefined && min !== undefined && low.low > min && !even)
    gap(min, whole === false ? low.low : low.low - 1, [...low.own, ...spans]);
  if (high !== undefined && max !== undefined && high.high < max && !even)
    gap(whole === false ? high.high : high.high + 1, max, [...high.own, ...spans]);
  const texts = new Map<string, readonly Span[]>();
  for (const { text, own } of bands) {
    const words = wordsOf(text).join(' ');
    const before = texts.get(words);
    if (words !== '' && before !== undefined) add('levels-equal', [label], [...before, ...own]);
    texts.set(words, own);
  }
}

/** A score or label stands before its reason. */
function checkOrder({ fields, criteria, reply, verdictFirst }: Known, add: Add): void {
  if (reply === 'reshaped') {
    if (verdictFirst) add('verdict-before-reason', [], []);
    return;
  }
  const place = (path: string): number => fields.findIndex((field) => field.path === path);
  const top = (path: string): string => path.split('.')[0] ?? '';
  const graded = criteria.map(({ path }) => place(path)).filter((index) => index >= 0);
  const reasons = fields.filter(
    ({ type, enum: labels, key, path }) =>
      type === 'string' && labels === undefined && REASON_KEY.test(key) && !path.includes('[]'),
  );
  if (reasons.length === 0 || graded.length === 0) return;
  const late = criteria.find(({ path }) => {
    const own = fields.filter(
      (field) => reasons.includes(field) && path.includes('.') && parentOf(field.path) === parentOf(path),
    );
    return own.length > 0 && own.every((field) => place(field.path) > place(path));
  });
  const shared = reasons.filter(({ path }) => top(path) === path);
  const nested = criteria.some(({ rationale }) => rationale?.includes('.') === true);
  const sharedLate =
    shared.length > 0 && !nested && shared.every(({ path }) => place(path) > Math.min(...graded));
  const found = late?.path ?? (sharedLate ? criteria[0]?.path : undefined);
  if (found !== undefined) add('verdict-before-reason', [found], fields[place(found)]?.spans ?? []);
}

const LOW_IS_GOOD =
  /\b(?:lower is better|the lower the better|lower (?:scores|values) (?:are|mean)|high(?:er)? (?:is|means|scores? (?:is|are|means?)) (?:bad|worse|more harm\p{L}*)|moins c'est mieux|je niedriger,? desto besser|hoe lager,? hoe beter|cuanto menor,? mejor)\b|낮을수록 좋|低いほど良|越低越好/iu;
const BAD_NAME =
  /(?:^|_)(?:noise|toxicity|harm\w*|severity|violence|hate|self_harm|hallucinations?|risk|penalty|bias|errors?|redundancy|verbosity|clickbait|danger|offensiveness|misinformation|leakage)(?:_|$)|risk\b/iu;

const ONE_IS_BEST =
  /\b1\s?(?:is|=|being|means|ist|est|es) (?:the |das |die |le |el |la )?(?:best\p{L}*|highest|excellent|perfect|meilleur\p{L}*|mejor)|1점이 (?:가장 )?(?:최고|좋)|1が最[高良]/iu;
const GOOD =
  /\b(?:best|excellent|perfect|(?:extremely|very|fully) (?:helpful|good|clear|useful|accurate)|sehr gut|uitstekend|excelente)\b|très bien|최고|매우 우수|最良|优秀/iu;
const BAD =
  /\b(?:worst|poor|unacceptable|ungenügend|mangelhaft|onvoldoende|insuffisant|deficiente)\b|최저|미흡|不可|最差/iu;

const NOTHING =
  /\b(?:no|none|free|without|zero|kein\p{L}*|ohne|aucun\p{L}*|sans|geen|zonder|ning[uú]n\p{L}*|sin)\b|없|なし|无|没有/iu;

/** The high end is the bad one. */
function checkDirection({ reading, criteria, rules }: Known, add: Add): void {
  const said = reading.text.lines.find(
    ({ plain, index }) => !reading.skipped.has(index) && LOW_IS_GOOD.test(plain),
  );
  const best = reading.text.lines.find(
    ({ plain, index }) => !reading.skipped.has(index) && ONE_IS_BEST.test(plain),
  );
  const holdsBest = ({ from, to }: Span): boolean => best !== undefined && from <= best.to && to >= best.from;
  for (const criterion of criteria) {
    if (criterion.kind !== 'score') continue;
    const lowest = criterion.levels.toSorted((a, b) => Number(a.at) - Number(b.at))[0];
    const highest = criterion.levels.toSorted((a, b) => Number(b.at) - Number(a.at))[0];
    // "Hallucination: 100 = none" is good at its high end.
    const named =
      (BAD_NAME.test(criterion.id) || BAD_NAME.test(criterion.label)) && !NOTHING.test(wordsIn(highest));
    const turned = GOOD.test(wordsIn(lowest)) && BAD.test(wordsIn(highest));
    if (best !== undefined && lowest?.at === 1 && GOOD.test(wordsIn(highest)) && !turned) {
      const ends = [lowest, highest].map((level) => `${String(level?.at)} = ${wordsIn(level)}`);
      add(
        'scale-disagrees',
        [criterion.label, ONE_IS_BEST.exec(best.plain)?.[0] ?? '', ...ends],
        [spanOf(best)],
      );
      continue;
    }
    // Said within the levels of one criterion, it is said of that one alone.
    const ofOthers = criteria.some(
      (other) => other !== criterion && other.levels.some(({ spans }) => spans.some(holdsBest)),
    );
    const first = best !== undefined && (criterion.min ?? lowest?.at) === 1 && !ofOthers;
    if (said === undefined && !turned && !first && !(named && criterion.levels.length > 0)) continue;
    criterion.better = 'low';
    const line = said ?? (first ? best : undefined);
    add('high-is-bad', [criterion.label], line === undefined ? criterion.spans : [spanOf(line)]);
  }
  // Scores of one scale that are added up have one good end.
  const low = criteria.filter(({ better }) => better === 'low');
  const added = (one: ReadCriterion, other: ReadCriterion): boolean =>
    rules.some(
      ({ kind, expression }) =>
        kind === 'total' && [one, other].every(({ path }) => expression.includes(celPath(path))),
    );
  for (const criterion of criteria.filter(({ better, kind }) => better === undefined && kind === 'score')) {
    const { min, max, label, spans } = criterion;
    if (!low.some((other) => other.min === min && other.max === max && added(criterion, other))) continue;
    criterion.better = 'low';
    add('high-is-bad', [label], spans);
  }
}

const wordsIn = (level: ProposedLevel | undefined): string =>
  level === undefined ? '' : `${level.name} ${level.description ?? ''}`;

const ONLY_VALUE =
  /\b(?:only|just|nothing but) (?:the|a|one|your) (?:single )?(?:number|score|rating|letter|word|digit)\b|\bnur (?:die|eine) (?:Zahl|Note|Ziffer)\b|\balleen (?:het|een) (?:cijfer|getal)\b|\b(?:uniquement|seulement) (?:le|un) (?:chiffre|nombre|score)\b|\b(?:solo|únicamente) (?:el|un) número\b|(?:숫자|점수)만 (?:출력|답)|(?:数字|点数|スコア)だけ|(?:只|仅)(?:输出|返回)(?:数字|分数)/iu;

/** "Output only the number" beside a sample of JSON. */
function checkOnlyNumber({ reading }: Known, add: Add): void {
  const line = reading.text.lines.find(
    ({ plain, index }) => !reading.skipped.has(index) && ONLY_VALUE.test(plain),
  );
  if (line !== undefined) add('two-formats', [], [spanOf(line)]);
}

/** A key in quotes that the reply does not have: "the reason goes into `note`". */
function checkSpokenFields({ reading, fields, inputs }: Known, add: Add): void {
  const known = new Set([
    ...fields.map(({ key }) => key.toLowerCase()),
    ...inputs.map(({ name }) => name.toLowerCase()),
    ...fields.flatMap(({ enum: labels = [] }) => labels.map((label) => String(label).toLowerCase())),
  ]);
  const seen = new Set<string>();
  for (const line of reading.text.lines) {
    if (reading.skipped.has(line.index) || line.fence || line.block !== undefined) continue;
    for (const match of line.text.matchAll(/["“`]([a-z][a-z]*(?:_[a-z]+)*)["”`]/gu)) {
      const key = match[1] ?? '';
      const before = line.text.slice(Math.max(0, match.index - 40), match.index);
      const asked =
        /\b(?:field|key|in|into|under|im Feld|Feld|in het veld|le champ|Noem in|give one \p{L}+ \p{L}+ in|campo)\s*$/iu.test(
          before,
        );
      if (!asked || known.has(key) || seen.has(key) || key.length < 3) continue;
      seen.add(key);
      add(
        'field-not-given',
        [key],
        [{ from: line.from + match.index, to: line.from + match.index + match[0].length }],
      );
    }
  }
}

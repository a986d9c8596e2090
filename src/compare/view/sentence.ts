import { decimalText, wholeText } from '../../i18n/numbers';
import type { RunMessages } from '../../i18n/compare-words';
import { isOnlyVerdict } from '../../rubric/rubric';
import { namingOf } from '../../judgement/view/labels';
import { shareOf } from '../../kit/text/figures';
import type { Comparison } from '../compare-runs';
import { modeOf } from '../run-differences';
import type { RunOutline } from '../stored-run';
import { verdictInWords } from './reason-words';
import type { RunNames } from './run-words';

/** What two runs are called, and the words to speak of them. */
export interface Telling {
  names: RunNames;
  t: RunMessages;
  language: string;
}

type Told = Pick<Comparison, 'counts' | 'shifts' | 'given' | 'verdicts' | 'agreement' | 'ground'> & {
  a: RunOutline;
  b: RunOutline;
};

/** The result in a sentence or two. What too few cases cannot carry is left out, and so is what is zero. */
export function resultInWords(result: Told, telling: Telling): string {
  const words = telling.t.compare.result;
  const isPerson = result.a.head.judge.kind === 'person' && result.b.head.judge.kind !== 'person';
  const sentences = isPerson
    ? withPerson(result, telling)
    : [scores(result, telling), verdicts(result, telling), criteria(result, telling)];
  return sentences.filter((sentence) => sentence !== '').join(' ') || words.nothing;
}

function scores({ ground, shifts, agreement, counts }: Told, { names, t, language }: Telling): string {
  const words = t.compare.result;
  const { higher, lower, same } = shifts;
  const of = higher + lower + same;
  if (!ground.scores || of === 0) return '';
  if (of === same) return words.sameScores(of, of === counts.pairs);
  const { value, decimals, count } = agreement.score?.shift ?? { value: null, decimals: 0, count: 0 };
  const by = value === null ? '' : decimalText(Math.abs(value), decimals, language);
  const average = isZero(by) ? '' : ` ${words.average(by, (value ?? 0) > 0, count === of ? null : count)}`;
  const how =
    lower === 0
      ? words.higher(higher, of)
      : higher === 0
        ? words.lower(lower, of)
        : words.bothWays(higher, of, lower);
  return words.scores(names.b, names.a, how) + average;
}

/** More kinds of change than these are not told apart in a sentence. */
const mostFlips = 3;

function verdicts({ given, counts, verdicts: table, b }: Told, { t }: Telling): string {
  if (!table) return '';
  const words = t.compare.result;
  const { of } = given.verdicts;
  if (counts.verdictChanged === 0) return of === 0 ? '' : words.sameVerdicts(of, of === counts.pairs);
  const name = namingOf(b.rubric, t);
  const flips = [...given.flips.cells()]
    .map(([from, to, count]) => ({
      count,
      ends: [verdictInWords(from, t, name), verdictInWords(to, t, name)] as const,
    }))
    .sort((one, other) => other.count - one.count);
  const told = flips.slice(0, flips.length > mostFlips ? mostFlips - 1 : mostFlips);
  const rest = flips.slice(told.length).reduce((sum, { count }) => sum + count, 0);
  const list = told.map(({ count, ends }) =>
    flips.length === 1 ? words.onlyFlip(...ends) : words.flip(count, ...ends),
  );
  return words.flips(
    counts.verdictChanged,
    [...list, ...(rest > 0 ? [words.otherFlips(rest)] : [])].join(', '),
    flips.length === 1,
  );
}

/** Where no score can be compared, criteria tell more. What rules decide is no answer to hold a judge against. */
function criteria({ given, shifts, a, b }: Told, telling: Telling): string {
  const compared = shifts.higher + shifts.lower + shifts.same;
  const { of } = given.criteria;
  // One label alone is the verdict.
  if (compared > 0 || of === 0 || (isOnlyVerdict(b.rubric) && b.rubric.criteria.length === 1)) return '';
  const words = telling.t.compare.result;
  if ([a, b].some(({ head }) => modeOf(head) === 'rules-only'))
    return words.byRules(given.settled, given.ratings);
  return words.criteria(of, given.ratings, sameText(given.criteria, telling));
}

function withPerson({ given, agreement }: Told, telling: Telling): string[] {
  const { names, t, language } = telling;
  const words = t.compare.result;
  const same = sameText(given.criteria, telling);
  const onCriteria = given.criteria.of > 0;
  const { value, decimals } = agreement.score?.distance ?? { value: null, decimals: 0 };
  const lead =
    given.verdicts.of > 0
      ? `${words.agree(names.b, names.a, sameText(given.verdicts, telling))}${onCriteria ? words.andCriteria(same) : ''}.`
      : onCriteria
        ? `${words.agreeCriteria(names.b, names.a, same)}.`
        : '';
  const distance = value === null ? '' : decimalText(value, decimals, language);
  const kinds = (['verdicts', 'criteria'] as const).filter((what) => given[what].of > 0);
  const isAll = kinds.every((what) => given[what].of === given[what].asked);
  if (isAll) return [lead, isZero(distance) ? '' : words.apart(distance)];
  // What the judge leaves open is no agreement, so how much it decides comes first.
  const decided = kinds.map((what, place) => {
    const { met, of, asked } = given[what];
    const done = t.compare.metOf(wholeText(of, language), wholeText(asked, language));
    const agree = met === of ? words.allAgree : words.agreeing(sameText(given[what], telling));
    return place === 0
      ? words.decided(names.b, words.what[what], done, names.a, agree)
      : words.alsoDecided(words.what[what], done, agree);
  });
  return [...decided, isZero(distance) ? '' : words.apart(distance)];
}

/** As it is rounded. Also where there is no figure. */
function isZero(figure: string): boolean {
  return !/[1-9]/.test(figure);
}

/** “7 of 9”, and a percentage where there are enough. */
function sameText({ met, of }: { met: number; of: number }, { t, language }: Telling): string {
  const { value, decimals } = shareOf(met, of);
  const all = wholeText(of, language);
  if (value === null) return t.compare.metOf(wholeText(met, language), all);
  return t.compare.result.share(`${decimalText(value * 100, decimals, language)}%`, all);
}

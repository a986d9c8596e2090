import type { Messages } from '../../i18n/en/en';
import type { judgementViewWords } from '../../i18n/judgement-view-words';
import type { Contradiction, Difference, Place } from '../contradictions';
import { formatKnown } from './format';
import { withLabels, type Naming } from './labels';

export interface Speech {
  t: Messages;
  words: (typeof judgementViewWords)['en'];
  name: Naming;
}

interface Sentences {
  label: string;
  main: string;
  /** What else is wrong for the same reason. */
  more: { label: string; text: string }[];
  therefore: string | null;
}

export function placeName(place: Place, { words, t }: Pick<Speech, 'words' | 't'>): string {
  if (place.kind === 'total') return place.label || words.total;
  return place.kind === 'verdict' ? t.results.verdict : place.label;
}

/** What doesn't hold, why, and what else is wrong because of it. */
export function contradictionInWords(contradiction: Contradiction, speech: Speech): Sentences {
  const { words, name, t } = speech;
  const { place, checks, differences, therefore, consequences } = contradiction;
  const ofChecks = checks.map(({ outcome, message }) =>
    outcome === 'broken' ? `${t.judgement.checksBroken}: ${message}` : withLabels(message, name),
  );
  const ofDifferences = differences.map((difference) => ({
    label: placeName(difference.place, speech),
    isOwn: difference.place.label === place.label,
    // What the rubric's message says already is not said again.
    text: differenceInWords(
      ofChecks.length > 0 && difference.facts.kind === 'range'
        ? { ...difference, because: undefined }
        : difference,
      speech,
    ),
  }));
  const own = ofDifferences.flatMap(({ isOwn, text }) => (isOwn ? text : []));
  // A rubric's own message tells more than a range does, and less than the right value.
  const exact = differences.length > 0 && differences.every(({ facts }) => facts.kind === 'value');
  const [main = ''] = exact ? [...own, ...ofChecks] : [...ofChecks, ...own];
  const wrong = therefore.map((one) =>
    one.kind === 'total' ? words.theTotal : one.kind === 'verdict' ? words.theVerdict : one.label,
  );
  return {
    label: placeName(place, speech),
    // What else is said of the same place stands under its criterion and in the details.
    main,
    therefore: wrong.length === 0 ? null : words.therefore([...new Set(wrong)]),
    more: [
      ...ofDifferences.filter(({ isOwn }) => !isOwn),
      ...consequences.map((one) => ({
        label: placeName(one.place, speech),
        text: one.checks
          .map(({ message }) => withLabels(withoutReasons(message, differences), name))
          .join(' '),
      })),
    ],
  };
}

/** The reason was given with the cause. */
function withoutReasons(message: string, differences: readonly Difference[]): string {
  return differences.reduce((text, { because }) => text.replace(because ?? '', '').trim(), message);
}

function differenceInWords(
  { judge, facts, because, computed }: Difference,
  { t, words, name }: Speech,
): string {
  const said = formatKnown(judge, t, name);
  const right = formatKnown(facts, t, name);
  const isNumber = judge.kind === 'value' && typeof judge.value === 'number';
  if (computed && isNumber) return words.addsUp(right, said);
  const reason = because === undefined ? '' : `${withLabels(because, name)} `;
  if (computed) return `${words.followsFrom(right, said)} ${reason}`.trim();
  if (facts.kind === 'value' && typeof facts.value === 'boolean')
    return `${reason}${facts.value ? words.saysNotMet : words.saysMet}`;
  if (!isNumber) return `${reason}${words.says(said, right)}`;
  return `${reason}${facts.kind === 'range' ? words.allows(said, right) : words.gives(said, right)}`;
}

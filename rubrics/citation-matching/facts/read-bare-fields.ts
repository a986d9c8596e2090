import { parseCaseNumber } from '../belgium/case-numbers';
import type { Candidate, Located } from './candidate';
import { readDate } from './read-date';
import { read, unreadable, type Reading } from './reading';

type Kind = 'date' | 'rolNumber' | 'ecli' | 'unclear' | 'prose';

const ECLI = /^ecli:[a-z]{2}:/i;
const IS_LABELLED = /^\p{L}/u;
/** A number by itself may be a roll number, a year or a page; with a dot for the thousands it is a judgment's. */
const PLAIN_WITH_DOT = /^\d{2,3}\.\d{3}$/;

function kindOf(text: string): Kind {
  if (ECLI.test(text)) return 'ecli';
  if (readDate(text) !== null) return 'date';
  const number = parseCaseNumber(text);
  if (number === null || number.form === 'other') return 'prose';
  if (number.form !== 'plain' || PLAIN_WITH_DOT.test(text) || IS_LABELLED.test(text)) return 'rolNumber';
  return 'unclear';
}

/**
 * Takes date and case number from pieces that no key names, as in `15 mars 2018, C.17.0234.F - faute`. They count only
 * before and after the prose, since a summary may itself speak of days and numbers. Gives back the prose.
 */
export function readBareFields(pieces: readonly Located[], candidate: Candidate): Reading<Located[]> {
  const kinds = pieces.map(({ text }) => kindOf(text));
  const isProse = (kind: Kind) => kind === 'prose';
  const from = kinds.findIndex(isProse);
  const to = kinds.findLastIndex(isProse);
  for (const field of ['date', 'rolNumber'] as const) {
    const bare = pieces.filter((_, at) => kinds[at] === field && (from < 0 || at < from || at > to));
    const [first, second] = bare;
    if (first === undefined || candidate[field] !== null) continue;
    if (second !== undefined) {
      const { number } = candidate;
      return unreadable(({ problems }) =>
        (field === 'date' ? problems.twoDates : problems.twoNumbers)(number, first.text, second.text),
      );
    }
    candidate[field] = first;
  }
  const unclear = pieces.find((_, at) => kinds[at] === 'unclear' && (from < 0 || at < from));
  if (unclear !== undefined && candidate.rolNumber === null) {
    return unreadable(({ problems }) => problems.unclearNumber(candidate.number, unclear.text));
  }
  return read(from < 0 ? [] : pieces.slice(from, to + 1));
}

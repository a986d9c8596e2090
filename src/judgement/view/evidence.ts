import type { Judgement } from '../judgement';
import type { CaseInput, Span } from '../../rubric/facts';
import { criterionPath, type Criterion, type Rubric } from '../../rubric/rubric';
import { factsAbout, pathsOf } from '../contradictions';

/** A stretch of the case that a fact or a criterion rests on. */
export interface Passage extends Omit<Span, 'kind'> {
  /** `quoted`: the judge's reason quotes it. */
  kind: Span['kind'] | 'quoted';
  fact?: string;
  criteria: string[];
}

const quotation =
  /“([^”]{2,})”|"([^"]{2,})"|‘([^’]{2,})’|「([^」]{2,})」|『([^』]{2,})』|«\s?([^»]{2,}?)\s?»/g;

export function quotesIn(text: string): string[] {
  return [...text.matchAll(quotation)].flatMap((match) => match.slice(1).find((group) => group) ?? []);
}

/** Where facts and the judge's quotations point to in the case, with the criteria they bear on. */
export function passagesOf(
  rubric: Rubric,
  { facts, fields }: Pick<Judgement, 'facts' | 'fields'>,
  input: CaseInput,
): Passage[] {
  const criteria = rubric.criteria.map((criterion) => ({
    id: criterion.id,
    facts: factsAbout(rubric, pathsOf(criterion)),
    quotes: rationalesOf(criterion, fields).flatMap(quotesIn),
  }));
  const ofFacts = facts.flatMap(({ name, spans }) => {
    const bearing = criteria.flatMap((criterion) => (criterion.facts.has(name) ? criterion.id : []));
    return spans.map((span) => ({ ...span, fact: name, criteria: bearing }));
  });
  const quoted = criteria.flatMap(({ id, quotes }) =>
    quotes.flatMap((quote): Passage[] => {
      const place = findQuote(quote, input);
      return place ? [{ ...place, kind: 'quoted', criteria: [id] }] : [];
    }),
  );
  return [...ofFacts, ...quoted];
}

function rationalesOf(criterion: Criterion, fields: Judgement['fields']): string[] {
  const scores = new Set([criterionPath(criterion), ...criterion.parts.map(({ score }) => score)]);
  const paths = pathsOf(criterion).filter((path) => !scores.has(path));
  return fields.flatMap(({ path, by, known }) =>
    by !== 'program' && paths.includes(path) && known.kind === 'value' && typeof known.value === 'string'
      ? known.value
      : [],
  );
}

function findQuote(quote: string, input: CaseInput): Pick<Span, 'input' | 'start' | 'end'> | null {
  const wanted = quote.toLowerCase();
  for (const [name, text] of Object.entries(input)) {
    const start = text.toLowerCase().indexOf(wanted);
    if (start !== -1) return { input: name, start, end: start + quote.length };
  }
  return null;
}

const leastLikeness = 0.34;
const longestPassage = 160;

/** What stands in the case and is most like words that do not: a line, a sentence or an entry. Null where nothing is like them. */
export function nearestPassage(words: string, texts: Iterable<string>): string | null {
  const wanted = pairsOf(words);
  let best = { passage: '', likeness: 0 };
  for (const text of texts) {
    for (const piece of text.split(/[\n"“”|]+|(?<=[.!?。])\s+/)) {
      const passage = piece.replace(/^[[\]{}:,\s\d.:-]+/, '').trim();
      if (passage.length < 2 || passage.length > longestPassage) continue;
      const likeness = likenessOf(wanted, pairsOf(passage));
      if (likeness > best.likeness) best = { passage, likeness };
    }
  }
  return best.likeness >= leastLikeness ? best.passage : null;
}

function pairsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replace(/[\s\p{P}]+/gu, '');
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
}

/** The share of pairs of letters that two texts have in common (Dice). */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}

export type ShownKind = Passage['kind'] | 'unlisted';

/** What is expected of a list and is not in it is no invention; a quotation that the case lacks is. */
export function shownKind({ kind, link = 'none' }: Passage, isList: boolean): ShownKind {
  return kind === 'missing' && (isList || !/^(?:none|quote)/.test(link)) ? 'unlisted' : kind;
}

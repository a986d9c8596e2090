import type { Fact, Span } from '../../../src/rubric/facts';
import type { Alignment, Comparison, DateMatch, EcliMatch, NumberMatch } from './compare-candidate';
import { contentWords } from './content-words';
import { courtWords } from './describe-citation';
import type { EcliConflicts } from './find-ecli-conflicts';
import type { GroundTruth } from './read-ground-truth';
import { inCandidates, wholeInput } from './spans';

const ALIGNMENT_WORDS: Record<Alignment, string> = {
  same: 'aligned',
  'different-place': 'cited type, other place',
  'different-type': 'different court type',
  unknown: 'court not comparable',
};
const NUMBER_WORDS: Record<NumberMatch, string | null> = {
  exact: 'number matches exactly',
  fuzzy: 'number nearly matches',
  different: 'another number',
  'not-given': 'bears no number',
  'not-cited': null,
  unknown: 'number not comparable',
};
const ECLI_WORDS: Record<EcliMatch, string | null> = {
  exact: 'ECLI matches exactly',
  different: 'another ECLI',
  'not-given': 'bears no ECLI',
  'not-cited': null,
};
const DATE_WORDS: Record<DateMatch, string | null> = {
  equal: 'same day',
  different: 'another day',
  unknown: null,
};

/** The candidates held against the citation, and what their identifiers say. */
export function describeCandidates(
  comparisons: readonly Comparison[] | null,
  ecliConflicts: EcliConflicts | null,
  groundTruth: GroundTruth | null,
  input: Readonly<Record<string, string>>,
): Fact[] {
  return [
    candidateTable(comparisons, input),
    sharedContext(comparisons),
    conflicts(ecliConflicts, comparisons, input),
    knownEclis(comparisons, groundTruth),
  ];
}

function candidateTable(
  comparisons: readonly Comparison[] | null,
  input: Readonly<Record<string, string>>,
): Fact {
  const name = 'candidates';
  if (comparisons === null) return { name, value: null, text: 'The list could not be read.', spans: [] };
  const value = comparisons.map((c) => ({
    number: c.candidate.number,
    ecli: c.candidate.ecli?.text ?? null,
    court: c.court?.type ?? null,
    place: c.court?.place?.id ?? null,
    alignment: c.alignment,
    case_number: c.number,
    ecli_match: c.ecliMatch,
    date: c.dateMatch,
  }));
  const text = comparisons.length === 0 ? 'No candidates.' : comparisons.map(candidateLine).join('\n');
  return { name, value, text, spans: comparisons.flatMap((c) => candidateSpans(c, input)) };
}

function candidateLine({ candidate, court, alignment, number, ecliMatch, dateMatch }: Comparison): string {
  const words = [
    court === null ? (candidate.court?.text ?? 'no court given') : courtWords(court),
    ALIGNMENT_WORDS[alignment],
    NUMBER_WORDS[number],
    ECLI_WORDS[ecliMatch],
    DATE_WORDS[dateMatch],
  ];
  return `${candidate.number}: ${words.filter((word) => word !== null).join('; ')}`;
}

function candidateSpans(comparison: Comparison, input: Readonly<Record<string, string>>): Span[] {
  const { candidate, alignment, number, numberAt, ecliMatch } = comparison;
  const spans = inCandidates(candidate.court, { note: ALIGNMENT_WORDS[alignment] });
  if (number === 'exact' || number === 'fuzzy') {
    const extra = { kind: 'found', link: 'case-number', note: NUMBER_WORDS[number] ?? '' } as const;
    spans.push(...inCandidates(numberAt, extra), ...wholeInput(input, 'citedCaseNumber', extra));
  }
  if (ecliMatch === 'exact') {
    const extra = { kind: 'found', link: 'ecli' } as const;
    spans.push(...inCandidates(candidate.ecli, extra), ...wholeInput(input, 'citedEcli', extra));
  }
  return spans;
}

function sharedContext(comparisons: readonly Comparison[] | null): Fact {
  const name = 'shared_words';
  if (comparisons === null) return { name, value: null, text: 'The list could not be read.', spans: [] };
  const sharing = comparisons.filter((c) => c.shared.length > 0);
  const value = sharing.map((c) => ({
    candidate: c.candidate.number,
    words: c.shared.map((word) => word.text),
  }));
  const text = value.map(({ candidate, words }) => `${candidate}: ${words.join(', ')}`).join('\n');
  return {
    name,
    value,
    text: text || 'No summary shares a telling word with the snippet.',
    spans: sharing.flatMap(wordSpans),
  };
}

function wordSpans({ candidate, shared }: Comparison): Span[] {
  const inSnippet = shared.map(({ stem, start, end }): Span => {
    return { input: 'citationSnippet', start, end, kind: 'found', link: `word:${stem}` };
  });
  const at = candidate.summary?.at;
  if (!candidate.summary || !at) return inSnippet;
  const stems = new Set(shared.map((word) => word.stem));
  const inSummary = contentWords(candidate.summary.text)
    .filter((word) => stems.has(word.stem))
    .map(({ stem, start, end }): Span => {
      return {
        input: 'candidatesList',
        start: at.start + start,
        end: at.start + end,
        kind: 'found',
        link: `word:${stem}`,
      };
    });
  return [...inSnippet, ...inSummary];
}

function conflicts(
  found: EcliConflicts | null,
  comparisons: readonly Comparison[] | null,
  input: Readonly<Record<string, string>>,
): Fact {
  const name = 'ecli_conflicts';
  if (found === null || comparisons === null)
    return { name, value: null, text: 'The list could not be read.', spans: [] };
  const value = [...found.cited, ...[...found.byCandidate.values()].flat()];
  const spans = found.cited.length > 0 ? wholeInput(input, 'citedEcli', { note: found.cited.join(' ') }) : [];
  for (const { candidate } of comparisons) {
    const own = found.byCandidate.get(candidate.number) ?? [];
    if (own.length > 0) spans.push(...inCandidates(candidate.ecli, { note: own.join(' ') }));
  }
  return {
    name,
    value,
    text: value.join('\n') || 'None.',
    spans,
  };
}

/** What `correct_decision_id` may be: the ECLI of a candidate, or the one the ground truth names. */
function knownEclis(comparisons: readonly Comparison[] | null, groundTruth: GroundTruth | null): Fact {
  const name = 'known_eclis';
  if (comparisons === null) return { name, value: null, text: 'The list could not be read.', spans: [] };
  const listed = comparisons.flatMap(({ candidate }) =>
    candidate.ecli === null ? [] : [candidate.ecli.text],
  );
  const stated = groundTruth?.kind === 'decision' && groundTruth.ecli !== null ? [groundTruth.ecli] : [];
  const value = [...new Set([...listed, ...stated])];
  return { name, value, text: value.join(', ') || 'None.', spans: [] };
}

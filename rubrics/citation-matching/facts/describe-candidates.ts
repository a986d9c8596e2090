import type { Fact, Span } from '../../../src/rubric/facts';
import type { CourtClassification } from '../belgium/court';
import type { Analysis } from './analyse-case';
import type { Comparison } from './compare-candidate';
import { contentWords } from './content-words';
import { courtWords } from './describe-citation';
import { CEILINGS, findCeilings } from './find-ceilings';
import type { EcliConflicts } from './find-ecli-conflicts';
import type { ReadCase } from './read-case';
import type { GroundTruth } from './read-ground-truth';
import { inCandidates, wholeInput } from './spans';
import type { Say, Words } from './words';

type Input = Readonly<Record<string, string>>;

/** The candidates held against the citation, and what their identifiers say. */
export function describeCandidates(
  { comparisons, ecliConflicts }: Pick<Analysis, 'comparisons' | 'ecliConflicts'>,
  { citation, groundTruth }: Pick<ReadCase, 'citation' | 'groundTruth'>,
  input: Input,
  words: Words,
): Fact[] {
  if (comparisons === null || ecliConflicts === null) {
    const names = ['candidates', 'shared_words', 'ecli_conflicts', 'known_eclis'];
    return names.map((name) => ({ name, value: null, text: words.unreadList, spans: [] }));
  }
  return [
    candidateTable(comparisons, citation.court?.classification ?? null, input, words),
    sharedContext(comparisons, words),
    conflicts(ecliConflicts, comparisons, input, words),
    knownEclis(comparisons, groundTruth, words),
  ];
}

function candidateTable(
  comparisons: readonly Comparison[],
  classification: CourtClassification | null,
  input: Input,
  words: Words,
): Fact {
  const value = comparisons.map((c) => ({
    number: c.candidate.number,
    ecli: c.candidate.ecli?.text ?? null,
    court: c.court?.type ?? null,
    place: c.court?.place?.id ?? null,
    alignment: c.alignment,
    case_number: c.number,
    ecli_match: c.ecliMatch,
    date: c.dateMatch,
    ceilings: ceilingFigures(classification, c),
  }));
  const lines = comparisons.map((comparison) => candidateLine(comparison, words));
  const spans = comparisons.flatMap((comparison) => candidateSpans(comparison, input, words));
  return { name: 'candidates', value, text: lines.join('\n') || words.noCandidates, spans };
}

/** The figures that a judge may name as a ceiling of this candidate. */
function ceilingFigures(classification: CourtClassification | null, candidate: Comparison): number[] {
  const ceilings = classification === null ? null : findCeilings(classification, candidate);
  return (ceilings?.all ?? []).flatMap((id) => CEILINGS[id].figures.map(Number));
}

function candidateLine(comparison: Comparison, words: Words): string {
  const { candidate, court, alignment, number, ecliMatch, dateMatch } = comparison;
  const parts = [
    court === null ? (candidate.court?.text ?? words.noCourtGiven) : courtWords(court, words),
    words.alignment[alignment],
    number === 'not-cited' ? null : words.caseNumber[number],
    ecliMatch === 'not-cited' ? null : words.ecli[ecliMatch],
    dateMatch === 'unknown' ? null : words.date[dateMatch],
  ];
  return `${candidate.number}: ${parts.filter((part) => part !== null).join('; ')}`;
}

function candidateSpans(comparison: Comparison, input: Input, words: Words): Span[] {
  const { candidate, alignment, number, numberAt, ecliMatch } = comparison;
  const spans = inCandidates(candidate.court, { note: words.alignment[alignment] });
  if (number === 'exact' || number === 'fuzzy') {
    const extra = { kind: 'found', link: 'case-number', note: words.caseNumber[number] } as const;
    spans.push(...inCandidates(numberAt, extra), ...wholeInput(input, 'citedCaseNumber', extra));
  }
  if (ecliMatch === 'exact') {
    const extra = { kind: 'found', link: 'ecli' } as const;
    spans.push(...inCandidates(candidate.ecli, extra), ...wholeInput(input, 'citedEcli', extra));
  }
  return spans;
}

function sharedContext(comparisons: readonly Comparison[], words: Words): Fact {
  const sharing = comparisons.filter((c) => c.shared.length > 0);
  const value = sharing.map((c) => ({
    candidate: c.candidate.number,
    words: c.shared.map((word) => word.text),
  }));
  const text = value.map((row) => `${row.candidate}: ${row.words.join(', ')}`).join('\n');
  return {
    name: 'shared_words',
    value,
    text: text || words.noSharedWords,
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
  found: EcliConflicts,
  comparisons: readonly Comparison[],
  input: Input,
  words: Words,
): Fact {
  const inWords = (sentences: readonly Say[]) => sentences.map((sentence) => sentence(words));
  const value = inWords([...found.cited, ...[...found.byCandidate.values()].flat()]);
  const spans =
    found.cited.length > 0 ? wholeInput(input, 'citedEcli', { note: inWords(found.cited).join(' ') }) : [];
  for (const { candidate } of comparisons) {
    const own = found.byCandidate.get(candidate.number) ?? [];
    if (own.length > 0) spans.push(...inCandidates(candidate.ecli, { note: inWords(own).join(' ') }));
  }
  return { name: 'ecli_conflicts', value, text: value.join('\n') || words.none, spans };
}

/** What `correct_decision_id` may be: the ECLI of a candidate, or the one the ground truth names. */
function knownEclis(comparisons: readonly Comparison[], groundTruth: GroundTruth | null, words: Words): Fact {
  const listed = comparisons.flatMap(({ candidate }) =>
    candidate.ecli === null ? [] : [candidate.ecli.text],
  );
  const stated = groundTruth?.kind === 'decision' && groundTruth.ecli !== null ? [groundTruth.ecli] : [];
  const value = [...new Set([...listed, ...stated])];
  return { name: 'known_eclis', value, text: value.join(', ') || words.none, spans: [] };
}

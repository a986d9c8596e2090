import type { Fact } from '../../../src/rubric/facts';
import type { Analysis } from './analyse-case';
import { CEILINGS } from './find-ceilings';
import type { Finding } from './finding';
import type { Truth } from './find-truth';
import type { Words } from './words';

/** What follows for the judgement: the right answer, ceilings, range, labels, errors. */
export function describeFindings(analysis: Analysis, words: Words): Fact[] {
  return [
    truthFact(analysis.truth, words),
    decision('correctness', analysis.correctness, words),
    decision('correct_decision', analysis.correctDecision, words),
    ceilingsFact(analysis, words),
    ceilingFact(analysis, words),
    ceilingBroken(analysis, words),
    decision('expected_range', analysis.range, words),
    decision('calibration', analysis.calibration, words),
    decision('alignment', analysis.alignment, words),
    errors('certain_errors', analysis.certainErrors, words.noCertainErrors),
    errors('impossible_errors', analysis.impossibleErrors, words.noImpossibleErrors),
  ];
}

type Decided = string | null | [number, number];

function decision(name: string, found: Finding<Decided> | null, words: Words): Fact {
  if (found === null) return { name, value: null, text: words.undecided, spans: [] };
  const because = found.because(words);
  return {
    name,
    value: { value: found.value, because },
    text: shown(found.value, because, words),
    spans: [],
  };
}

/** A label is told by its reason; a figure, an ECLI or a ceiling is put before it. */
function shown(value: Decided, because: string, words: Words): string {
  if (value === null) return because;
  if (typeof value !== 'string') return `${words.percentages(...value)}. ${because}`;
  return /^[A-Z_]+$/.test(value) ? because : `${value}. ${because}`;
}

function truthFact(truth: Truth | null, words: Words): Fact {
  const name = 'truth';
  if (truth === null) return { name, value: null, text: words.undecidedTruth, spans: [] };
  const candidate = truth.kind === 'candidate' ? truth.comparison.candidate : null;
  const ecli =
    truth.kind === 'outside' || truth.kind === 'perhaps-listed'
      ? truth.ecli
      : (candidate?.ecli?.text ?? null);
  const value = { kind: truth.kind, candidate: candidate?.number ?? null, ecli, method: truth.method };
  return { name, value, text: truthWords(truth, words), spans: [] };
}

function truthWords(truth: Truth, words: Words): string {
  switch (truth.kind) {
    case 'candidate':
      return words.isRight(truth.comparison.candidate.number, truth.method);
    case 'outside':
      return words.isOutside(truth.ecli);
    case 'perhaps-listed':
      return words.isPerhapsListed(truth.ecli);
    case 'none':
      return words.noneIsRight(truth.method);
    case 'none-at-place':
      return words.noneAtPlace;
  }
}

function ceilingsFact({ ceilings, concerned }: Analysis, words: Words): Fact {
  const name = 'ceilings';
  if (ceilings === null || concerned === null) return { name, value: null, text: words.undecided, spans: [] };
  const { number } = concerned.candidate;
  const all = ceilings.all.map((id) => ({ id, max: CEILINGS[id].max, text: words.ceilings[id] }));
  const value = { candidate: number, all, lowest: all[0]?.max ?? null };
  const texts = all.map((ceiling) => ceiling.text);
  return { name, value, text: words.ceilingsOf(number, texts), spans: [] };
}

/** Its text depends on the language; expressions go by its id and by the figures that a judge's words for it contain. */
function ceilingFact({ ceilings, concerned }: Analysis, words: Words): Fact {
  const name = 'ceiling';
  if (ceilings === null || concerned === null) return { name, value: null, text: words.undecided, spans: [] };
  const { lowest } = ceilings;
  const { number } = concerned.candidate;
  const because = lowest === null ? words.noCeilingFor(number) : words.lowestCeilingFor(number);
  const value = lowest === null ? null : words.ceilings[lowest];
  const figures = lowest === null ? [] : [...CEILINGS[lowest].figures];
  return {
    name,
    value: { value, because, id: lowest, figures },
    text: shown(value, because, words),
    spans: [],
  };
}

function ceilingBroken({ ceilings, confidence }: Analysis, words: Words): Fact {
  const name = 'ceiling_broken';
  if (ceilings === null || confidence === null)
    return { name, value: null, text: words.undecided, spans: [] };
  if (ceilings.lowest === null) return { name, value: false, text: words.noCeiling, spans: [] };
  const { max } = CEILINGS[ceilings.lowest];
  const value = confidence > max;
  const text = (value ? words.ceilingBroken : words.ceilingKept)(confidence, max);
  return { name, value, text, spans: [] };
}

function errors(name: string, found: readonly string[], none: string): Fact {
  return { name, value: [...found], text: found.join(', ') || none, spans: [] };
}

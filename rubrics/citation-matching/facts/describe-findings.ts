import type { Fact } from '../../../src/rubric/facts';
import type { Analysis } from './analyse-case';
import { CEILINGS } from './find-ceilings';
import { finding, type Finding } from './finding';
import type { Truth } from './find-truth';

/** What follows for the judgement: the right answer, ceilings, range, labels, errors. */
export function describeFindings(analysis: Analysis): Fact[] {
  return [
    truthFact(analysis.truth),
    decision('correctness', analysis.correctness),
    decision('correct_decision', analysis.correctDecision),
    ceilingsFact(analysis),
    ceilingFact(analysis),
    ceilingBroken(analysis),
    decision('expected_range', analysis.range),
    decision('calibration', analysis.calibration),
    decision('alignment', analysis.alignment),
    errors('certain_errors', analysis.certainErrors, 'None that facts alone prove.'),
    errors('impossible_errors', analysis.impossibleErrors, 'None that facts alone rule out.'),
  ];
}

function decision(name: string, found: Finding<Decided> | null): Fact {
  if (found === null)
    return { name, value: null, text: 'Undecided: the judge must weigh the context.', spans: [] };
  const { value, because } = found;
  return { name, value: { value, because }, text: `${valueWords(value)} ${because}`, spans: [] };
}

type Decided = string | null | [number, number];

function valueWords(value: Decided): string {
  if (value === null) return 'None.';
  return typeof value === 'string' ? `${value}.` : `${value[0]}–${value[1]}%.`;
}

function truthFact(truth: Truth | null): Fact {
  const name = 'truth';
  if (truth === null) return { name, value: null, text: 'Undecided: only the context can tell.', spans: [] };
  const candidate = truth.kind === 'candidate' ? truth.comparison.candidate : null;
  const ecli =
    truth.kind === 'outside' || truth.kind === 'perhaps-listed'
      ? truth.ecli
      : (candidate?.ecli?.text ?? null);
  const value = { kind: truth.kind, candidate: candidate?.number ?? null, ecli, method: truth.method };
  return { name, value, text: `${truthWords(truth)} Method: ${truth.method}.`, spans: [] };
}

function truthWords(truth: Truth): string {
  switch (truth.kind) {
    case 'candidate':
      return `Candidate ${truth.comparison.candidate.number}.`;
    case 'outside':
      return `${truth.ecli}, which is not on the list.`;
    case 'perhaps-listed':
      return `${truth.ecli}; some candidates bear no ECLI, so it may be one of them.`;
    case 'none':
      return 'No candidate is right.';
    case 'none-at-place':
      return 'No candidate sits at the cited place, so none can be taken for right.';
  }
}

function ceilingsFact({ ceilings, concerned }: Analysis): Fact {
  const name = 'ceilings';
  if (ceilings === null || concerned === null) return { name, value: null, text: 'Undecided.', spans: [] };
  const { number } = concerned.candidate;
  const all = ceilings.all.map((id) => ({ id, max: CEILINGS[id].max, text: CEILINGS[id].text }));
  const value = { candidate: number, all, lowest: all[0]?.max ?? null };
  const words = all.map((ceiling) => ceiling.text).join('; ') || 'none applies';
  return { name, value, text: `Candidate ${number}: ${words}.`, spans: [] };
}

/** With the figures of which a judge's description of this ceiling holds at least one. */
function ceilingFact(analysis: Analysis): Fact {
  const found = applicableCeiling(analysis);
  const fact = decision('ceiling', found);
  const lowest = analysis.ceilings?.lowest ?? null;
  const figures = lowest === null ? [] : [...CEILINGS[lowest].figures];
  return found === null ? fact : { ...fact, value: { ...found, figures } };
}

function applicableCeiling({ ceilings, concerned }: Analysis): Finding<string | null> | null {
  if (ceilings === null || concerned === null) return null;
  const about = `candidate ${concerned.candidate.number}`;
  if (ceilings.lowest === null) return finding(null, `No ceiling holds for ${about}.`);
  return finding(CEILINGS[ceilings.lowest].text, `The lowest ceiling that holds for ${about}.`);
}

function ceilingBroken({ ceilings, confidence }: Analysis): Fact {
  const name = 'ceiling_broken';
  if (ceilings === null || confidence === null) return { name, value: null, text: 'Undecided.', spans: [] };
  if (ceilings.lowest === null) return { name, value: false, text: 'No: there is no ceiling.', spans: [] };
  const { max } = CEILINGS[ceilings.lowest];
  const value = confidence > max;
  return { name, value, text: `${value ? 'Yes' : 'No'}: ${confidence}% against ${max}%.`, spans: [] };
}

function errors(name: string, found: readonly string[], none: string): Fact {
  return { name, value: [...found], text: found.join(', ') || none, spans: [] };
}

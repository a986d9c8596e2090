import { findFacts } from '../../../../../rubrics/citation-matching/facts';
import type { Fact } from '../../../../../src/rubric/facts';
import { valueAt } from '../../../../../src/rubric/path';
import type { Json } from '../../../../../src/kit/json';

export type Input = Record<string, string>;

interface Parts {
  citedCourtName?: string;
  citedDate?: string;
  citedCaseNumber?: string;
  citedEcli?: string;
  citationSnippet?: string;
  snippetMatchType?: string;
  candidateCount?: string;
  groundTruth?: string;
  candidates?: { [key: string]: Json }[] | string;
  output?: Json;
}

/** A case in which one Cassation decision is cited by its number and matched; each test changes what it is about. */
export function citedCase({ candidates, output, ...inputs }: Parts = {}): Input {
  const list = candidates ?? [
    { ecli: 'ECLI:BE:CASS:2018:ARR.001', court: 'Cour de cassation', rol_number: 'C.17.0234.F' },
  ];
  const answer = output ?? {
    matches: [{ candidate: 1, confidence: 0.98, reasoning: 'Same court, same number.' }],
  };
  return {
    citedCourtName: 'Cass.',
    citedDate: '',
    citedCaseNumber: 'C.17.0234.F',
    citedEcli: '',
    citationSnippet: 'La faute et le dommage.',
    snippetMatchType: 'FULL',
    candidateCount: '',
    candidatesList: typeof list === 'string' ? list : JSON.stringify(list),
    modelOutput: typeof answer === 'string' ? answer : JSON.stringify(answer),
    groundTruth: '',
    ...inputs,
  };
}

/** Parts of a case: what is cited, the candidates, and what else the test is about. */
export function cite(cited: Parts, candidates: NonNullable<Parts['candidates']>, more: Parts = {}): Parts {
  return { ...cited, candidates, ...more };
}

/** A model output with one match. */
export function matched(candidate: number, confidence: number, reasoning = 'Because.'): Json {
  return { matches: [{ candidate, confidence, reasoning }] };
}

export function factOf(input: Input, name: string): Fact {
  const fact = findFacts(input).facts.find((found) => found.name === name);
  if (fact === undefined) throw new Error(`Expected a fact ${name}, got none.`);
  return fact;
}

/** The value at a dotted path: `correctness.value`, `candidates.0.alignment`. Undefined where nothing was decided. */
export function factAt(input: Input, path: string): Json | undefined {
  const [name = '', ...rest] = path.split('.');
  return valueAt(factOf(input, name).value, rest.join('.'));
}

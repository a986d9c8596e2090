import type { Judgement } from '../../../src/judgement/judgement';
import { JudgedRuns, type ExportRun, type StoredJudgements } from '../../../src/export/export-run';
import { essayRubric } from '../rubric/program/rubric-fixture';
import type { RunHead } from '../../../src/sheet/run-record';
import { sampleRunHead } from '../sheet/store/sample-sheet';

export const rubric = essayRubric();

/** A judgement of the essay rubric in which everything is decided; `changes` replaces parts of it. */
export function judgementOf(changes: Partial<Judgement> = {}): Judgement {
  const output = {
    style: { rationale: 'Clear, with a few slips', score: 35 },
    rules: [
      { met: true, score: 10 },
      { met: false, score: 0 },
    ],
    label: 'GOOD',
    advice: null,
    share: 0.5,
    errors: ['comma', 'tense'],
    remark: 'Fine',
    total: 45,
    verdict: 'PASS',
  };
  return {
    caseId: 'one',
    status: 'valid',
    repairs: [],
    output,
    fields: [
      { path: 'style.score', by: 'model', known: { kind: 'value', value: 35 } },
      { path: 'style.rationale', by: 'model', known: { kind: 'value', value: 'Clear, with a few slips' } },
      { path: 'label', by: 'program', known: { kind: 'value', value: 'GOOD' }, because: 'by the book' },
    ],
    facts: [],
    problems: [],
    derived: { verdict: { kind: 'value', value: 'PASS' }, total: { kind: 'value', value: 45 } },
    checks: [
      {
        id: 'passes',
        title: 'All is well',
        severity: 'error',
        outcome: 'passed',
        message: '',
        about: [],
      },
    ],
    headline: { value: { kind: 'value', value: 45 }, verdict: { kind: 'value', value: 'PASS' } },
    attempts: [],
    prompt: null,
    receipt: {
      id: 'receipt-1',
      rubric: 'rubric-hash',
      prompt: '',
      case: 'case-hash',
      judge: 'pasted',
      model: 'some-model',
      mode: 'model-alone',
      parameters: {},
      build: 'test',
      time: '2026-01-02T03:04:05.000Z',
      tokens: { prompt: 1, reply: 2, estimated: false },
    },
    ...changes,
  };
}

/** A finished run of the essay rubric by a model. */
export function runHead(id: string, changes: Partial<RunHead> = {}): RunHead {
  return sampleRunHead(id, 'sheet-1', {
    rubric: { id: 'essay', title: 'Essay', version: '1.0.0', hash: 'rubric-hash' },
    settings: { mode: 'model-alone', tellFacts: false, samples: 1, atOnce: 1, timeoutSeconds: null },
    state: 'finished',
    orders: [],
    created: '2026-01-02T03:04:05.000Z',
    ...changes,
  });
}

/** Runs whose judgements are at hand; `readAll` reads those that have a place. */
export function judgedRuns(
  runs: readonly [ExportRun, ...ExportRun[]],
  readAll: StoredJudgements['readAll'] = (places) => Promise.resolve(places.map(() => null)),
): JudgedRuns {
  return new JudgedRuns(runs, { readAll });
}

export async function written(pieces: AsyncIterable<string>): Promise<string> {
  return (await collected(pieces)).join('');
}

export async function collected<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

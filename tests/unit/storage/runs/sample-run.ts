import type { Judgement } from '../../../../src/core/model/judgement';
import type { RunCase, RunHead, RunResult } from '../../../../src/core/model/run';
import type { NewRun } from '../../../../src/storage/runs/run-store';

export const sharedPrompt = 'Judge the minutes. 회의록을 판정하세요. '.repeat(50);

export function sampleHead(id: string, change: Partial<RunHead> = {}): RunHead {
  return {
    id,
    title: `Run ${id}`,
    note: '',
    pinned: false,
    rubric: { id: 'minutes', title: 'Minutes', version: '1.0.0', hash: 'a'.repeat(64) },
    judge: { id: 'api', kind: 'model', model: 'some-model', parameters: { temperature: 0 } },
    settings: { mode: 'assisted', tellFacts: true, samples: 1, atOnce: 16, timeoutSeconds: null },
    cases: 3,
    state: 'running',
    pause: null,
    created: '2026-03-01T10:00:00.000Z',
    changed: '2026-03-01T10:00:00.000Z',
    milliseconds: 0,
    counts: {
      done: 0,
      statuses: {},
      score: null,
      passed: null,
      tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
      cost: null,
    },
    build: 'test',
    view: null,
    removed: null,
    ...change,
  };
}

export function sampleCase(row: number): RunCase {
  return {
    case: { id: `case-${row}`, label: `사례 ${row}`, input: { text: `Text of ${row}` }, gold: { score: 4 } },
    original: { source: 0, cells: [`case-${row}`, `Text of ${row}`] },
  };
}

/** In pieces of `piece` cases. */
export function sampleRun(id: string, cases = 3, piece = 2, change: Partial<RunHead> = {}): NewRun {
  const all = Array.from({ length: cases }, (_, row) => sampleCase(row));
  const pieces = Array.from({ length: Math.ceil(cases / piece) }, (_, n) =>
    all.slice(n * piece, (n + 1) * piece),
  );
  return {
    head: sampleHead(id, { cases, ...change }),
    rubric: { contract: { format: 'assay-rubric/1', id: 'minutes' }, prompt: 'Judge {{text}}' },
    sources: [{ columns: ['id', 'text'], mapping: { inputs: { text: 1 }, id: 0, gold: {} } }],
    cases: pieces,
  };
}

/** `padding` is text that makes the judgement as long as is wanted. */
export function sampleResult(row: number, sample = 0, padding = '', shared = sharedPrompt): RunResult {
  const judgement = sampleJudgement(row, padding, shared);
  return {
    row,
    sample,
    key: `${row}-${sample}`.padStart(64, '0'),
    milliseconds: 100 + row,
    digest: {
      status: 'valid',
      score: { kind: 'value', value: row % 5 },
      verdict: { kind: 'value', value: row % 2 === 0 ? 'pass' : 'fail' },
      criteria: [{ kind: 'value', value: row % 5 }, { kind: 'one-of', values: ['a', 'b'] }, null],
      failedChecks: row % 7 === 0 ? ['total'] : [],
      failedErrors: row % 7 === 0 ? 1 : 0,
      problems: false,
      mode: 'assisted',
      receipt: judgement.receipt.id,
    },
    judgement,
  };
}

function sampleJudgement(row: number, padding: string, shared: string): Judgement {
  const reply = JSON.stringify({ score: row % 5, rationale: `Because of ${row}. ${padding}` });
  return {
    caseId: `case-${row}`,
    status: 'valid',
    repairs: [],
    output: { score: row % 5, rationale: `Because of ${row}. ${padding}`, nested: { list: [1, null, 'x'] } },
    fields: [
      { path: 'score', by: 'model', known: { kind: 'value', value: row % 5 } },
      {
        path: 'verdict',
        by: 'program',
        known: { kind: 'one-of', values: ['a', 'b'] },
        because: '둘 중 하나',
      },
      { path: 'total', by: 'nobody', known: { kind: 'range', min: 0, max: 10 } },
    ],
    facts: [],
    problems: [],
    derived: { total: { kind: 'value', value: (row % 5) * 20 } },
    checks: [
      { id: 'total', title: 'Total', severity: 'error', outcome: 'passed', message: '', about: ['score'] },
    ],
    headline: { value: { kind: 'value', value: row % 5 }, statedValue: row % 5 },
    attempts: [
      {
        reply: {
          text: reply,
          stop: 'complete',
          model: 'some-model',
          usage: { promptTokens: 900, replyTokens: 40 },
          parameters: { temperature: 0, seed: row },
        },
      },
    ],
    prompt: { shared, own: `The case: Text of ${row}` },
    receipt: {
      id: `${row}`.padStart(64, 'e'),
      rubric: 'a'.repeat(64),
      prompt: 'b'.repeat(64),
      case: 'c'.repeat(64),
      judge: 'api',
      model: 'some-model',
      mode: 'assisted',
      parameters: { temperature: 0, seed: row },
      build: 'test',
      time: '2026-03-01T10:00:00.000Z',
      tokens: { prompt: 900, reply: 40, estimated: false },
    },
  };
}

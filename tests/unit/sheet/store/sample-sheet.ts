import type { Judgement } from '../../../../src/judgement/judgement';
import type { RunHead, RunResult, RunRubric } from '../../../../src/sheet/run-record';
import type { SheetCase, SheetHead, SheetSource } from '../../../../src/sheet/sheet';
import type { NewCase, NewSheet } from '../../../../src/sheet/sheet-store';

export const sharedPrompt = 'Judge the minutes. 회의록을 판정하세요. '.repeat(50);
export const sampleRubric: RunRubric = {
  contract: { format: 'assay-rubric/1', id: 'minutes' },
  prompt: 'Judge {{text}}',
};
export const sampleSource: SheetSource = {
  name: 'minutes.csv',
  columns: ['id', 'text'],
  mapping: { inputs: { text: 1 }, id: 0, gold: {} },
};

export function sampleSheetHead(id: string, change: Partial<SheetHead> = {}): SheetHead {
  return {
    id,
    title: `Sheet ${id}`,
    note: '',
    pinned: false,
    rubric: { id: 'minutes', title: 'Minutes' },
    sources: [sampleSource],
    firstCase: '',
    cases: 0,
    nextKey: 0,
    revision: 0,
    focus: null,
    view: null,
    created: '2026-03-01T10:00:00.000Z',
    changed: '2026-03-01T10:00:00.000Z',
    removed: null,
    ...change,
  };
}

export function sampleCase(key: number, change: Partial<SheetCase> = {}): SheetCase {
  return {
    key,
    case: { id: `case-${key}`, label: `사례 ${key}`, input: { text: `Text of ${key}` }, gold: { score: 4 } },
    original: { source: 0, cells: [`case-${key}`, `Text of ${key}`] },
    revision: 0,
    hidden: false,
    ...change,
  };
}

/** One without a label. */
export function sampleNewCase(number: number): NewCase {
  return { case: { id: `new-${number}`, input: { text: `New ${number}` } }, cells: null };
}

/** In pieces of `piece` cases. */
export function sampleSheet(id: string, cases = 3, piece = 2, change: Partial<SheetHead> = {}): NewSheet {
  const all = Array.from({ length: cases }, (_, key) => sampleCase(key));
  const pieces = Array.from({ length: Math.ceil(cases / piece) }, (_, n) =>
    all.slice(n * piece, (n + 1) * piece),
  );
  return { head: sampleSheetHead(id, change), cases: pieces };
}

export function sampleRunHead(id: string, sheet: string, change: Partial<RunHead> = {}): RunHead {
  return {
    id,
    sheet,
    title: `Run ${id}`,
    note: '',
    pinned: false,
    rubric: { id: 'minutes', title: 'Minutes', version: '1.0.0', hash: 'a'.repeat(64) },
    judge: { id: 'api', kind: 'model', model: 'some-model', parameters: { temperature: 0 } },
    settings: { mode: 'assisted', tellFacts: true, samples: 1, atOnce: 16, timeoutSeconds: null },
    state: 'running',
    pause: null,
    orders: [{ cells: [{ sample: 0, keys: [[0, 2]] }], since: 0 }],
    progress: { done: 0, total: 3 },
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
    removed: null,
    ...change,
  };
}

/** `padding` is text that makes the judgement as long as is wanted. */
export function sampleResult(key: number, sample = 0, padding = '', shared = sharedPrompt): RunResult {
  const judgement = sampleJudgement(key, padding, shared);
  return {
    caseKey: key,
    sample,
    hash: 'c'.repeat(64),
    revision: 0,
    key: `${key}-${sample}`.padStart(64, '0'),
    milliseconds: 100 + key,
    digest: {
      status: 'valid',
      score: { kind: 'value', value: key % 5 },
      verdict: { kind: 'value', value: key % 2 === 0 ? 'pass' : 'fail' },
      criteria: [{ kind: 'value', value: key % 5 }, { kind: 'one-of', values: ['a', 'b'] }, null],
      failedChecks: key % 7 === 0 ? ['total'] : [],
      failedErrors: key % 7 === 0 ? 1 : 0,
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

import type { Known } from '../../../src/rubric/values';
import type { Rubric } from '../../../src/rubric/rubric';
import type { RunHead } from '../../../src/sheet/run-record';
import type { Digest } from '../../../src/judgement/digest';
import type { CaseMark, ComparedRun, RunOutline } from '../../../src/compare/stored-run';
import { compareRuns, type Comparison } from '../../../src/compare/compare-runs';
import { comparable, type Ground } from '../../../src/compare/comparable';
import { finish } from '../cases/mapping-fixture';
import { essayRubric } from '../rubric/program/rubric-fixture';

export function headOf(changes: Partial<RunHead> = {}): RunHead {
  return {
    id: 'run-1',
    sheet: 'sheet-1',
    title: 'Run',
    note: '',
    pinned: false,
    rubric: { id: 'essay', title: 'Essay', version: '1.0.0', hash: 'hash-1' },
    judge: { id: 'pasted', kind: 'model', model: 'model-1', parameters: { temperature: 0 } },
    settings: { mode: 'model-alone', tellFacts: false, samples: 1, atOnce: 4, timeoutSeconds: null },
    state: 'finished',
    pause: null,
    orders: [],
    progress: { done: 3, total: 3 },
    created: '2026-01-02T03:04:05.000Z',
    changed: '2026-01-02T03:14:05.000Z',
    milliseconds: 600_000,
    counts: {
      done: 3,
      statuses: { valid: 3 },
      score: null,
      passed: null,
      tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
      cost: null,
    },
    build: 'build-1',
    removed: null,
    ...changes,
  };
}

export function outlineOf(
  head: Partial<RunHead> = {},
  rubric: Rubric = essayRubric(),
  judged = { done: 3, of: 3 },
): RunOutline {
  return { head: headOf(head), rubric, judged };
}

export const is = (value: string | number | boolean | null): Known => ({ kind: 'value', value });

/** The essay rubric: style (points up to 40) and label. */
export function digestOf(changes: Partial<Digest> = {}): Digest {
  return {
    status: 'valid',
    score: is(45),
    verdict: is('PASS'),
    criteria: [is(35), is('GOOD')],
    failedChecks: [],
    failedErrors: 0,
    problems: false,
    mode: 'model-alone',
    receipt: 'receipt-1',
    ...changes,
  };
}

export function unscored(reason: Digest['reason'] = 'truncated'): Digest {
  const {
    score: _score,
    verdict: _verdict,
    ...rest
  } = digestOf({ status: 'unscored', criteria: [null, null] });
  return { ...rest, reason };
}

export function mark(id: string, hash = `input of ${id}`, key = 0): CaseMark {
  return { key, id, hash };
}

let sheets = 0;

/** Each in a sheet of its own. */
export function runOf(
  rows: readonly [CaseMark, Digest | undefined][],
  outline: RunOutline = outlineOf(),
): ComparedRun {
  sheets += 1;
  return {
    ...outline,
    head: { ...outline.head, sheet: `sheet-of-run-${sheets}` },
    cases: rows.map(([subject], key) => ({ ...subject, key })),
    digestAt: (row) => rows[row]?.[1],
  };
}

export function groundOf(a: RunOutline, b: RunOutline): Ground {
  const comparability = comparable(a, b);
  if (!comparability.ok) throw new Error(JSON.stringify(comparability.obstacles));
  return comparability.ground;
}

export function compared(a: ComparedRun, b: ComparedRun): Comparison {
  const result = finish(compareRuns(a, b));
  if (!result.ok) throw new Error(JSON.stringify(result.obstacles));
  return result.comparison;
}

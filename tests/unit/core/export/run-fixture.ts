import type { RunHead } from '../../../../src/core/model/run';

/** A finished run of the essay rubric by a model. */
export function runHead(id: string, changes: Partial<RunHead> = {}): RunHead {
  return {
    id,
    sheet: 'sheet-1',
    title: '',
    note: '',
    pinned: false,
    rubric: { id: 'essay', title: 'Essay', version: '1.0.0', hash: 'rubric-hash' },
    judge: { id: 'api', kind: 'model', model: 'some-model', parameters: {} },
    settings: { mode: 'model-alone', tellFacts: false, samples: 1, atOnce: 1, timeoutSeconds: null },
    state: 'finished',
    pause: null,
    orders: [],
    progress: { done: 0, total: 0 },
    created: '2026-01-02T03:04:05.000Z',
    changed: '2026-01-02T03:04:05.000Z',
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
    ...changes,
  };
}

import { describe, expect, it } from 'vitest';
import type { RunPause } from '../../../../src/core/model/run';
import { en } from '../../../../src/i18n/en';
import { ko } from '../../../../src/i18n/ko';
import { runSentence } from '../../../../src/ui/workbench/run-words';

function paused(pause: RunPause) {
  return { kind: 'paused' as const, pause, pace: null, done: 1, total: 9, failed: 1 };
}

describe('why the judge made a run wait', () => {
  const run = paused({
    because: 'judge',
    detail: 'No complete answer within 30 s.',
    causes: [{ code: 'time-up', seconds: 30 }],
  });

  it.each([
    ['English', en, 'No complete answer within 30 s. Mend that'],
    ['Korean', ko, '30초 안에 답변이 끝나지 않았습니다.'],
  ])('is said in %s where it is known by codes', (_, messages, words) => {
    expect(runSentence(run, messages)).toContain(words);
  });

  it.each([
    ['nothing else is known', {}],
    ['there are no codes', { causes: [] }],
  ])('is said as it was told where %s', (_, causes) => {
    const told = paused({ because: 'judge', detail: 'as it was told', ...causes });
    expect(runSentence(told, ko)).toContain('as it was told');
  });
});

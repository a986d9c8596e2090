import { describe, expect, it } from 'vitest';
import { storageFaultSchema, type RunPause } from '../../../../src/sheet/run-record';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import type { WidthInForce } from '../../../../src/sheet/run/judge-pace';
import { driverActivity, stateOf, type RunState } from '../../../../src/sheet/run/run-state';
import { runFigures, runSentence, runTitle, unreadableInWords } from '../../../../src/sheet/view/run-words';
import { sampleRunHead } from '../store/sample-sheet';

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
    ['en', en, 'No complete answer within 30 s. Nothing was lost'],
    ['ko', ko, '30초 안에 답변이 끝나지 않았습니다.'],
  ])('is said in %s where it is known by codes', (language, messages, words) => {
    expect(runSentence(run, messages, language)).toContain(words);
  });

  it.each([
    ['nothing else is known', {}],
    ['there are no codes', { causes: [] }],
  ])('is said as it was told where %s', (_, causes) => {
    const told = paused({ because: 'judge', detail: 'as it was told', ...causes });
    expect(runSentence(told, ko, 'ko')).toContain('as it was told');
  });
});

const counted = { done: 3, total: 8, failed: 0 };

it.each([
  [
    { of: 20, refused: 0, cutOff: 20, malformed: 0 },
    '20 replies in a row could not be used: 20 cut off. Choose a model with room for longer replies',
    '답변 20건을 연달아 쓸 수 없어 일시 정지했습니다(잘림 20건). 더 긴 답변을',
  ],
  [
    { of: 44, refused: 12, cutOff: 0, malformed: 18 },
    '30 of the first 44 replies could not be used: 18 of the wrong shape, 12 refused. Choose a larger model',
    '처음 답변 44건 중 30건을 쓸 수 없어 일시 정지했습니다(형식 오류 18건, 거부 12건). 더 큰',
  ],
])('tells what replies without use have in common, and what to do', (replies, english, korean) => {
  const run = paused({ because: 'replies', detail: '', replies });
  for (const words of [english, 'Resume continues with the remaining 8.'])
    expect(runSentence(run, en, 'en')).toContain(words);
  expect(runSentence(run, ko, 'ko')).toContain(korean);
});

it.each([
  ['can be gone on with', true, 'Resume stores them first', '이어서 진행하면'],
  ['is stored nowhere', false, 'export them before you reload', '내보내세요'],
])(
  'tells what becomes of results that are not stored when a cancelled run %s',
  (_, canGoOn, english, korean) => {
    const run = { kind: 'cancelled' as const, done: 0, total: 9, failed: 0 };
    expect(runSentence(run, en, 'en', { unstored: 2, canGoOn })).toContain(english);
    expect(runSentence(run, ko, 'ko', { unstored: 2, canGoOn })).toContain(korean);
  },
);

it.each([
  ['judges', { state: 'running', pause: null }, 'Another tab is judging', '평가하고'],
  ['waits', { state: 'paused', pause: { because: 'person', detail: '' } }, 'Paused in another tab', '정지'],
  [
    'imports',
    { state: 'paused', pause: { because: 'batch', detail: '' } },
    'batch results',
    '일괄 평가 결과',
  ],
  ['imports into one that was over', { state: 'finished', pause: null }, 'batch results', '일괄 평가 결과'],
] as const)('tells what another tab does with a run: it %s', (_, head, english, korean) => {
  const run = { kind: 'elsewhere' as const, doing: driverActivity(head), done: 1, total: 9, failed: 0 };
  expect(runSentence(run, en, 'en')).toContain(english);
  expect(runSentence(run, ko, 'ko')).toContain(korean);
});

describe('a budget that is used up', () => {
  it.each([
    ['tokens', { of: 'tokens', spent: 12_345, budget: 12_000 }, ['12,345', '12,000']],
    ['money', { of: 'money', spent: 1.504, budget: 1.5, currency: 'USD' }, ['$1.50']],
    ['small sums', { of: 'money', spent: 0.00213, budget: 0.002, currency: 'USD' }, ['$0.0021', '$0.002']],
  ] as const)('is told with what was spent, and how to go on: %s', (_, used, words) => {
    const run = paused({ because: 'budget', detail: '', used });
    for (const each of [...words, 'Raise the budget', 'resume, or cancel', '1 of 9 judged'])
      expect(runSentence(run, en, 'en')).toContain(each);
    for (const each of [...words, '예산', '중단하세요']) expect(runSentence(run, ko, 'ko')).toContain(each);
  });

  it('counts what came after it was', () => {
    const tokens = { prompt: 19_000, cached: 0, reply: 1000, estimated: false };
    const progress = { done: 2, total: 9, failed: 0, perSecond: null, millisecondsLeft: null };
    const pace = { ...progress, tokens, cost: { amount: 3, currency: 'USD' } };
    const told = (used: RunPause['used']) =>
      runSentence({ ...paused({ because: 'budget', detail: '', used }), pace }, en, 'en');
    expect(told({ of: 'tokens', spent: 12_345, budget: 12_000 })).toContain('20,000 of 12,000');
    expect(told({ of: 'money', spent: 1, budget: 1, currency: 'USD' })).toContain('$3.00 of $1.00');
    expect(told({ of: 'money', spent: 1, budget: 1, currency: 'EUR' })).toContain('€1.00 of €1.00');
  });
});

it.each([
  [{}, ['1 case without a score'], ['점수 없는 사례 1건']],
  [
    { repeated: 3 },
    ['counted in replies for 3 cases', '1 reply without a score'],
    ['사례 3건에 대한 답변 수로 셉니다', '점수 없는 답변 1건'],
  ],
])('a run that is %j counts cases, or says that it counts replies', (repeated, english, korean) => {
  const run = { ...paused({ because: 'person', detail: '' }), ...repeated };
  expect(runFigures(run, en, 'en')).toEqual(english);
  expect(runFigures(run, ko, 'ko')).toEqual(korean);
});

it.each<[WidthInForce, string]>([
  [{ width: 16, chosen: 16 }, '16 at once'],
  [{ width: 4, chosen: 16, because: 'busy' }, '4 of 16 at once: the server is turning requests away'],
  [{ width: 6, chosen: 16, because: 'connections' }, '6 at once: over plain HTTP'],
])('a run says how many are out at once, and why they are fewer than were chosen: %j', (inForce, words) => {
  const run: RunState = { kind: 'running', label: '', pace: null, inForce, ...counted };
  expect(runFigures(run, en, 'en').join()).toContain(words);
});

it('a run that is over says how many cases it judged, however often each was asked', () => {
  const { counts, settings } = sampleRunHead('a', 'sheet');
  const run = stateOf(
    sampleRunHead('a', 'sheet', {
      state: 'finished',
      milliseconds: 2000,
      orders: [],
      progress: { done: 6, total: 6 },
      settings: { ...settings, samples: 2 },
      counts: { ...counts, done: 3 },
    }),
    false,
  );
  expect(runSentence(run, en, 'en')).toContain('3 cases judged in 2 s.');
});

it.each<[string, RunState, string]>([
  ['that this tab drives', { kind: 'running', label: '', pace: null, ...counted }, '37 % judged'],
  ['of one case', { kind: 'running', label: '', pace: null, done: 0, total: 1, failed: 0 }, ''],
  ['that another tab drives', { kind: 'elsewhere', doing: 'judging', ...counted }, '37 % judged'],
  ['that waits in another tab', { kind: 'elsewhere', doing: 'paused', ...counted }, 'Paused'],
  ['that is over', { kind: 'cancelled', ...counted }, ''],
])('the title of a run %s', (_, run, title) => {
  expect(runTitle(run, en)).toBe(title);
});

const detail = 'Judgement 3 of run a cannot be read as it is stored: no list';

it.each(storageFaultSchema.options)('a judgement that cannot be read (%s) is put into words', (kind) => {
  const english = unreadableInWords({ kind, detail }, en.run);
  expect(english).toMatch(/^This judgement cannot be read\. \p{Lu}.*\.$/u);
  expect(english).not.toContain(detail);
  const korean = unreadableInWords({ kind, detail }, ko.run);
  expect(korean.replaceAll('Assay', '')).not.toMatch(/[a-z]/i);
});

it('a failure without a kind is shown as it is', () => {
  expect(unreadableInWords({ kind: null, detail: 'x is undefined' }, ko.run)).toBe(
    '이 평가 결과를 읽을 수 없습니다. x is undefined',
  );
});

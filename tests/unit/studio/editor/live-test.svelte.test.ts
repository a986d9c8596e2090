import { expect, it } from 'vitest';
import { LiveTest } from '../../../../src/studio/editor/live-test.svelte';
import { sampleRunHead } from '../../sheet/store/sample-sheet';

it('takes a stored reply of the case first, where there is one', () => {
  const judge = { id: 'pasted', kind: 'model', model: 'unnamed', parameters: {} } as const;
  const runs = [sampleRunHead('rules', 's', { judge: { ...judge, kind: 'program' } })];
  runs.push(sampleRunHead('pasted', 's', { judge }));
  const test = new LiveTest({
    workbench: {
      sheet: {
        isSample: false,
        runs,
        cases: { all: [{ id: 'a', input: {} }] },
        judged: (_, run) => ({ outdated: false, at: { run, place: 0 } }),
      },
      library: {
        cards: [],
        samples: () => Promise.resolve([]),
        replies: () => Promise.resolve([]),
      },
    },
    reader: { read: () => Promise.reject(new Error('Nothing is read.')) },
    tryCase: () => Promise.resolve([]),
  });
  expect(test.replies.map(({ key }) => key)).toEqual(['rules', 'pasted']);
  expect(test.replySource?.key).toBe('pasted');
  test.reply = 'rules';
  expect(test.replySource?.key).toBe('rules');
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeptPrefix } from '../../../../../src/judges/device/webllm/web-llm-prefix';

/** Few different tokens, so that prompts have much in common. */
const tokens = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 });

it('what is kept and what is read make exactly the prompt, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ prompt: tokens, reply: tokens }), { maxLength: 8 }), (questions) => {
      const kept = new KeptPrefix();
      /** What a cache holds that does as it is told. */
      let held: number[] = [];
      for (const { prompt, reply } of questions) {
        const { reused, dropped, rest } = kept.take(prompt);
        held = held.slice(0, held.length - dropped);
        expect(held).toHaveLength(reused);
        expect([...held, ...rest]).toEqual(prompt);
        expect(rest.length).toBeGreaterThan(0);
        held.push(...rest, ...reply);
        kept.add(rest);
        kept.add(reply);
        expect(kept.length).toBe(held.length);
      }
    }),
  );
});

it.each([
  ['nothing yet', [], [1, 2], { reused: 0, dropped: 0, rest: [1, 2] }],
  ['the same again: its last token is read', [1, 2, 3], [1, 2, 3], { reused: 2, dropped: 1, rest: [3] }],
  ['another end', [1, 2, 3, 9, 9], [1, 2, 4, 5], { reused: 2, dropped: 3, rest: [4, 5] }],
  ['longer', [1, 2], [1, 2, 3], { reused: 2, dropped: 0, rest: [3] }],
  ['shorter', [1, 2, 3, 4], [1, 2], { reused: 1, dropped: 3, rest: [2] }],
  ['something else', [1, 2], [3], { reused: 0, dropped: 2, rest: [3] }],
])('%s', (_, before, prompt, expected) => {
  const kept = new KeptPrefix();
  kept.add(before);
  expect(kept.take(prompt)).toEqual(expected);
});

it('forgets', () => {
  const kept = new KeptPrefix();
  kept.add([1, 2]);
  kept.forget();
  expect(kept.take([1, 2])).toEqual({ reused: 0, dropped: 0, rest: [1, 2] });
});

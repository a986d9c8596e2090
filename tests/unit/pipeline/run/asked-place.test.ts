import { expect, it } from 'vitest';
import { AskedPlace } from '../../../../src/pipeline/asked-place';
import { Turnstile } from '../../../../src/pipeline/turnstile';

const reply = { text: '', stop: 'complete' as const, model: '', parameters: {} };

it.each([
  ['goes to whoever waits', false, ['a1', 'b1', 'a2', 'b2']],
  ['is kept while more questions about a case follow', true, ['a1', 'a2', 'b1', 'b2']],
])('a place among the questions of a run %s', async (_, more, order) => {
  const asked: string[] = [];
  const turnstile: Turnstile = new Turnstile((asking) => asking < 1);
  const unit = async (name: string) => {
    const place = new AskedPlace(turnstile, null, new AbortController());
    for (const question of [1, 2]) {
      await place.use(
        async () => {
          asked.push(`${name}${question}`);
          await Promise.resolve();
          return reply;
        },
        more && question === 1,
      );
    }
    place.end();
  };
  await Promise.all([unit('a'), unit('b')]);
  expect(asked).toEqual(order);
});

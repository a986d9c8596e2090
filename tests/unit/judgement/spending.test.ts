import { expect, it } from 'vitest';
import { nothingSpent, spentWith } from '../../../src/judgement/spending';
import { fullReply, judged, modelSaying, saying } from './small-rubric';

it('adds the tokens and the cost of all tries', async () => {
  const usage = {
    promptTokens: 100,
    cachedTokens: 60,
    writtenTokens: 5,
    replyTokens: 10,
    cost: { amount: 0.25, currency: 'USD' },
  };
  const judge = modelSaying({ text: 'no', usage }, { ...saying(fullReply), usage });
  const judgement = await judged({ judge });
  const once = spentWith(nothingSpent, judgement);
  expect(once).toEqual({
    tokens: { prompt: 200, cached: 120, written: 10, reply: 20, estimated: false },
    cost: { amount: 0.5, currency: 'USD' },
  });
  expect(spentWith(once, judgement).cost).toEqual({ amount: 1, currency: 'USD' });
});

it('leaves the cost open where nobody names one, and does not mix currencies', async () => {
  const plain = await judged({ judge: modelSaying(saying(fullReply)) });
  expect(spentWith(nothingSpent, plain)).toMatchObject({ tokens: { estimated: true }, cost: null });
  const priced = (currency: string) =>
    judged({ judge: modelSaying({ ...saying(fullReply), usage: { cost: { amount: 1, currency } } }) });
  const dollars = spentWith(nothingSpent, await priced('USD'));
  expect(spentWith(dollars, await priced('EUR')).cost).toEqual({ amount: 1, currency: 'USD' });
});

it.each(['computed', 'writesAsSent'])('is marked as %s once a part of it is', async (mark) => {
  const costing = (marked: boolean) =>
    judged({
      judge: modelSaying({
        ...saying(fullReply),
        usage: { cost: { amount: 1, currency: 'USD', ...(marked && { [mark]: true as const }) } },
      }),
    });
  const [told, computed] = [await costing(false), await costing(true)];
  const mixed = { amount: 2, currency: 'USD', [mark]: true };
  expect(spentWith(spentWith(nothingSpent, told), computed).cost).toEqual(mixed);
  expect(spentWith(spentWith(nothingSpent, computed), told).cost).toEqual(mixed);
});

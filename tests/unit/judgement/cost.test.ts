import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Price, costOf, costRange } from '../../../src/judgement/spending';

const price: Price = { prompt: 2, cached: 0.5, reply: 10, currency: 'USD' };
const million = 1_000_000;
const count = fc.nat(10 * million);
const rate = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);

describe('what tokens cost', () => {
  it.each([
    [{ prompt: million, cached: 0, reply: 0 }, price, 2],
    [{ prompt: million, cached: 0, reply: million }, price, 12],
    [{ prompt: million, cached: million / 2, reply: 0 }, price, 1.25],
    [{ prompt: million, cached: million / 2, reply: 0 }, { ...price, cached: null }, 2],
    [{ prompt: million, cached: 0, written: million / 2, reply: 0 }, { ...price, written: 2.5 }, 2.25],
    [{ prompt: million, cached: 0, written: million / 2, reply: 0 }, price, 2],
    [{ prompt: million, cached: million / 2, written: million, reply: 0 }, { ...price, written: 3 }, 1.75],
    // A provider that counts more as kept than as sent is not paid less than nothing.
    [{ prompt: 10, cached: million, reply: 0 }, price, 0.000005],
    [{ prompt: 0, cached: 0, reply: 0 }, price, 0],
  ])('%j at %j: %s', (use, at, amount) => {
    const cost = costOf(use, at);
    expect(cost.amount).toBeCloseTo(amount, 12);
    expect(cost.currency).toBe('USD');
  });

  it('lies within its forecast, whatever the provider keeps and however much is said', () => {
    const forecasts = fc.record({
      prompt: count,
      kept: fc.double({ min: 0, max: 1, noNaN: true }),
      low: count,
      more: count,
    });
    const prices = fc.record({
      prompt: rate,
      saved: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      written: fc.option(rate),
      reply: rate,
    });
    const shares = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        forecasts,
        prices,
        shares,
        shares,
        shares,
        (of, given, cachedShare, writtenShare, replyShare) => {
          const at: Price = {
            prompt: given.prompt,
            cached: given.saved === null ? null : given.prompt * given.saved,
            written: given.written === null ? null : given.prompt + given.written,
            reply: given.reply,
            currency: 'EUR',
          };
          const reusable = Math.floor(of.prompt * of.kept);
          const range = costRange(
            { prompt: of.prompt, reusable, reply: { low: of.low, high: of.low + of.more } },
            at,
          );
          const real = costOf(
            {
              prompt: of.prompt,
              cached: reusable * cachedShare,
              written: reusable * (1 - cachedShare) * writtenShare,
              reply: of.low + of.more * replyShare,
            },
            at,
          );
          expect(real.amount).toBeGreaterThanOrEqual(range.low.amount - 1e-9);
          expect(real.amount).toBeLessThanOrEqual(range.high.amount + 1e-9);
        },
      ),
    );
  });
});

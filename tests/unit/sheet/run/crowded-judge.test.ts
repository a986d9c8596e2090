import { describe, expect, it } from 'vitest';
import { apiJudge } from '../../../../src/judges/api/api-judge';
import { providerById, wireFor } from '../../../../src/judges/api/providers';
import { fullReply } from '../../judgement/small-rubric';
import type { FakeClock } from './fake-clock';
import { benchFor, headFor } from './run-bench';

const reply = { choices: [{ message: { content: JSON.stringify(fullReply) }, finish_reason: 'stop' }] };

interface Ask {
  now: number;
  /** Which question it is, and how many others the server is at work on. */
  number: number;
  working: number;
}

/** A provider that turns questions away, and says so as providers do whose headers no page can read. */
function crowdedBench(cases: number, atOnce: number, refuses: (ask: Ask) => number | null, drawn = 0.5) {
  const message = 'Rate limit reached.';
  const sends: number[] = [];
  let working = 0;
  const judge = (clock: FakeClock) =>
    apiJudge(
      wireFor(providerById('openai')),
      { baseUrl: 'https://api.example.com/v1', model: 'm', key: 'k', atOnce },
      {
        fetch: async () => {
          sends.push(clock.now());
          const number = sends.length;
          await clock.sleep(10);
          const status = refuses({ now: clock.now(), number, working });
          const error = { message, type: 'requests', param: null, code: 'rate_limit_exceeded' };
          if (status !== null) return Response.json({ error: status === 429 ? error : message }, { status });
          working += 1;
          await clock.sleep(80 + (number % 21));
          working -= 1;
          return Response.json(reply);
        },
        clock,
        random: () => 0.5,
        sent: () => undefined,
        ollamas: new Set(),
      },
    );
  const random = () =>
    Math.floor(drawn * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
      .repeat(3);
  const world = { random, now: () => new Date(0), build: 'test' };
  const head = headFor(cases, { atOnce, timeoutSeconds: 10 });
  return { ...benchFor(judge, head, { tools: { world } }), sends };
}

const between =
  (from: number, to: number) =>
  ({ now }: Ask) =>
    now >= from && now < to ? 429 : null;

describe('stray refusals', () => {
  it.each([
    [6, 429, 300],
    [16, 503, 640],
  ])(
    'at %i at once, three of a hundred with %i: at least 85 per cent of what is ideal',
    async (atOnce, status, cases) => {
      // Spread unevenly, and the same each time.
      const strays = ({ number }: Ask) =>
        Math.imul(number, 0x9e3779b1) >>> 0 < 0.03 * 2 ** 32 ? status : null;
      const { clock, run, sends } = crowdedBench(cases, atOnce, strays);
      const ideal = (100 * cases) / atOnce;
      await clock.advance(ideal / 0.85);
      expect((await run.ended).head.counts.statuses).toEqual({ valid: cases });
      expect(sends.length).toBeGreaterThan(1.02 * cases);
    },
  );
});

describe('a server that takes four at once', () => {
  it('is asked little more, and all are judged', async () => {
    const { clock, run, sends } = crowdedBench(400, 16, ({ working }) => (working >= 4 ? 429 : null));
    await clock.advance(60_000);
    expect((await run.ended).head.counts.statuses).toEqual({ valid: 400 });
    expect(sends.length).toBeLessThan(1.25 * 400);
    expect(Math.max(...sends), 'the server is used all the time').toBeLessThan(1.3 * 10_000);
  });
});

describe('a limit by the minute', () => {
  // Waits are drawn at random: the shortest have most knock in vain.
  it.each([
    [1, 15_000, 0],
    [16, 120_000, 0],
    [16, 120_000, 0.999],
  ])('costs no row: %i at once, %i ms, with %d drawn for each wait', async (atOnce, lasts, drawn) => {
    const { clock, run, states, sends } = crowdedBench(100, atOnce, between(300, lasts), drawn);
    await clock.advance(lasts + 90_000);
    expect((await run.ended).head).toMatchObject({ state: 'finished', counts: { statuses: { valid: 100 } } });
    expect(states).not.toContain('paused');
    // Few knock at a door that is closed.
    expect(sends.filter((at) => at < lasts).length).toBeLessThanOrEqual(5 * atOnce + 20);
    expect(clock.waiting).toBe(0);
  });

  it('that does not end has the run wait for the person, and costs no row either', async () => {
    const { clock, run, store } = crowdedBench(8, 4, between(0, 1_200_000));
    await clock.advance(1_000_000);
    expect(run.head).toMatchObject({
      state: 'paused',
      pause: { because: 'judge', causes: [{ code: 'connection', fault: 'busy' }] },
    });
    expect([store.log.length, run.heldFor]).toEqual([0, 0]);
    await clock.advance(200_000);
    run.resume();
    await clock.advance(60_000);
    expect((await run.ended).head.counts.statuses).toEqual({ valid: 8 });
  });
});

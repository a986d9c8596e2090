import { describe, expect, it } from 'vitest';
import { apiJudge } from '../../../../src/judges/api/api-judge';
import { providerById, wireFor } from '../../../../src/judges/api/providers';
import { fullReply } from '../../judgement/small-rubric';
import type { FakeClock } from './fake-clock';
import { benchFor, headFor } from './run-bench';

const reply = { choices: [{ message: { content: JSON.stringify(fullReply) }, finish_reason: 'stop' }] };

/** A provider that takes nobody between these times, and says so as providers do whose headers no page can read. */
function crowdedBench(cases: number, atOnce: number, [from, to]: [number, number], drawn = 0.5) {
  const message = 'Rate limit reached.';
  const sends: number[] = [];
  const judge = (clock: FakeClock) =>
    apiJudge(
      wireFor(providerById('openai')),
      { baseUrl: 'https://api.example.com/v1', model: 'm', key: 'k', atOnce },
      {
        fetch: async () => {
          sends.push(clock.now());
          await clock.sleep(100);
          const crowded = clock.now() >= from && clock.now() < to;
          const error = { message, type: 'requests', param: null, code: 'rate_limit_exceeded' };
          return crowded ? Response.json({ error }, { status: 429 }) : Response.json(reply);
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

describe('a limit by the minute', () => {
  // Waits are drawn at random: the shortest have most knock in vain.
  it.each([
    [1, 15_000, 0],
    [16, 120_000, 0],
    [16, 120_000, 0.999],
  ])('costs no row: %i at once, %i ms, with %d drawn for each wait', async (atOnce, lasts, drawn) => {
    const { clock, run, states, sends } = crowdedBench(100, atOnce, [300, lasts], drawn);
    await clock.advance(lasts + 90_000);
    expect((await run.ended).head).toMatchObject({ state: 'finished', counts: { statuses: { valid: 100 } } });
    expect(states).not.toContain('paused');
    // Few knock at a door that is closed.
    expect(sends.filter((at) => at < lasts).length).toBeLessThanOrEqual(3 * atOnce + 20);
    expect(clock.waiting).toBe(0);
  });

  it('that does not end has the run wait for the person, and costs no row either', async () => {
    const { clock, run, store } = crowdedBench(8, 4, [0, 1_200_000]);
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

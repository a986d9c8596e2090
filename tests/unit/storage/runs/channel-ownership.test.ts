import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelOwnership } from '../../../../src/storage/runs/channel-ownership';
import { runOwnership, type RunOwnership } from '../../../../src/storage/runs/run-ownership';
import { FakeClock } from '../../pipeline/run/fake-clock';

const answerTime = 300;
const askAgainTime = 1_000;

/** Tabs that hear each other, and a clock for all of them. */
class Tabs {
  readonly clock = new FakeClock();
  /** How long a word takes on its way. */
  delay = 5;
  readonly #ears = new Map<string, (said: unknown) => void>();

  open(name: string, ranks: readonly string[] = [name]): RunOwnership {
    const left = [...ranks];
    return channelOwnership({
      sleep: this.clock.sleep,
      random: () => left.shift() ?? name,
      channel: {
        send: (word) => this.say(word, name),
        listen: (listener) => this.#ears.set(name, listener),
      },
    });
  }
  say(word: unknown, from = ''): void {
    void this.clock.sleep(this.delay).then(() => {
      for (const [name, hear] of this.#ears) if (name !== from) hear(word);
    });
  }
  /** Hears nothing any more, and so answers nobody. */
  kill(name: string): void {
    this.#ears.delete(name);
  }
  async claimed(ownership: RunOwnership, run = 'a') {
    const claim = ownership.claim(run);
    await this.clock.advance(answerTime);
    return claim;
  }
  async elsewhere(ownership: RunOwnership): Promise<string[]> {
    const owned = ownership.ownedElsewhere();
    await this.clock.advance(answerTime);
    return [...(await owned)];
  }
}

/** Whether a promise has settled by now. */
function watched(promise: Promise<unknown>): { settled: boolean } {
  const state = { settled: false };
  promise.then(
    () => (state.settled = true),
    () => undefined,
  );
  return state;
}

describe('without locks, tabs that ask each other', () => {
  it('let one own a run, and others see that until it lets go', async () => {
    const tabs = new Tabs();
    const [first, second] = [tabs.open('first'), tabs.open('second')];
    const owned = await tabs.claimed(first);
    expect(owned).not.toBeNull();
    expect(await tabs.claimed(first)).toBeNull();
    expect(await tabs.claimed(second)).toBeNull();
    expect(await tabs.claimed(second, 'b')).not.toBeNull();
    expect(await tabs.elsewhere(second)).toEqual(['a']);
    expect(await tabs.elsewhere(first)).toEqual(['b']);
    await owned?.release();
    expect(await tabs.claimed(second)).not.toBeNull();
    // A second release is not one of whoever has it by now.
    await owned?.release();
    expect(await tabs.claimed(first)).toBeNull();
    expect(await tabs.elsewhere(first)).toEqual(['b', 'a']);
  });

  it('of several that claim within a moment one gets the run, whenever they begin and whatever their ranks', async () => {
    const begins = fc.integer({ min: 0, max: 2 * answerTime });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ rank: fc.string({ minLength: 3, maxLength: 3 }), at: begins }), {
          minLength: 2,
          maxLength: 4,
          selector: ({ rank }) => rank,
        }),
        fc.integer({ min: 0, max: answerTime / 2 - 1 }),
        async (claimants, delay) => {
          const tabs = new Tabs();
          tabs.delay = delay;
          const claims = claimants.map(async ({ rank, at }, index) => {
            const tab = tabs.open(`${index}`, [rank]);
            await tabs.clock.sleep(at);
            return tab.claim('a');
          });
          await tabs.clock.advance(4 * answerTime);
          const got = await Promise.all(claims);
          expect(got.filter((claim) => claim !== null)).toHaveLength(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('learn at once that an owner lets go, and within two seconds that it died', async () => {
    const tabs = new Tabs();
    const [first, second] = [tabs.open('first'), tabs.open('second')];
    const owned = await tabs.claimed(first);
    const toldFree = watched(second.whenFree('a', new AbortController().signal));
    await tabs.clock.advance(10 * (answerTime + askAgainTime));
    expect(toldFree.settled).toBe(false);
    await owned?.release();
    await tabs.clock.advance(tabs.delay);
    expect(toldFree.settled).toBe(true);

    await tabs.claimed(first);
    const foundFree = watched(second.whenFree('a', new AbortController().signal));
    await tabs.clock.advance(askAgainTime);
    expect(foundFree.settled).toBe(false);
    tabs.kill('first');
    await tabs.clock.advance(2_000);
    expect(foundFree.settled).toBe(true);
    expect(await tabs.elsewhere(second)).toEqual([]);
    expect(await tabs.claimed(second)).not.toBeNull();
  });

  it('give up waiting with the reason that they are given', async () => {
    const tabs = new Tabs();
    const [first, second] = [tabs.open('first'), tabs.open('second')];
    await tabs.claimed(first);
    const waiting = new AbortController();
    const given = second.whenFree('a', waiting.signal).catch(String);
    await tabs.clock.advance(answerTime);
    waiting.abort('enough');
    expect(await given).toBe('enough');
    await expect(second.whenFree('a', AbortSignal.abort('before'))).rejects.toBe('before');
  });

  it('do not hear what is no word of theirs', async () => {
    const tabs = new Tabs();
    const first = tabs.open('first');
    const claim = first.claim('a');
    for (const garbage of [
      null,
      'mine',
      { kind: 'mine' },
      { kind: 'mine', run: 'b' },
      { kind: 'ours', run: 'a' },
    ])
      tabs.say(garbage);
    await tabs.clock.advance(answerTime);
    expect(await claim).not.toBeNull();
  });
});

it('locks come first, and where tabs cannot ask each other every claim succeeds, and says so', async () => {
  const asking = channelOwnership({
    channel: { send: () => undefined, listen: () => undefined },
    sleep: () => Promise.resolve(),
    random: () => '',
  });
  expect(runOwnership(null, () => asking)).toBe(asking);
  expect(asking).toMatchObject({ exclusive: false, knowsOwners: true });
  const alone = runOwnership(null, () => null);
  expect(alone).toMatchObject({ exclusive: false, knowsOwners: false });
  expect(await alone.claim('a')).not.toBeNull();
});

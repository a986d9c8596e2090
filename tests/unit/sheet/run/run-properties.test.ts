import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RunResult } from '../../../../src/sheet/run-record';
import { CaseTally } from '../../../../src/sheet/figures/tally';
import type { JudgeRequest } from '../../../../src/judgement/judge';
import { RunScheduler, type RunPlan } from '../../../../src/sheet/run/run-scheduler';
import { FakeClock, settled } from './fake-clock';
import { LogStore } from './log-store';
import {
  allCells,
  caseAt,
  goodReply,
  headFor,
  judgeThat,
  keyOf,
  ordering,
  orderingRest,
  ready,
  restOf,
  toolsBy,
  type Answer,
} from './run-bench';

const behaviours = ['good', 'fails', 'fails alike', 'throws', 'malformed', 'hangs'] as const;
const step = fc.oneof(
  fc.constantFrom('pause', 'resume', 'cancel', 'full', 'room', 'again' as const).map((kind) => ({ kind })),
  fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant('die' as const), writesLand: fc.boolean() }),
);
const story = fc.record({
  cases: fc.integer({ min: 1, max: 12 }),
  samples: fc.integer({ min: 1, max: 3 }),
  atOnce: fc.integer({ min: 1, max: 6 }),
  judgeAtOnce: fc.integer({ min: 1, max: 6 }),
  replies: fc.array(
    fc.record({ does: fc.constantFrom(...behaviours), milliseconds: fc.integer({ min: 0, max: 200 }) }),
    { minLength: 1, maxLength: 20 },
  ),
  writeMilliseconds: fc.integer({ min: 0, max: 60 }),
  steps: fc.array(step, { maxLength: 25 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** One store, and one tab after another that works on its run. */
class Visit {
  readonly #story: Story;
  readonly clock = new FakeClock();
  readonly store: LogStore;
  run: RunScheduler;
  #askedInThisStart = new Set<string>();
  #asked = 0;
  readonly #askedTwice: string[] = [];
  #judge: ReturnType<typeof judgeThat>;
  #die: (writesLand: boolean) => void = () => {};
  ended = false;
  /** Of the present start, with the place each was announced at. */
  #announced: { result: RunResult; place: number }[] = [];

  constructor(given: Story) {
    this.#story = given;
    this.#judge = this.#newJudge();
    const { cases, samples, atOnce } = given;
    this.store = new LogStore(headFor(cases, { samples, atOnce, timeoutSeconds: 1 }));
    this.store.delay = () => this.clock.sleep(given.writeMilliseconds);
    this.run = this.start();
  }

  start(plan: Partial<RunPlan> = {}): RunScheduler {
    const { store, die } = this.store.open();
    this.#die = die;
    this.#askedInThisStart = new Set();
    this.#announced = [];
    this.ended = false;
    this.#judge = this.#newJudge();
    const { clock } = this;
    const run = new RunScheduler(
      { ...this.#rest(), ready, judge: this.#judge, caseAt, ...plan },
      {
        ...toolsBy(clock, store),
        yieldToPage: settled,
        rest: (milliseconds) => clock.sleep(milliseconds, new AbortController().signal),
      },
      {
        written: (results, first) => {
          results.forEach((result, index) => this.#announced.push({ result, place: first + index }));
        },
      },
    );
    void run.ended.then(() => {
      if (this.run === run) this.ended = true;
    });
    this.run = run;
    return run;
  }

  async act(told: Story['steps'][number]): Promise<void> {
    switch (told.kind) {
      case 'pause':
        this.run.pause();
        break;
      case 'resume':
        this.run.resume();
        break;
      case 'cancel':
        this.run.cancel();
        break;
      case 'full':
        this.store.full = true;
        break;
      case 'room':
        this.store.full = false;
        break;
      case 'again':
        if (this.ended) this.start();
        break;
      case 'wait':
        await this.clock.advance(told.milliseconds);
        break;
      case 'die': {
        this.#die(told.writesLand);
        const dead = this.run;
        // A dead tab asks nothing more, and its last write is through before another tab can look.
        dead.cancel();
        await this.clock.advance(this.#story.writeMilliseconds * 2 + 1);
        this.start();
        break;
      }
    }
    await settled();
    this.check();
  }

  /** What must hold at any moment. */
  check(): void {
    expect(this.#askedTwice).toEqual([]);
    const { judgeAtOnce } = this.#story;
    expect(this.#judge.most).toBeLessThanOrEqual(Math.min(judgeAtOnce, this.run.head.settings.atOnce));
    for (const { result, place } of this.#announced) expect(this.store.log[place]).toBe(result);
    for (const [unit, count] of this.store.counts()) expect(count, `results of ${unit}`).toBe(1);
    expect(new Set(this.store.log.map(({ key }) => key)).size).toBe(this.store.log.length);
    this.checkCounts();
  }

  /** The stored head tells what the stored log adds up to. */
  checkCounts(): void {
    const tally = new CaseTally(ready.rubric);
    for (const result of this.store.newest()) tally.set(result, result.digest);
    const { score, ...counts } = tally.counts();
    expect(this.store.head.counts).toMatchObject(counts);
    expect(this.store.head.counts.score?.count).toBe(score?.count);
    expect(this.store.head.counts.score?.mean ?? 0).toBeCloseTo(score?.mean ?? 0, 9);
  }

  /** What a cancelled run had left is ordered anew. */
  #rest(): Pick<RunPlan, 'head' | 'cells' | 'earlier'> {
    const { cases, samples } = this.#story;
    const { store } = this;
    return store.head.orders.length > 0 ? restOf(store) : orderingRest(store, allCells(cases, samples));
  }

  #newJudge(): ReturnType<typeof judgeThat> {
    return judgeThat((request) => this.#answer(request), this.#story.judgeAtOnce);
  }

  async #answer(request: JudgeRequest): Promise<Answer> {
    const { replies } = this.#story;
    const unit = `${keyOf(request)}/${request.seed ?? ''}`;
    if (!request.previous) {
      // Noted, not thrown: what a judge throws is taken for its failure.
      if (this.#askedInThisStart.has(unit)) this.#askedTwice.push(unit);
      this.#askedInThisStart.add(unit);
    }
    const { does, milliseconds } = replies[this.#asked % replies.length] ?? { does: 'good', milliseconds: 0 };
    this.#asked += 1;
    if (does === 'hangs') return new Promise(() => {});
    await this.clock.sleep(milliseconds);
    if (does === 'throws') throw new Error(`broken at ${this.#asked}`);
    if (does === 'fails') return { reason: 'failed', detail: `reason ${'x'.repeat(this.#asked % 7)}` };
    if (does === 'fails alike') return { reason: 'failed', detail: 'The server is down.' };
    if (does === 'malformed') return { text: '{', stop: 'complete', model: 'm', parameters: {} };
    return goodReply(request);
  }
}

it('no cell is lost and none doubled, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (given) => {
      const visit = new Visit(given);
      for (const told of given.steps) await visit.act(told);

      const total = given.cases * given.samples;
      visit.store.full = false;
      const finished = () => visit.ended && visit.store.head.state === 'finished';
      for (let turn = 0; turn < 200 && !finished(); turn += 1) {
        if (visit.ended) visit.start();
        else visit.run.resume();
        await visit.clock.advance(2000);
        visit.check();
      }
      expect(visit.ended).toBe(true);
      expect(visit.run.unwritten).toEqual([]);
      expect(visit.store.head).toMatchObject({ state: 'finished', counts: { done: given.cases } });
      expect(visit.store.counts().size).toBe(total);
      visit.check();

      const failed = visit.store.log.filter(({ digest }) => digest.status === 'unscored');
      const good = judgeThat((request) => Promise.resolve(goodReply(request)));
      const again = visit.start({ ...ordering(visit.store, failed), judge: good });
      await visit.clock.advance(10_000);
      expect(visit.ended).toBe(true);
      expect(again.head.state).toBe('finished');
      expect(new Set(visit.store.log.slice(total).map(({ key }) => key))).toEqual(
        new Set(failed.map(({ key }) => key)),
      );
      expect(visit.store.log).toHaveLength(total + failed.length);
      expect(visit.store.head.counts).toMatchObject({ done: given.cases, statuses: { valid: given.cases } });
      visit.checkCounts();
    }),
    { numRuns: 60 },
  );
}, 120_000);

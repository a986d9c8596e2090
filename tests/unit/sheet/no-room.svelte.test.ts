import { describe, expect, it } from 'vitest';
import type { ComingQuestion } from '../../../src/judgement/judge';
import { withSamples } from './looking';
import { ScriptedJudge } from './tabs';

/** Its context holds cases that are at most this long: the tokens of a case are its letters. */
class NarrowJudge extends ScriptedJudge {
  context = 3;

  prepare(questions: Iterable<ComingQuestion>, signal: AbortSignal, onCount?: (...c: number[]) => void) {
    const all = [...questions];
    const misfits = all.flatMap(({ prompt }, question) => {
      onCount?.(question, all.length);
      const tokens = /one|two|three/.exec(prompt.own)?.[0].length ?? 0;
      return tokens > this.context ? [{ question, tokens, reply: 0, context: this.context }] : [];
    });
    signal.throwIfAborted();
    return Promise.resolve({ misfits });
  }
}

async function waitingForRoom() {
  const judge = new NarrowJudge();
  const { browser, workbench } = await withSamples(undefined, judge);
  const run = workbench.judgeAll();
  await expect.poll(() => workbench.run.kind).toBe('no-room');
  const longest = { tokens: 5, reply: 0, context: 3 };
  expect(workbench.run).toMatchObject({ noRoom: { cases: 1, of: 3, longest } });
  return { judge, browser, workbench, run };
}

describe('rule 10: cases that do not fit the judge', () => {
  it('are decided about before anything is asked or stored', async () => {
    const { judge, browser, workbench, run } = await waitingForRoom();
    expect(judge.asked).toEqual([]);
    const { sheets, runs } = await browser.store.list();
    expect([sheets, runs]).toEqual([[], []]);
    workbench.cancel();
    await run;
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 0, total: 3 });
    expect([judge.asked, (await browser.store.list()).runs]).toEqual([[], []]);
  });

  it('end as too long with their counts, without being asked', async () => {
    const { judge, browser, workbench, run } = await waitingForRoom();
    workbench.decideRoom('go-on');
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, failed: 1 });
    expect(judge.asked).toEqual(['one', 'two']);
    const judged = workbench.sheet.judged('c');
    expect(judged?.digest).toMatchObject({ status: 'unscored', reason: 'too-long' });
    expect(await browser.store.judgement(judged?.at.run ?? '', judged?.at.place ?? -1)).toMatchObject({
      attempts: [],
      causes: [{ code: 'no-room', tokens: 5, reply: 0, context: 3 }],
      receipt: { tokens: { prompt: 0, reply: 0 } },
    });
  });

  it('are asked with the others once there is room', async () => {
    const { judge, workbench, run } = await waitingForRoom();
    judge.context = 4;
    workbench.decideRoom('count-again');
    await expect.poll(() => workbench.run).toMatchObject({ noRoom: { longest: { context: 4 } } });
    judge.context = 5;
    workbench.decideRoom('count-again');
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, failed: 0 });
    expect(judge.asked).toEqual(['one', 'two', 'three']);
  });

  it('are counted alone when only they are asked again', async () => {
    const { judge, workbench, run } = await waitingForRoom();
    workbench.decideRoom('go-on');
    await run;
    const again = workbench.retryFailed();
    await expect.poll(() => workbench.run).toMatchObject({ kind: 'no-room', noRoom: { cases: 1, of: 1 } });
    judge.context = 5;
    workbench.decideRoom('count-again');
    await again;
    expect(workbench.run).toMatchObject({ kind: 'finished', failed: 0 });
    expect(judge.asked).toEqual(['one', 'two', 'three']);
  });
});

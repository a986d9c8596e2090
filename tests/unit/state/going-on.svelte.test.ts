import { describe, expect, it } from 'vitest';
import { pastedJudge } from '../../../src/judges/pasted/pasted-judge';
import type { OfferedJudge } from '../../../src/state/offered-judge';
import { ReplyDesk } from '../../../src/state/reply-desk.svelte';
import { workbenchWith } from './shelf-for-tests';
import { SlowJudge } from './slow-judge';

describe('a run that waits', () => {
  it('asks its judge for room again, but not while that is still at a case', async () => {
    const slow = new SlowJudge('slow');
    const workbench = workbenchWith([slow.judge]);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('slow');
    const run = workbench.judgeAll();
    await expect.poll(() => slow.asked).toBe(1);
    expect(slow.looked).toBe(1);

    workbench.pause();
    await expect.poll(() => workbench.run.kind).toBe('paused');
    await workbench.resume();
    expect([workbench.run.kind, slow.looked]).toEqual(['running', 1]);

    workbench.pause();
    slow.answer();
    await expect.poll(() => workbench.run).toMatchObject({ kind: 'paused', done: 1 });
    await workbench.resume();
    expect([workbench.run.kind, slow.looked]).toEqual(['running', 2]);
    workbench.cancel();
    await run;
  });
});

it('a run whose judge cannot be loaded when it is to go on says so, and waits on', async () => {
  const slow = new SlowJudge('slow');
  const made = { forRun: () => Promise.resolve(slow.judge) };
  const form: OfferedJudge = { kind: 'model', id: 'slow', restore: () => {}, forRun: () => made.forRun() };
  const workbench = workbenchWith([form]);
  await workbench.loadSamples();
  workbench.setup.chooseJudge('slow');
  const run = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(1);
  workbench.pause();
  await expect.poll(() => workbench.run.kind).toBe('paused');
  made.forRun = () => Promise.reject(new Error('A part of this page could not be loaded.'));
  await workbench.resume();
  expect([workbench.run.kind, workbench.obstacle]).toEqual([
    'paused',
    'A part of this page could not be loaded.',
  ]);
  workbench.cancel();
  await run;
});

describe('what a run left, judged by another judge as a run of its own', () => {
  it.each([
    { before: 'pasted', what: 'the usual time limit where the first had none', limit: 45, expected: 45 },
    { before: 'slow', what: 'the time limit that the first had', limit: 30, expected: 30 },
  ])('has $what', async ({ before, limit, expected }) => {
    const [slow, other, replies] = [new SlowJudge('slow'), new SlowJudge('other'), new ReplyDesk()];
    const workbench = workbenchWith([pastedJudge(replies.fetchReply), slow.judge, other.judge]);
    await workbench.loadSamples();
    workbench.setup.choose({ timeoutSeconds: limit });
    workbench.setup.chooseJudge(before);
    const run = workbench.judgeAll();
    await expect.poll(() => replies.request !== null || slow.asked > 0).toBe(true);
    workbench.cancel();
    await run;

    workbench.setup.choose({ timeoutSeconds: 45 });
    workbench.setup.chooseJudge('other');
    const rest = workbench.judgeRest();
    await expect.poll(() => other.asked).toBe(1);
    const { heads } = await workbench.runs.heads();
    const made = heads.find(({ judge }) => judge.id === 'other');
    expect(made?.settings.timeoutSeconds).toBe(expected);
    workbench.cancel();
    await rest;
  });
});

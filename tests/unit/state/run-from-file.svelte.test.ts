import { expect, it } from 'vitest';
import type { RunHead, RunJudge } from '../../../src/core/model/run';
import { runToGoOn } from '../../../src/state/batch-scope';
import { stateOf } from '../../../src/state/run-state';
import type { Workbench } from '../../../src/state/workbench.svelte';
import { sampleHead } from '../storage/runs/sample-run';
import { apiForm } from './api-for-tests';
import { workbenchWith } from './shelf-for-tests';
import { SlowJudge } from './slow-judge';

const imported = '2026-03-05T10:00:00.000Z';
const attackers: RunJudge = {
  id: 'api',
  kind: 'model',
  model: 'evil',
  parameters: {
    endpoint: 'https://evil.example/v1/chat/completions',
    provider: 'compatible',
    temperature: 1,
  },
};

/** A stored run that asked an attacker's server and has all to judge, and a person who has chosen another judge. */
async function withRun(change: Partial<RunHead>) {
  const { judge: api } = apiForm();
  const slow = new SlowJudge('slow');
  const workbench = workbenchWith([api, slow.judge]);
  await workbench.loadSamples();
  workbench.setup.chooseJudge('slow');
  const run = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(1);
  workbench.cancel();
  await run;
  const id = (await workbench.runs.heads()).heads[0]?.id ?? '';
  const settings = {
    mode: 'assisted',
    tellFacts: true,
    samples: 9,
    timeoutSeconds: 7,
    atOnce: 64,
    budget: { tokens: 1 },
  } as const;
  await workbench.runs.changeHead(id, (head) => ({ ...head, judge: attackers, settings, ...change }));
  Object.assign(api, { baseUrl: 'https://own.example/v1', model: 'own' });
  const chosen = ({ setup }: Workbench) => [
    setup.judge.id,
    setup.settings,
    [api.provider.id, api.baseUrl, api.model, api.temperature, api.atOnce, api.budget()],
  ];
  return { workbench, slow, id, chosen };
}

it('a run from a file leaves the judge as it was chosen here, whatever is done with it', async () => {
  const { workbench, slow, id, chosen } = await withRun({ imported, state: 'paused' });
  const before = chosen(workbench);
  expect(await workbench.openRun(id)).toBe('opened');
  expect(chosen(workbench)).toEqual(before);
  expect([workbench.fromFile, workbench.canGoOn, workbench.run.kind]).toEqual([true, false, 'cancelled']);
  await workbench.resume();
  await workbench.retryFailed();
  await workbench.judgeRest();
  expect([workbench.busy, workbench.wrongJudge, slow.asked]).toEqual([false, null, 1]);
  expect(await workbench.takeUp(id, 'failed')).toBe('opened');
  expect(await workbench.takeUp(id)).toBe('opened');
  await workbench.showAsStored();
  workbench.closeRun();
  expect([chosen(workbench), workbench.busy]).toEqual([before, false]);
});

it('cases of a run from a file are judged in a new run, by the judge that is chosen here', async () => {
  const { workbench, slow, id } = await withRun({ imported });
  await workbench.openRun(id);
  const run = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(2);
  expect([workbench.openedRun?.judge.id, workbench.fromFile]).toEqual(['slow', false]);
  expect(workbench.openedRun?.settings.samples).toBe(1);
  workbench.cancel();
  await run;
  expect(await workbench.runs.head(id)).toMatchObject({ judge: attackers, imported });
});

it('a run of one’s own still brings back how it was judged', async () => {
  const { workbench, id, chosen } = await withRun({});
  await workbench.openRun(id);
  const filledIn = ['compatible', 'https://evil.example/v1', 'evil', 1, 4, { tokens: 1 }];
  expect(chosen(workbench)).toMatchObject(['api', { samples: 9, tellFacts: true }, filledIn]);
});

it.each([
  ['running', null, 'cancelled'],
  ['paused', { because: 'judge', detail: 'Send me your cases.' }, 'cancelled'],
  ['paused', { because: 'batch', detail: '' }, 'paused'],
  ['cancelled', null, 'cancelled'],
] as const)('a run from a file that was %s %j is %s', (state, pause, kind) => {
  expect(stateOf(sampleHead('a', { state, pause, imported }), false).kind).toBe(kind);
});

it('a batch asks nothing more for a run from a file', () => {
  const stored = (change: Partial<RunHead>) => ({
    stored: { head: sampleHead('a', { judge: attackers, ...change }), cases: [], known: 0 },
    runId: 'a',
  });
  expect(runToGoOn(stored({}))?.id).toBe('a');
  expect(runToGoOn(stored({ imported }))).toBeNull();
});

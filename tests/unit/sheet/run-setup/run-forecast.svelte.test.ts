import { expect, it } from 'vitest';
import type { ModelJudge } from '../../../../src/judgement/judge';
import { RunForecast } from '../../../../src/sheet/run-setup/run-forecast.svelte';
import { Browser } from '../tabs';

const reply = {
  text: '{"quality": {"rationale": "fine", "score": 4}}',
  stop: 'complete' as const,
  model: 'm',
  usage: { promptTokens: 100, cachedTokens: 0, replyTokens: 10 },
  parameters: {},
};

/** Of a dry run, and with a judge of one that measures it. */
async function forecastBy(ask: ModelJudge['ask'] | null) {
  const judge: ModelJudge = {
    kind: 'model',
    id: 'm',
    describe: () => ({ model: 'm', parameters: {} }),
    ask: ask ?? (() => Promise.reject(new Error('Expected no question.'))),
  };
  const workbench = new Browser().tab({ judges: [judge] });
  await workbench.loadSamples();
  workbench.setup.chooseJudge('m');
  let model = 'small';
  const forecast = new RunForecast(workbench, () => (ask ? model : null));
  return { workbench, forecast, change: (name: string) => (model = name) };
}

it('a dry run counts what a run of all cases takes, as long as they stay the same', async () => {
  const { workbench, forecast } = await forecastBy(null);
  workbench.setup.choose({ samples: 2 });
  const counting = forecast.make();
  expect(forecast.state).toMatchObject({ kind: 'counting', total: 3 });
  await counting;
  expect(forecast.state).toMatchObject({ kind: 'told', estimate: { cases: 3, requests: 6, notAsked: 0 } });
  workbench.setup.mode = 'assisted';
  expect(forecast.state).toEqual({ kind: 'idle' });
  workbench.setup.mode = 'model-alone';
  expect(forecast.state).toMatchObject({ kind: 'told' });
  await workbench.addCase('another');
  expect(forecast.state).toEqual({ kind: 'idle' });
});

it('measuring one case tells what all of them take with this model, and stores nothing', async () => {
  const { workbench, forecast, change } = await forecastBy(() => Promise.resolve(reply));
  const measuring = forecast.make();
  expect(forecast.state).toEqual({ kind: 'measuring' });
  await measuring;
  expect(forecast.state).toMatchObject({ kind: 'told', estimate: { cases: 3, requests: 3 } });
  expect((await workbench.store.list()).runs).toEqual([]);
  change('large');
  expect(forecast.state).toEqual({ kind: 'idle' });
});

it.each<[string, ModelJudge['ask'] | null]>([
  ['a dry run', null],
  [
    'measuring',
    ({ signal }) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(new Error('Stopped.'));
        signal.addEventListener('abort', reject);
      }),
  ],
])('%s can be stopped, and nothing comes of it', async (_, ask) => {
  const { forecast } = await forecastBy(ask);
  const making = forecast.make();
  await Promise.resolve();
  forecast.cancel();
  await making;
  expect(forecast.state).toEqual({ kind: 'idle' });
});

it('says why it failed', async () => {
  const { workbench, forecast } = await forecastBy(() =>
    Promise.resolve({ reason: 'failed', detail: 'No memory.' }),
  );
  await forecast.make();
  expect(forecast.state).toEqual({ kind: 'failed', message: 'No memory.' });
  workbench.preview = () => Promise.reject(new Error('No network.'));
  const dryRun = new RunForecast(workbench);
  await dryRun.make();
  expect(dryRun.state).toEqual({ kind: 'failed', message: 'No network.' });
});

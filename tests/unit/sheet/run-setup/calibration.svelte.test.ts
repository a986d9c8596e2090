import { describe, expect, it } from 'vitest';
import type { ModelJudge } from '../../../../src/judgement/judge';
import { Calibration } from '../../../../src/sheet/run-setup/calibration.svelte';
import { Browser } from '../tabs';

const reply = {
  text: '{"quality": {"rationale": "fine", "score": 4}}',
  stop: 'complete' as const,
  model: 'm',
  usage: { promptTokens: 100, cachedTokens: 0, replyTokens: 10 },
  parameters: {},
};

async function calibrated(ask: ModelJudge['ask'] = () => Promise.resolve(reply)) {
  const judge: ModelJudge = { kind: 'model', id: 'm', describe: () => ({ model: 'm', parameters: {} }), ask };
  const workbench = new Browser().tab({ judges: [judge] });
  await workbench.loadSamples();
  workbench.setup.chooseJudge('m');
  let model = 'small';
  const calibration = new Calibration(workbench, () => model);
  return { workbench, calibration, change: (name: string) => (model = name) };
}

describe('measuring with one case', () => {
  it('tells what all of them take, and stores nothing', async () => {
    const { workbench, calibration } = await calibrated();
    const measuring = calibration.measure();
    expect(calibration.state).toEqual({ kind: 'measuring' });
    await measuring;
    expect(calibration.state).toMatchObject({ kind: 'told', estimate: { cases: 3, requests: 3 } });
    expect((await workbench.store.list()).runs).toEqual([]);
  });

  it('is of these cases, this question and this model alone', async () => {
    const { workbench, calibration, change } = await calibrated();
    await calibration.measure();
    change('large');
    expect(calibration.state).toEqual({ kind: 'idle' });
    change('small');
    workbench.setup.mode = 'assisted';
    expect(calibration.state).toEqual({ kind: 'idle' });
  });

  it('can be stopped, and nothing comes of it', async () => {
    let asked: AbortSignal | null = null;
    const { calibration } = await calibrated(({ signal }) => {
      asked = signal;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Stopped.')));
      });
    });
    const measuring = calibration.measure();
    await expect.poll(() => asked).not.toBeNull();
    calibration.cancel();
    await measuring;
    expect(calibration.state).toEqual({ kind: 'idle' });
  });

  it('that fails says why', async () => {
    const { calibration } = await calibrated(() =>
      Promise.resolve({ reason: 'failed', detail: 'No memory.' }),
    );
    await calibration.measure();
    expect(calibration.state).toEqual({ kind: 'failed', message: 'No memory.' });
  });
});

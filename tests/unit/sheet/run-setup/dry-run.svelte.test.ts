import { describe, expect, it } from 'vitest';
import { DryRun } from '../../../../src/sheet/run-setup/dry-run.svelte';
import { Browser } from '../tabs';

async function ready() {
  const workbench = new Browser().tab();
  await workbench.loadSamples();
  return { workbench, dryRun: new DryRun(workbench) };
}

describe('a dry run', () => {
  it('tells what a run of all cases takes, as long as they stay the same', async () => {
    const { workbench, dryRun } = await ready();
    workbench.setup.choose({ samples: 2 });
    await dryRun.count();
    expect(dryRun.state).toMatchObject({ kind: 'told', estimate: { cases: 3, requests: 6, notAsked: 0 } });
    workbench.setup.mode = 'assisted';
    expect(dryRun.state).toEqual({ kind: 'idle' });
    workbench.setup.mode = 'model-alone';
    expect(dryRun.state).toMatchObject({ kind: 'told' });
    await workbench.changes.addEmpty('another');
    expect(dryRun.state).toEqual({ kind: 'idle' });
  });

  it('can be stopped', async () => {
    const { dryRun } = await ready();
    const counting = dryRun.count();
    expect(dryRun.state).toMatchObject({ kind: 'counting', total: 3 });
    dryRun.cancel();
    await counting;
    expect(dryRun.state).toEqual({ kind: 'idle' });
  });

  it('that breaks says why', async () => {
    const { workbench } = await ready();
    const broken = new DryRun({
      cases: workbench.cases,
      setup: { mode: 'assisted', tellFacts: false, choices: workbench.setup.choices, asking: 'case' },
      preview: { estimate: () => Promise.reject(new Error('No network.')) },
    });
    await broken.count();
    expect(broken.state).toEqual({ kind: 'failed', message: 'No network.' });
  });
});

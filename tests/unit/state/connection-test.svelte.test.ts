import { describe, expect, it } from 'vitest';
import { ConnectionTest } from '../../../src/state/connection-test.svelte';
import { ListedModels } from '../../../src/state/listed-models.svelte';

const bug = () => Promise.reject(new Error('A bug.'));

describe('what breaks while a server is asked', () => {
  it('ends a test of the connection', async () => {
    const test = new ConnectionTest();
    await expect(test.run('host', bug)).rejects.toThrow('A bug.');
    expect(test.state).toEqual({ kind: 'idle' });
  });

  it('ends the listing of models', async () => {
    const models = new ListedModels(() => new Date(0));
    await expect(models.list('host', bug)).rejects.toThrow('A bug.');
    expect(models.state).toEqual({ kind: 'idle' });
  });

  it('after it was called off is nobody’s', async () => {
    const test = new ConnectionTest();
    const running = test.run('host', (signal) => {
      test.refuse('no-model');
      return Promise.reject(new Error(String(signal.aborted)));
    });
    await expect(running).resolves.toBeUndefined();
    expect(test.state).toEqual({ kind: 'incomplete', fault: 'no-model' });
  });
});

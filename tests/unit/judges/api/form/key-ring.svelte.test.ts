import { describe, expect, it } from 'vitest';
import { apiForm, newDevice } from './form-for-tests';

const key = 'sk-secret-0123456789';
const passphrase = 'a long passphrase';

function formOf(device = newDevice()) {
  const form = apiForm({ device });
  form.judge.chooseProvider('openai');
  form.judge.model = 'm';
  return form;
}

/** On a device that remembers a key, in a tab that was opened later. */
async function laterVisit() {
  const first = formOf();
  first.judge.enterKey(key);
  await first.judge.keys.remember(passphrase);
  expect(first.judge.keys.isRemembered).toBe(true);
  const { judge, made, device } = formOf(first.device);
  await judge.keys.look();
  return { judge, made, device };
}

describe('a key', () => {
  it('is stored only when it is wanted, and only with a passphrase that is not short', async () => {
    const { judge, device } = formOf();
    judge.enterKey(key);
    expect(judge.keys.isStored).toBe(false);
    await judge.keys.remember('short');
    expect(judge.keys.keeping).toEqual({ kind: 'failed', fault: 'short' });
    expect(device.vault.size).toBe(0);
  });

  it('that is stored is there for its own server once it is unlocked', async () => {
    const { judge, made } = await laterVisit();
    expect([judge.keys.hasKey, judge.keys.isStored]).toEqual([false, true]);
    expect(await judge.forRun()).toEqual({ problem: 'fault: no-key' });
    await judge.keys.unlock('another passphrase');
    expect(judge.keys.keeping).toEqual({ kind: 'failed', fault: 'passphrase' });
    expect(judge.keys.hasKey).toBe(false);
    await judge.keys.unlock(passphrase);
    expect([judge.keys.keeping, judge.keys.isRemembered]).toEqual([{ kind: 'idle' }, true]);
    await judge.forRun();
    expect(made).toMatchObject([{ key, baseUrl: 'https://api.openai.com/v1' }]);
  });

  it.each([
    ['another server', (judge: Judge) => (judge.baseUrl = 'https://proxy.example/v1')],
    ['another provider', (judge: Judge) => judge.chooseProvider('groq')],
  ])('is not there for %s', async (_, change) => {
    const { judge } = await laterVisit();
    change(judge);
    await judge.keys.look();
    expect(judge.keys.isStored).toBe(false);
    await judge.keys.unlock(passphrase);
    expect(judge.keys.hasKey).toBe(false);
  });

  it('can be taken off the device and stay in memory, or be forgotten altogether', async () => {
    const { judge, device } = await laterVisit();
    await judge.keys.unlock(passphrase);
    await judge.keys.forgetStored();
    expect([judge.keys.hasKey, judge.keys.isStored, device.vault.size]).toEqual([true, false, 0]);
    await judge.keys.remember(passphrase);
    await judge.keys.forget();
    expect([judge.keys.hasKey, judge.keys.isStored, device.vault.size]).toEqual([false, false, 0]);
  });

  it('that is typed anew is not the stored one until it takes its place', async () => {
    const { judge, device } = await laterVisit();
    judge.enterKey('sk-newer-0123456789');
    expect([judge.keys.isStored, judge.keys.isRemembered]).toEqual([true, false]);
    await judge.keys.remember(passphrase);
    expect(judge.keys.isRemembered).toBe(true);
    expect([...device.vault.values()]).toEqual([{ key: 'sk-newer-0123456789', passphrase }]);
  });

  it('for each of two servers is unlocked, forgotten and known as stored by itself', async () => {
    const { judge, device } = await laterVisit();
    await judge.keys.unlock(passphrase);
    const first = judge.baseUrl;
    judge.baseUrl = 'https://proxy.example/v1';
    await judge.keys.look();
    judge.enterKey('sk-other-0123456789');
    await judge.keys.remember(passphrase);
    expect(device.vault.size).toBe(2);

    // Back at the first server, whose key is stored: that of the other is in memory.
    judge.baseUrl = first;
    await judge.keys.look();
    expect([judge.keys.isFor, judge.keys.isStored, judge.keys.isRemembered]).toEqual([
      'proxy.example',
      true,
      false,
    ]);
    judge.baseUrl = 'https://proxy.example/v1';
    await judge.keys.look();
    expect([judge.keys.isFor, judge.keys.isRemembered]).toEqual([null, true]);

    // To forget the one in memory takes none off the device that is for this server.
    judge.baseUrl = first;
    await judge.keys.look();
    await judge.keys.forget();
    expect([judge.keys.hasKey, judge.keys.isStored, device.vault.size]).toEqual([false, true, 2]);
    await judge.keys.unlock(passphrase);
    expect([judge.keys.isFor, judge.keys.isRemembered]).toEqual([null, true]);
    await judge.keys.forget();
    expect([judge.keys.isStored, device.vault.size]).toEqual([false, 1]);
  });

  it.each<[string, (judge: Judge) => unknown]>([
    ['the address is empty', (judge) => (judge.baseUrl = '')],
    ['the address is none', (judge) => (judge.baseUrl = 'https://')],
    ['the address names another server', (judge) => (judge.baseUrl = 'https://other.example/v1')],
    ['another provider is chosen', (judge) => judge.chooseProvider('groq')],
  ])('that is unlocked while %s goes to no other server', async (_, change) => {
    const { judge, made } = await laterVisit();
    const unlocking = judge.keys.unlock(passphrase);
    change(judge);
    await unlocking;
    expect([judge.keys.hasKey, judge.keys.keeping]).toEqual([false, { kind: 'idle' }]);
    judge.chooseProvider('openai');
    judge.baseUrl = 'https://other.example/v1';
    await judge.forRun();
    expect(made.filter((settings) => settings.key !== '')).toEqual([]);
  });

  it('that is typed while another is being unlocked stays', async () => {
    const { judge, made } = await laterVisit();
    const unlocking = judge.keys.unlock(passphrase);
    judge.enterKey('sk-typed-0123456789');
    await unlocking;
    expect(judge.keys.isRemembered).toBe(false);
    await judge.forRun();
    expect(made).toMatchObject([{ key: 'sk-typed-0123456789' }]);
  });

  it.each<[string, (judge: Judge) => Promise<unknown>]>([
    ['forgotten', (judge) => judge.keys.forget()],
    ['forgotten with everything else', (judge) => judge.forgetAll()],
    [
      'forgotten when its address is gone from the form',
      (judge) => {
        judge.baseUrl = '';
        return judge.keys.forget();
      },
    ],
  ])('that is %s while it is being stored is not on the device', async (_, forget) => {
    const { judge, device } = formOf();
    let sealed = () => {};
    device.sealing = new Promise((resolve) => (sealed = resolve));
    judge.enterKey(key);
    const storing = judge.keys.remember(passphrase);
    const forgetting = forget(judge);
    // Long enough for a device that forgets at once.
    await new Promise(setImmediate);
    sealed();
    await Promise.all([storing, forgetting]);
    expect([...device.vault.keys()]).toEqual([]);
    expect([judge.keys.hasKey, judge.keys.isStored]).toEqual([false, false]);
  });

  it('that is stored after another was forgotten is the one that stays', async () => {
    const { judge, device } = formOf();
    judge.enterKey(key);
    const first = judge.keys.remember(passphrase);
    const forgetting = judge.keys.forget();
    judge.enterKey('sk-newer-0123456789');
    await Promise.all([first, forgetting, judge.keys.remember(passphrase)]);
    expect([...device.vault.values()]).toEqual([{ key: 'sk-newer-0123456789', passphrase }]);
    expect(judge.keys.isRemembered).toBe(true);
  });

  it('that the browser does not delete is said to be on the device still', async () => {
    const { judge, device } = await laterVisit();
    await judge.keys.unlock(passphrase);
    device.stubborn = true;
    await judge.keys.forget();
    expect([judge.keys.hasKey, judge.keys.isStored, judge.keys.keeping]).toEqual([
      false,
      true,
      { kind: 'failed', fault: 'not-forgotten' },
    ]);
    expect(await judge.forgetAll()).toBe(false);
    device.stubborn = false;
    await judge.keys.forget();
    expect([judge.keys.isStored, judge.keys.keeping]).toEqual([false, { kind: 'idle' }]);
    expect(await judge.forgetAll()).toBe(true);
  });
});

type Judge = ReturnType<typeof apiForm>['judge'];

import { expect, test } from './lab-test';

test('one tab owns a run, others see that, and take over when it ends or dies', async ({ openLab }) => {
  const [first, second, third] = [await openLab(), await openLab(), await openLab()];
  const claims = await first.evaluate(async () => {
    const { lab } = window;
    const locks = lab.runLocks(navigator.locks);
    const owned = await locks.claim('a');
    const twice = await locks.claim('a');
    const other = await locks.claim('b');
    await other?.release();
    await other?.release();
    const again = await locks.claim('b');
    await again?.release();
    return {
      exclusive: locks.exclusive,
      owned: owned !== null,
      twice: twice !== null,
      again: again !== null,
      elsewhere: [...(await locks.ownedElsewhere())],
    };
  });
  expect(claims).toEqual({ exclusive: true, owned: true, twice: false, again: true, elsewhere: [] });

  const followers = [second, third].map((tab) =>
    tab.evaluate(async () => {
      const locks = window.lab.runLocks(navigator.locks);
      const before = await locks.claim('a');
      const elsewhere = [...(await locks.ownedElsewhere())];
      const free = locks.whenFree('a', new AbortController().signal);
      document.title = 'ready';
      await free;
      const owned = await locks.claim('a');
      return { before: before !== null, elsewhere, owned: owned !== null };
    }),
  );
  for (const tab of [second, third]) await tab.waitForFunction(() => document.title === 'ready');
  await first.close();
  const told = await Promise.all(followers);
  expect(told.map(({ before, elsewhere }) => ({ before, elsewhere }))).toEqual(
    Array.from({ length: 2 }, () => ({ before: false, elsewhere: ['a'] })),
  );
  expect(told.map(({ owned }) => owned).toSorted()).toEqual([false, true]);
});

test('waiting for a run can be given up, and where there are no locks a claim says what it is worth', async ({
  openLab,
}) => {
  const page = await openLab();
  const outcome = await page.evaluate(async () => {
    const { lab } = window;
    const locks = lab.runLocks(navigator.locks);
    const owned = await locks.claim('a');
    const waiting = new AbortController();
    const free = locks.whenFree('a', waiting.signal).catch(String);
    waiting.abort('enough');
    const gaveUp = await free;
    await owned?.release();
    await locks.whenFree('a', new AbortController().signal);
    const unlocked = lab.runLocks(null);
    const first = await unlocked.claim('a');
    const second = await unlocked.claim('a');
    await first?.release();
    const third = await unlocked.claim('a');
    return {
      gaveUp,
      exclusive: unlocked.exclusive,
      claims: [first, second, third].map((one) => one !== null),
    };
  });
  expect(outcome).toEqual({ gaveUp: 'enough', exclusive: false, claims: [true, false, true] });
});

test('tabs hear what was stored and what is asked of them, and nothing that is no such message', async ({
  openLab,
}) => {
  const [speaker, listener] = [await openLab(), await openLab()];
  const heard = listener.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const messages: unknown[] = [];
        const changes = new window.lab.SheetChanges(new BroadcastChannel('assay-sheets'));
        const deaf = changes.listen(() => messages.push('listened after it had ended'));
        deaf();
        changes.onAsk((run, want) => messages.push([run, want]));
        changes.listen((change) => {
          messages.push(change);
          if (change.removed) resolve(messages);
        });
        document.title = 'ready';
      }),
  );
  await listener.waitForFunction(() => document.title === 'ready');
  const own = await speaker.evaluate(() => {
    const channel = new BroadcastChannel('assay-sheets');
    const changes = new window.lab.SheetChanges(channel);
    const heardMyself: unknown[] = [];
    changes.listen((change) => heardMyself.push(change.upTo ?? change.removed));
    changes.onAsk(() => heardMyself.push('asked myself'));
    for (const garbage of [null, 'x', { change: { sheet: 's', upTo: -1 } }, { change: { run: 'a' } }])
      channel.postMessage(garbage);
    changes.tell({ sheet: 's', run: 'a', upTo: 12 });
    changes.ask('a', 'pause');
    changes.tell({ sheet: 's', removed: true });
    return heardMyself;
  });
  expect(await heard).toEqual([
    { sheet: 's', run: 'a', upTo: 12 },
    ['a', 'pause'],
    { sheet: 's', removed: true },
  ]);
  expect(own).toEqual([12, true]);
});

test('the space is told as the browser tells it', async ({ openLab }) => {
  const page = await openLab();
  const { before, asked, without } = await page.evaluate(async () => {
    const { lab } = window;
    await lab.openStore().createSheet(lab.sampleSheet('s', 5000, 500));
    return {
      before: await lab.storageSpace(navigator.storage).look(),
      asked: await lab.storageSpace(navigator.storage).askToKeep(),
      without: await lab.storageSpace(null).askToKeep(),
    };
  });
  expect(before.persistence).toBe('at-risk');
  expect(before.used).toBeGreaterThan(0);
  expect(before.allowed).toBeGreaterThan(before.used ?? 0);
  expect(['kept', 'at-risk']).toContain(asked.persistence);
  expect(without).toEqual({ persistence: 'unknown', used: null, allowed: null });
});

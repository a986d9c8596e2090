import { expect, test } from './lab-test';

test('one tab owns a run; others see that, and one of them takes over when it dies', async ({ openLab }) => {
  const [first, second, third] = [await openLab(), await openLab(), await openLab()];
  const claims = await first.evaluate(async () => {
    const locks = window.lab.runLocks(navigator.locks);
    const owned = await locks.claim('a');
    const twice = await locks.claim('a');
    const other = await locks.claim('b');
    await other?.release();
    await other?.release();
    const again = await locks.claim('b');
    await again?.release();
    return {
      exclusive: locks.exclusive,
      claims: [owned, twice, again].map((claim) => claim !== null),
      elsewhere: [...(await locks.ownedElsewhere())],
    };
  });
  expect(claims).toEqual({ exclusive: true, claims: [true, false, true], elsewhere: [] });

  const followers = [second, third].map((tab) =>
    tab.evaluate(async () => {
      const locks = window.lab.runLocks(navigator.locks);
      const before = await locks.claim('a');
      const elsewhere = [...(await locks.ownedElsewhere())];
      const free = locks.whenFree('a');
      document.title = 'ready';
      await free;
      const owned = await locks.claim('a');
      return { before, elsewhere, owned: owned !== null };
    }),
  );
  for (const tab of [second, third]) await tab.waitForFunction(() => document.title === 'ready');
  await first.close();
  const told = await Promise.all(followers);
  for (const follower of told) expect(follower).toMatchObject({ before: null, elsewhere: ['a'] });
  expect(told.map(({ owned }) => owned).toSorted()).toEqual([false, true]);
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
    changes.notify({ sheet: 's', run: 'a', upTo: 12 });
    changes.ask('a', 'pause');
    changes.notify({ sheet: 's', removed: true });
    return heardMyself;
  });
  expect(await heard).toEqual([
    { sheet: 's', run: 'a', upTo: 12 },
    ['a', 'pause'],
    { sheet: 's', removed: true },
  ]);
  expect(own).toEqual([12, true]);
});

import { expect, test } from './lab-test';

test('one tab owns a run, others see that, and take over when it ends or dies', async ({ openLab }) => {
  const [first, second, third] = [await openLab(), await openLab(), await openLab()];
  const claims = await first.evaluate(async () => {
    const { lab } = window;
    const ownership = lab.runOwnership();
    const owned = await ownership.claim('a');
    const twice = await ownership.claim('a');
    const other = await ownership.claim('b');
    await other?.release();
    await other?.release();
    const again = await ownership.claim('b');
    await again?.release();
    return {
      exclusive: ownership.exclusive,
      owned: owned !== null,
      twice: twice !== null,
      again: again !== null,
      elsewhere: [...(await ownership.ownedElsewhere())],
    };
  });
  expect(claims).toEqual({ exclusive: true, owned: true, twice: false, again: true, elsewhere: [] });

  const followers = [second, third].map((tab) =>
    tab.evaluate(async () => {
      const ownership = window.lab.runOwnership();
      const before = await ownership.claim('a');
      const elsewhere = [...(await ownership.ownedElsewhere())];
      const free = ownership.whenFree('a', new AbortController().signal);
      document.title = 'ready';
      await free;
      const owned = await ownership.claim('a');
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
    const ownership = lab.runOwnership();
    const owned = await ownership.claim('a');
    const waiting = new AbortController();
    const free = ownership.whenFree('a', waiting.signal).catch(String);
    waiting.abort('enough');
    const gaveUp = await free;
    await owned?.release();
    await ownership.whenFree('a', new AbortController().signal);
    const unlocked = lab.runOwnership(null);
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

test('tabs hear what others say about runs, and nothing that is no such message', async ({ openLab }) => {
  const [speaker, listener] = [await openLab(), await openLab()];
  const heard = listener.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const messages: unknown[] = [];
        const channel = window.lab.openRunChannel();
        const deaf = channel.listen(() => messages.push('listened after it had ended'));
        deaf();
        channel.listen((message) => {
          messages.push(message);
          if (message.kind === 'removed') resolve(messages);
        });
        document.title = 'ready';
      }),
  );
  await listener.waitForFunction(() => document.title === 'ready');
  const own = await speaker.evaluate(() => {
    const channel = window.lab.openRunChannel();
    let heardMyself = 0;
    channel.listen(() => (heardMyself += 1));
    const raw = new BroadcastChannel('assay-runs');
    for (const garbage of [null, 'x', { kind: 'progress', run: 'a', upTo: -1 }, { kind: 'new', run: 'a' }])
      raw.postMessage(garbage);
    raw.close();
    channel.send({ kind: 'progress', run: 'a', upTo: 12 });
    channel.send({ kind: 'ask', run: 'a', want: 'pause' });
    channel.send({ kind: 'head', run: 'a' });
    channel.send({ kind: 'removed', run: 'a' });
    return heardMyself;
  });
  expect(await heard).toEqual([
    { kind: 'progress', run: 'a', upTo: 12 },
    { kind: 'ask', run: 'a', want: 'pause' },
    { kind: 'head', run: 'a' },
    { kind: 'removed', run: 'a' },
  ]);
  expect(own).toBe(0);
});

test('the space is told as the browser tells it', async ({ openLab }) => {
  const page = await openLab();
  const { before, asked, without } = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    await store.create(lab.sampleRun('a', 5000, 500));
    return {
      before: await lab.storageSpace().look(),
      asked: await lab.storageSpace().askToKeep(),
      without: await lab.storageSpace(null).askToKeep(),
    };
  });
  expect(before.persistence).toBe('at-risk');
  expect(before.used).toBeGreaterThan(0);
  expect(before.allowed).toBeGreaterThan(before.used ?? 0);
  expect(['kept', 'at-risk']).toContain(asked.persistence);
  expect(without).toEqual({ persistence: 'unknown', used: null, allowed: null });
});

import { describe, expect, it } from 'vitest';
import { Keeping } from '../../../src/sheet/keeping.svelte';
import type { DatabaseEvent } from '../../../src/sheet/store/open-database.browser';
import type { Space } from '../../../src/kit/storage/storage-space';

function keepingWith(persistence: Space['persistence'], agrees = false) {
  let tell: (event: DatabaseEvent) => void = () => {};
  const database = {
    listen: (listener: (event: DatabaseEvent) => void) => {
      tell = listener;
      return () => {};
    },
  };
  const room = { used: 10, allowed: 100 };
  const keeping = new Keeping({
    database,
    space: {
      look: () => Promise.resolve({ persistence, ...room }),
      askToKeep: () => Promise.resolve({ persistence: agrees ? 'kept' : persistence, ...room }),
    },
  });
  return { keeping, tell: (event: DatabaseEvent) => tell(event) };
}

describe('what is kept', () => {
  it.each([
    ['kept', { durable: true, outdated: false }],
    ['refused', { durable: false, outdated: false }],
    ['newer', { durable: false, outdated: true }],
  ] as const)('a storage that is %s', (outcome, expected) => {
    const { keeping } = keepingWith('unknown');
    keeping.opened(outcome);
    expect({ durable: keeping.durable, outdated: keeping.outdated }).toEqual(expected);
  });

  it('a newer Assay makes this tab outdated; waiting for an older one does not', () => {
    const { keeping, tell } = keepingWith('kept');
    tell('blocked');
    expect(keeping.outdated).toBe(false);
    tell('outdated');
    expect(keeping.outdated).toBe(true);
  });

  it.each([
    [true, 'kept', false],
    [false, 'at-risk', true],
  ] as const)('a browser that is asked to keep it and agrees: %s', async (agrees, persistence, refused) => {
    const { keeping } = keepingWith('at-risk', agrees);
    expect(keeping.room).toBeNull();
    await keeping.look();
    expect(keeping.room?.persistence).toBe('at-risk');
    await keeping.askToKeep();
    expect([keeping.room?.persistence, keeping.refused]).toEqual([persistence, refused]);
  });
});

import { expect, it } from 'vitest';
import { Turns } from '../../../src/kit/turns';

/** A look that ends when it is told to. */
function looks() {
  const open: (() => void)[] = [];
  return {
    begun: () => open.length,
    end: (number: number) => open[number]?.(),
    look: () => new Promise<void>((resolve) => open.push(resolve)),
  };
}

it('takes one look at a time, and one more for all who asked meanwhile', async () => {
  const turns = new Turns();
  const { begun, end, look } = looks();
  const first = turns.take('a', look);
  await Promise.all([turns.take('a', look), turns.take('a', look)]);
  expect(begun()).toBe(1);
  end(0);
  await expect.poll(begun).toBe(2);
  end(1);
  await first;
  expect(begun()).toBe(2);
});

it('keeps nobody waiting for another thing, and goes on after a look that failed', async () => {
  const turns = new Turns();
  const { begun, end, look } = looks();
  const slow = turns.take('a', look);
  await turns.take('b', () => Promise.resolve());
  end(0);
  await slow;
  await expect(turns.take('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  const again = turns.take('a', look);
  expect(begun()).toBe(2);
  end(1);
  await again;
});

import { expect, it } from 'vitest';
import { fetchAhead } from '../../../src/app/fetch-ahead.browser';

it('loads one part after the other, each when the page is idle, and goes on after one that fails', async () => {
  const seen: string[] = [];
  const part = (name: string, outcome: () => Promise<void>) => () => {
    seen.push(name);
    return outcome();
  };
  const fine = () => Promise.resolve();
  await fetchAhead(
    [part('one', fine), part('two', () => Promise.reject(new Error('no network'))), part('three', fine)],
    part('idle', fine),
  );
  expect(seen).toEqual(['idle', 'one', 'idle', 'two', 'idle', 'three']);
});

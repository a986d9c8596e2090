import { expect, it } from 'vitest';
import { withTimeout } from '../../../../../src/judges/api/http/send';

/** Time that passes when it is told to. */
function handClock() {
  const asleep: { wake: () => void; milliseconds: number; signal: AbortSignal }[] = [];
  const sleep = (milliseconds: number, signal: AbortSignal) =>
    new Promise<void>((wake, fail) => {
      asleep.push({ wake, milliseconds, signal });
      signal.addEventListener('abort', () => fail(new DOMException('Aborted.', 'AbortError')));
    });
  return { asleep, sleep };
}
const hanging = (signal: AbortSignal) =>
  new Promise<never>((_, fail) =>
    signal.addEventListener('abort', () => fail(new DOMException('Aborted.', 'AbortError'))),
  );

it('a server that says nothing is given up after a minute', async () => {
  const { asleep, sleep } = handClock();
  const outcome = withTimeout({ signal: new AbortController().signal, sleep }, hanging);
  expect(asleep.map(({ milliseconds }) => milliseconds)).toEqual([60_000]);
  asleep[0]?.wake();
  expect(await outcome).toEqual({ ok: false, fault: 'silent', said: '' });
});

it('calling it off is no fault of the server', async () => {
  const { asleep, sleep } = handClock();
  const person = new AbortController();
  const outcome = withTimeout({ signal: person.signal, sleep }, hanging);
  person.abort();
  await expect(outcome).rejects.toThrow('Aborted.');
  expect(asleep[0]?.signal.aborted).toBe(true);
});

it('what comes in time is passed on, and nothing waits any more', async () => {
  const { asleep, sleep } = handClock();
  const { signal } = new AbortController();
  expect(await withTimeout({ signal, sleep }, () => Promise.resolve('here'))).toBe('here');
  expect(asleep[0]?.signal.aborted).toBe(true);
  await expect(withTimeout({ signal, sleep }, () => Promise.reject(new Error('a bug')))).rejects.toThrow(
    'a bug',
  );
});

import { StorageFailure } from './runs/run-store';
import { asStorageFailure } from './runs/storage-errors';

export type Wait = (milliseconds: number) => Promise<void>;

/** After a crash, or while a process that ends still holds its lock, a browser may fail to open a database for a moment. */
const waitMilliseconds = [100, 300, 600, 1_000];

/** What a browser says that refuses storage, in its settings or in a private window: it will say so again. */
const refusals = ['SecurityError', 'InvalidStateError'];

/** What was read, were it only at a later try. */
export async function waitForStorage<T>(read: () => Promise<T>, wait: Wait): Promise<T> {
  for (const milliseconds of waitMilliseconds) {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(asStorageFailure(error))) throw error;
    }
    await wait(milliseconds);
  }
  return read();
}

function mayPass(failure: unknown): boolean {
  if (!(failure instanceof StorageFailure) || failure.kind !== 'unavailable') return false;
  // One that does not come from the browser is about something that it has not.
  return failure.cause instanceof DOMException && !refusals.includes(failure.cause.name);
}

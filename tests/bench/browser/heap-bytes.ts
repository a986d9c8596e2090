import type { CDPSession } from 'playwright';

/** What the page's heap holds after garbage was collected. */
export async function heapBytes(devtools: CDPSession): Promise<number> {
  // Twice, because what a finaliser lets go of is collected only then.
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}

import type { Page } from 'playwright/test';

/** Gives the page little space, and tells how to take that back. */
export async function limitSpace(page: Page, site: string): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(site);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
  return () => devtools.send('Storage.overrideQuotaForOrigin', { origin });
}

/** Takes all the space that is left, as other pages of the same host might. */
export async function fillUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('of-others');
      opening.onupgradeneeded = () => opening.result.createObjectStore('bytes', { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
    });
    const put = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('bytes', 'readwrite');
        transaction.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(size)));
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
      });
    for (const size of [50_000, 5_000, 500]) while (await put(size));
    database.close();
  });
}

import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { storedText } from '../support/judge-server';
import { expect, test } from '../support/test';
import { asksWhoeverLeaves } from '../support/leaving';

/** Opens the page's database as another version of Assay would, and holds on to it whatever the others ask for. */
async function openVersion(page: Page, version: number | null): Promise<void> {
  await page.route('**/other-version', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('./other-version');
  await page.evaluate(async (wanted) => {
    const name = 'assay';
    const found = (await indexedDB.databases()).find((database) => database.name === name)?.version ?? 0;
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, wanted ?? found + 1);
      opening.onsuccess = () => resolve();
      opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
    });
  }, version);
}

async function judgeSamples(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load sample cases' }).click();
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toContainText('judged in');
}

test('a page whose storage a newer one took over says so, and still does after a reload', async ({
  page,
  open,
  context,
}) => {
  await open();
  await expect(page.getByRole('button', { name: 'Load sample cases' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await openVersion(await context.newPage(), null);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('A newer Assay is open in another tab.');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Load sample cases' })).toBeEnabled();
  await expect(notice).toContainText('nothing is stored from here any more');
  await judgeSamples(page);
});

test('a page whose storage cannot be opened says that nothing is kept, and judges', async ({
  page,
  open,
  context,
}) => {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await open();
  const notice = page.getByRole('status').filter({ hasText: 'does not let the page store anything' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  expect(await asksWhoeverLeaves(page)).toBe(false);
  await judgeSamples(page);
  await expect(notice).toBeVisible();
  expect(await asksWhoeverLeaves(page)).toBe(true);
});

test('a storage that fails for a moment, as after a crash, is opened all the same', async ({
  page,
  open,
  context,
}) => {
  await open();
  await judgeSamples(page);
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect.poll(() => storedText(page)).toMatch(/"theme":"dark","language":"ko"/);
  await context.addInitScript(() => {
    const failures = new Map<string, number>();
    const open = indexedDB.open.bind(indexedDB);
    const openOrFail = (name: string, version?: number) => {
      const before = failures.get(name) ?? 0;
      if (before === 2) return open(name, version);
      failures.set(name, before + 1);
      const error = new DOMException('Internal error opening backing store.', 'UnknownError');
      const failed = new EventTarget();
      // Whoever asks looks whether it is a request.
      Object.setPrototypeOf(failed, IDBOpenDBRequest.prototype);
      Object.defineProperty(failed, 'error', { value: error });
      for (const name of ['onsuccess', 'onerror', 'onupgradeneeded'])
        Object.defineProperty(failed, name, { value: null, writable: true });
      failed.addEventListener('error', (event) => {
        const listener: unknown = Reflect.get(failed, 'onerror');
        if (typeof listener === 'function') Reflect.apply(listener, failed, [event]);
      });
      queueMicrotask(() => failed.dispatchEvent(new Event('error')));
      return failed;
    };
    Object.defineProperty(indexedDB, 'open', { value: openOrFail });
  });
  await page.goto('./#/history');
  await page.reload();
  await expect(page.getByRole('combobox', { name: '언어' })).toHaveValue('ko');
  await expect(page.getByRole('combobox', { name: '테마' })).toHaveValue('dark');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('combobox', { name: '언어' }).selectOption('en');
  await expect(page.getByRole('list', { name: 'Sheets' })).toBeVisible();
  await expect(page.getByText('does not let the page store anything')).toHaveCount(0);
});

test.describe('in Korean', () => {
  test.use({ locale: 'ko-KR' });

  test('a page that waits for an old tab asks to close it, and then goes on by itself', async ({
    page,
    context,
  }) => {
    const old = await context.newPage();
    await openVersion(old, 1);
    // Version 1 is the first there is, so the page asks as the next version of Assay would.
    await page.addInitScript(() => {
      const open = indexedDB.open.bind(indexedDB);
      Object.defineProperty(indexedDB, 'open', {
        value: (name: string, version?: number) => open(name, name === 'assay' ? 2 : version),
      });
    });
    await page.goto('./');
    await expect(page.getByRole('alert')).toContainText('이전 버전의 Assay');
    await expectAccessible(page);
    await old.close();
    await expect(page.getByRole('button', { name: '예시 케이스 불러오기' })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

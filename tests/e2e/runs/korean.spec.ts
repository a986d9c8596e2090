import type { Page } from 'playwright/test';
import { judgeSamples } from '../fixtures/workbench-steps';
import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { prepareRun, setOption } from './run-steps';

test.describe.configure({ timeout: 90_000 });

test('a run in Korean: its buttons, its state, interrupted runs and samples', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  server.hold();
  await open();
  await prepareRun(page, server, { cases: 3, key: '' });
  await setOption(page, 'Times per case', '2');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  const status = page.getByRole('status', { name: '실행 상태' });
  await page.getByRole('button', { name: '모두 심사' }).click();
  await expect(status).toHaveText('6건 중 1번째 심사 중…');
  await expect(page).toHaveTitle(/^0% 심사 · /);
  await expect(page.getByRole('spinbutton', { name: '케이스당 횟수' })).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: '케이스당 시간 제한(초)' })).toBeVisible();
  await expect.poll(() => server.inFlight().now).toBe(2);
  await page.getByRole('button', { name: '일시 정지' }).click();
  server.letGo();
  await expect(status).toHaveText('일시 정지. 6건 중 2건 심사했습니다.');
  await expect(page).toHaveTitle(/^일시 정지 · /);
  await expect(page.getByRole('group', { name: '여러 번 심사함' }).getByRole('button')).toHaveText([
    /1번/,
    /2번/,
  ]);
  await expectAccessible(page);
  await page.reload();
  const interrupted = page.getByRole('region', { name: '끝나지 않은 실행' });
  await expect(interrupted).toContainText('6건 중 2건 심사.');
  await expect(interrupted.getByRole('button')).toHaveText(['이어서 진행', '열기', '그대로 두기']);
  await expectAccessible(page);
  await interrupted.getByRole('button', { name: '이어서 진행' }).click();
  await expect(status).toContainText('심사했습니다(', { timeout: 20_000 });
});

/** Has no judgement be read from the storage. Gives what lets them be read again. */
async function refuseJudgements(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    let refusing = true;
    addEventListener('let-read', () => (refusing = false), { once: true });
    const original: unknown = Reflect.get(IDBObjectStore.prototype, 'getAll');
    if (typeof original !== 'function') throw new Error('Expected a storage that can be read.');
    Reflect.set(IDBObjectStore.prototype, 'getAll', function (this: IDBObjectStore, ...asked: unknown[]) {
      // Texts that judgements share are read with them, and with nothing else.
      if (refusing && this.name === 'texts') throw new DOMException('not now', 'UnknownError');
      const given: unknown = Reflect.apply(original, this, asked);
      return given;
    });
  });
  return () =>
    page.evaluate(() => {
      dispatchEvent(new Event('let-read'));
    });
}

test('in Korean a judgement that cannot be read says why without a word of English, and can be read later', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page);
  await page.goto('./#/history');
  await page.reload();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  const sheet = page.getByRole('article').getByRole('heading').getByRole('button');
  await expect(sheet).toBeVisible();
  const letRead = await refuseJudgements(page);
  await sheet.click();
  const judgement = page.getByRole('region', { name: '심사 결과', exact: true });
  const refused = judgement.getByRole('alert');
  await expect(refused).toContainText('이 심사 결과를 읽을 수 없습니다.');
  expect(await refused.textContent()).not.toMatch(/[a-z]/i);
  await expectAccessible(page);
  await letRead();
  await judgement.getByRole('button', { name: '다시 시도' }).click();
  await expect(judgement.getByRole('heading', { name: '평가 기준' })).toBeVisible();
});

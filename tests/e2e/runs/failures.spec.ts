import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { judgedLineSchema } from '../support/judged-line';
import { download } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { apiKey, test } from '../support/judge-server';
import { expect } from '../support/test';
import {
  asked,
  askedEach,
  beginAndHold,
  beginHeld,
  button,
  expectStatus,
  interrupted,
  prepareRun,
  runStatus,
  setOption,
  times,
} from './run-steps';

test.describe.configure({ timeout: 90_000 });

async function exported(page: Page) {
  const { path } = await download(page, 'Export JSONL');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => judgedLineSchema.parse(JSON.parse(line)));
}

test('a judge that fails again and again pauses the run; once it is mended the run goes on', async ({
  page,
  open,
  startJudge,
}) => {
  const noCredit = { kind: 'status', status: 429, code: 'insufficient_quota' } as const;
  let broken = true;
  const server = await startJudge({
    decide: (_, name) => (broken || name === 'case-12' ? noCredit : undefined),
  });
  await open();
  await prepareRun(page, server, { cases: 12, atOnce: 1 });
  await button(page, 'Judge all').click();
  await expectStatus(page, /^Paused, because the judge cannot go on: .*credit.*Nothing was lost/);
  // They reached nobody, and are asked again.
  await expect(page.getByText('12 not judged')).toBeVisible();
  await expect(page).toHaveTitle('Paused · Workbench · Assay');
  await expectAccessible(page);
  expect(asked(server)).toBe(5);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(page.getByRole('status', { name: '실행 상태' })).toContainText(
    '계정에 남은 크레딧이 없습니다 (HTTP 429).',
  );
  await page.getByRole('combobox', { name: '언어' }).selectOption('en');

  broken = false;
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  const again = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`case-${number}`, 2]));
  expect(askedEach(server)).toEqual({ ...times(12), ...again });
  // One that others show to be its own fault.
  await expect(button(page, 'Ask again for 1 failed')).toBeVisible();
  const unscored = (await exported(page)).filter(({ judgement }) => judgement.status === 'unscored');
  expect(unscored.map(({ case: { id } }) => id)).toEqual(['case-12']);
});

test('a server that goes away in mid-run pauses it; once it is back the run goes on, and only what it was at is asked twice', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await beginAndHold(page, server, 4, { cases: 12, atOnce: 5 });
  await server.close();
  // Each question is sent four times first, with ever longer waits between.
  await expect(runStatus(page)).toContainText(
    /^Paused, because the judge cannot go on: .* Check that the server runs.* Nothing was lost/,
    { timeout: 60_000 },
  );
  await expect(page.getByText('8 not judged')).toBeVisible();
  await expect(button(page, /^Ask again/)).toHaveCount(0);
  await expectAccessible(page);
  expect(askedEach(server)).toEqual(times(9));

  const back = await startJudge({ port: Number(new URL(server.origin).port) });
  await button(page, 'Resume').click();
  await expectStatus(page, '12 cases judged in');
  await expect(button(page, /^Ask again/)).toHaveCount(0);
  // Which four were answered before is the network's choice: five were under way at once.
  expect(Object.values(askedEach(back))).toEqual(Array.from({ length: 8 }, () => 1));
  expect(askedEach(back)).toMatchObject({ 'case-10': 1, 'case-11': 1, 'case-12': 1 });
});

test('a wrong key pauses the run, and the right one is used as soon as it is entered', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await prepareRun(page, server, { cases: 8, atOnce: 1, key: 'sk-wrong-0123456789' });
  await button(page, 'Judge all').click();
  await expectStatus(page, /^Paused, because the judge cannot go on: .* does not accept the API key/);
  expect(asked(server)).toBe(0);
  await page.getByLabel('API key').fill(apiKey);
  await button(page, 'Resume').click();
  await expectStatus(page, '8 cases judged in');
  expect(askedEach(server)).toEqual(times(8));
  await expect(button(page, /^Ask again/)).toHaveCount(0);
});

test('a run that goes on in a new tab without its key waits for it, and no case is lost to that', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await beginAndHold(page, server, 2, { cases: 6, atOnce: 1 });
  await page.reload();
  server.letGo();
  await interrupted(page).getByRole('button', { name: 'Resume' }).click();
  await expectStatus(page, /^Paused, because the judge cannot go on: .* does not accept the API key/);
  await page.getByLabel('API key').fill(apiKey);
  await button(page, 'Resume').click();
  await expectStatus(page, '6 cases judged in');
  await expect(button(page, /^Ask again/)).toHaveCount(0);
});

test('a paused run goes on with no other model than the one it asked', async ({ page, open, startJudge }) => {
  const server = await startJudge({ models: ['judge-1', 'judge-2'] });
  await open();
  await beginHeld(page, server, { cases: 4, atOnce: 1 });
  await button(page, 'Pause').click();
  server.letGo();
  await expectStatus(page, 'Paused. 1 of 4 judged.');
  const model = page.getByRole('textbox', { name: 'Model', exact: true });
  await model.fill('judge-2');
  await button(page, 'Resume').click();
  await expect(page.getByRole('alert')).toContainText('This run asked judge-1.');
  expect(asked(server)).toBe(1);
  await model.fill('judge-1');
  await button(page, 'Resume').click();
  await expectStatus(page, '4 cases judged in');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(askedEach(server)).toEqual(times(4));
});

test('a case that takes too long ends as unscored, with the reason, and the others are judged', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({
    decide: (_, name) => (name === 'case-2' ? { kind: 'hang' } : undefined),
  });
  await open();
  await prepareRun(page, server, { cases: 4 });
  await setOption(page, 'Time limit per case (seconds)', '1');
  await button(page, 'Judge all').click();
  await expectStatus(page, '4 cases judged in');
  await expect(button(page, 'Ask again for 1 failed')).toBeVisible();
  await expect.poll(() => server.inFlight().now).toBe(0);
  const lines = await exported(page);
  expect(
    lines
      .filter(({ judgement }) => judgement.status === 'unscored')
      .map(({ case: { id }, judgement: { reason, detail } }) => ({ id, reason, detail })),
  ).toEqual([{ id: 'case-2', reason: 'timeout', detail: 'No complete answer within 1 s.' }]);
  expect(lines).toHaveLength(4);
  await page.getByRole('table', { name: 'Results' }).locator('tbody button').nth(1).click();
  await expect(
    page.getByRole('region', { name: 'Judgement' }).getByText('No complete answer within 1 s.').first(),
  ).toBeVisible();
});

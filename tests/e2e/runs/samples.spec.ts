import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { z } from 'zod';
import { download } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { askedEach, button, expectStatus, prepareRun, setOption, times } from './run-steps';

const asks = z.object({ seed: z.number().int() });

test('three times per case: nine replies with seeds of their own, what they say together apart from each', async ({
  page,
  open,
  startJudge,
}) => {
  const turns = new Map<string, number>();
  const server = await startJudge({
    decide: (_, name) => {
      const turn = (turns.get(name) ?? 0) + 1;
      turns.set(name, turn);
      return name === 'case-2' && turn === 1 ? { kind: 'refusal', words: 'I would rather not.' } : undefined;
    },
  });
  await open();
  await prepareRun(page, server, { cases: 3, atOnce: 1 });
  await setOption(page, 'Times per case', '3');
  await button(page, 'Judge all').click();
  await expectStatus(page, /^3 cases judged in/);
  expect(askedEach(server)).toEqual(times(3, 3));
  const seeds = server.seen.map(({ body }) => asks.parse(JSON.parse(body)).seed);
  expect(new Set(seeds).size).toBe(9);

  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('3 of 3 have a score')).toBeVisible();
  const together = judgement.getByRole('table').filter({ hasText: 'Majority' });
  await expect(together.getByRole('columnheader')).toHaveText(['Criteria', 'Mean', 'Spread', 'Majority']);
  await expect(together.getByRole('row', { name: /^Verdict/ })).toContainText('3 of 3');
  await expectAccessible(page);

  // Its first reply has no score, and the case has one all the same: that of the second.
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results.getByText('Unscored')).toHaveCount(0);
  await expect(page.getByText('Its first reply with a score represents it')).toBeVisible();
  await results.locator('tbody button').nth(1).click();
  await expect(judgement.getByText('2 of 3 have a score. No. 2 represents the case')).toBeVisible();
  await expect(together.getByRole('row', { name: /^Verdict/ })).toContainText('2 of 2');
  const replies = judgement.getByRole('group', { name: 'Judged several times' }).getByRole('button');
  await expect(replies).toHaveText([/No\. 1: Unscored/, /No\. 2/, /No\. 3/]);
  await expect(replies.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(judgement.getByText('I would rather not.')).toHaveCount(0);
  await replies.first().press('Enter');
  await expect(replies.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(replies.first()).toBeFocused();
  await expect(judgement.getByText('I would rather not.').first()).toBeVisible();
  await expect(replies.nth(1)).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);

  const { path } = await download(page, 'Export CSV');
  const { data } = Papa.parse<Record<string, string>>(await readFile(path, 'utf8'), { header: true });
  expect(
    data.map((row) => ['count', 'scored', 'verdict.share'].map((name) => row[`assay.samples.${name}`])),
  ).toEqual([
    ['3', '3', '1'],
    ['3', '2', '1'],
    ['3', '3', '1'],
  ]);

  await button(page, 'Retry 1 failed reply').click();
  await expect(judgement.getByText('3 of 3 have a score')).toBeVisible({ timeout: 20_000 });
  expect(askedEach(server)).toEqual({ ...times(3, 3), 'case-2': 4 });
  // Asked again it is the same question, with the same seed.
  const ofSecond = server.seen.filter(({ marker }) => marker === 'case-2').map(({ body }) => body);
  expect(asks.parse(JSON.parse(ofSecond[3] ?? ''))).toEqual(asks.parse(JSON.parse(ofSecond[0] ?? '')));
});

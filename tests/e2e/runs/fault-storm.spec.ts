import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { reason } from '../../../src/i18n/en/judgement';
import type { Fault } from '../../support/loopback-judge/faults';
import { download } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { exportedLines } from '../support/judged-line';
import { expect } from '../support/test';
import { button, prepareRun, runStatus, setOption } from './run-steps';

/** What is to become of a case that meets a fault: it is sent again, asked again in other words, judged all the same, or ends so. */
type Then = 'sent-again' | 'asked-again' | 'judged' | { reason: string };

interface StormFault {
  fault: Fault;
  then: Then;
}

const failed = { reason: 'failed' };
const status = (code: number, more: { retryAfter?: string; hideRetryAfter?: boolean } = {}): StormFault => ({
  fault: { kind: 'status', status: code, ...more },
  then: 'sent-again',
});

const busy = status(429);
const hang: StormFault = { fault: { kind: 'hang' }, then: { reason: 'timeout' } };
const crowded: readonly StormFault[] = [
  busy,
  status(429, { retryAfter: '0' }),
  status(429, { retryAfter: '0', hideRetryAfter: true }),
  status(503),
];
const others: readonly StormFault[] = [
  status(500),
  { fault: { kind: 'error-body', status: 500, body: { oops: true } }, then: 'sent-again' },
  { fault: { kind: 'html', status: 502 }, then: 'sent-again' },
  { fault: { kind: 'reset' }, then: 'sent-again' },
  { fault: { kind: 'content', content: 'I would rather not say it in JSON.' }, then: 'asked-again' },
  { fault: { kind: 'content', content: '{}' }, then: 'asked-again' },
  { fault: { kind: 'malformed' }, then: 'sent-again' },
  { fault: { kind: 'cut', by: 'length' }, then: 'sent-again' },
  { fault: { kind: 'cut', by: 'gzip' }, then: 'sent-again' },
  { fault: { kind: 'redirect', to: '/elsewhere' }, then: 'sent-again' },
  { fault: { kind: 'flood', bytes: Infinity, as: 'json' }, then: { reason: 'truncated' } },
  { fault: { kind: 'html', status: 200 }, then: failed },
  { fault: { kind: 'tool-call' }, then: failed },
  { fault: { kind: 'no-choices' }, then: failed },
  { fault: { kind: 'cut-off' }, then: { reason: 'truncated' } },
  { fault: { kind: 'refusal', words: 'I cannot help with that.' }, then: { reason: 'refused' } },
  { fault: { kind: 'content-filter' }, then: { reason: 'refused' } },
  { fault: { kind: 'content-type', type: 'text/plain' }, then: 'judged' },
  { fault: { kind: 'drip', milliseconds: 1 }, then: 'judged' },
];

/** The same fault, or none, for the same words: three times of ten there is one. */
function stormFault(words: string, withCrowds: boolean): StormFault | null {
  const chance = fraction(words);
  if (chance >= 0.3) return null;
  const kinds = withCrowds ? [...crowded, ...others] : others;
  return kinds[Math.floor((chance / 0.3) * kinds.length)] ?? null;
}

/** FNV-1a, mixed once more so that near words lie far apart; from 0 up to 1. */
function fraction(words: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(words)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** More of them take longer: `ASSAY_STORM_ROWS=5000 npm run e2e -- fault-storm`. */
const cases = Number(process.env['ASSAY_STORM_ROWS'] ?? 500);
const milliseconds = Math.max(240_000, 250 * cases);
test.describe.configure({ timeout: milliseconds });

const atOnce = 16;
/** Up to the first the server is crowded now and then; at the second it takes nobody for a while. */
const crowdedUpTo = 60;
const burst = { from: 261, to: 284 };
/**
 * Here the server is stopped for a moment, to see how many questions come. To be as wide as before takes a run 120 replies after the
 * burst, and some more where one of those is turned away.
 */
const stops = [240, 475];
/** Never answered. Where few may be out at once, one of them would keep all others waiting. */
const hanging = [110, 380, 410];

test('30 % faults of all kinds: every row ends once, scored or with its reason, page and exports agree, and a burst is recovered from', async ({
  page,
  open,
  startJudge,
}) => {
  /** What the server did with each case, send by send. */
  const met = new Map<string, (StormFault | null)[]>();
  /**
   * Without those that hang: when the page gives one up and asks the next, the browser may send the new question before it takes
   * the old one back.
   */
  const inFlight: { number: number; isFirst: boolean; now: number }[] = [];
  const stopped: number[] = [];
  const server = await startJudge({
    http2: true,
    latency: 10,
    decide: (_, name) => {
      const number = Number(name.slice('case-'.length));
      const before = met.get(name) ?? [];
      met.set(name, before);
      const { now, hanging } = server.inFlight();
      inFlight.push({ number, isFirst: before.length === 0, now: now - hanging });
      if (before.length === 0 && stops.includes(number)) {
        server.hold();
        stopped.push(number);
      }
      const fault = faultFor(number, before.length);
      before.push(fault);
      return fault?.fault;
    },
  });
  await open();
  await prepareRun(page, server, { cases, atOnce });
  await setOption(page, 'Time limit per case (seconds)', '5');
  await button(page, 'Judge all').click();

  for (const [place, number] of stops.entries()) {
    await expect.poll(() => stopped[place], { timeout: 60_000 }).toBe(number);
    await expect.poll(() => server.inFlight().now, { timeout: 10_000 }).toBe(atOnce);
    server.letGo();
  }
  await expect(runStatus(page)).toContainText(`${cases.toLocaleString('en')} cases judged in`, {
    timeout: milliseconds,
  });

  const most = Math.max(...inFlight.map(({ now }) => now));
  expect(most, 'questions in flight').toBeLessThanOrEqual(atOnce);
  // One that is sent again comes half a second later, when the run is nearly as wide as before.
  const afterBurst = inFlight.filter(
    ({ number, isFirst }) => isFirst && number > burst.to + 4 && number <= burst.to + 12,
  );
  expect(afterBurst).toHaveLength(8);
  expect(Math.max(...afterBurst.map(({ now }) => now)), 'after the burst').toBeLessThanOrEqual(atOnce / 2);

  const sends = [...met.values()].flat();
  const share = sends.filter((each) => each !== null).length / sends.length;
  expect(share).toBeGreaterThan(0.27);
  expect(share).toBeLessThan(0.4);

  const ended = (await exportedLines(page)).map(({ case: { id }, judgement }) => ({ id, judgement }));
  expect(ended.map(({ id }) => id)).toEqual(Array.from({ length: cases }, (_, row) => `case-${row + 1}`));
  const wrong = ended.flatMap(({ id, judgement: { status, reason, detail, causes = [], output } }) => {
    const history = met.get(id) ?? [];
    const expected = endOf(history);
    const scored = status === 'unscored' ? output !== null : output === null;
    const untold = status === 'unscored' && (!detail || causes.length === 0);
    const got = reason ?? 'judged';
    return got === expected && !scored && !untold ? [] : [{ id, expected, got, detail, history }];
  });
  expect(wrong).toEqual([]);
  const unscored = ended.filter(({ judgement }) => judgement.status === 'unscored').length;
  expect(unscored).toBeGreaterThan(0);
  await expect(page.getByText(`${unscored} cases without a score`)).toBeVisible();
  const { path } = await download(page, 'Export CSV');
  const rows = Papa.parse<Record<string, string>>(await readFile(path, 'utf8'), { header: true }).data;
  expect(rows.map((row) => [row['assay.id'], row['assay.status'], row['assay.reason'] ?? ''])).toEqual(
    ended.map(({ id, judgement }) => [id, judgement.status, judgement.reason ?? '']),
  );
  await test.step('the page counts the same, by reason', async () => {
    await page.getByRole('button', { name: 'Group', exact: true }).click();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('Why unscored');
    const groups = page
      .getByRole('table')
      .filter({ has: page.getByRole('columnheader', { name: 'Scored' }) });
    const counted = async () =>
      (await groups.getByRole('row').allInnerTexts())
        .slice(1)
        .map((row) => row.split(/\s*\t\s*/).slice(0, 2));
    const expected = new Map<string, number>();
    for (const { judgement } of ended) {
      const text = judgement.reason === undefined ? '(nothing)' : reason[judgement.reason];
      expected.set(text, (expected.get(text) ?? 0) + 1);
    }
    const figure = (count: number) => count.toLocaleString('en');
    const pairs = [...expected].map(([text, count]) => [text, figure(count)]);
    await expect.poll(async () => (await counted()).toSorted()).toEqual(pairs.toSorted());
    await expectAccessible(page);
    await groups.getByRole('button', { name: reason.failed }).click();
    await expect(
      page.getByText(`${figure(expected.get(reason.failed) ?? 0)} of ${figure(cases)}`),
    ).toBeVisible();
  });
  const tries = [...met.values()].map((history) => history.filter((each) => !turnedAway(each)).length);
  expect(Math.max(...tries)).toBeLessThanOrEqual(4 * 3);
});

/** By a server that has too much to do: that is no try of the case. */
function turnedAway(each: StormFault | null): boolean {
  return each?.fault.kind === 'status' && each.fault.status === 429;
}

function faultFor(number: number, earlier: number): StormFault | null {
  if (earlier === 0 && hanging.includes(number)) return hang;
  if (earlier === 0 && number >= burst.from && number <= burst.to) return busy;
  return stormFault(`case ${number}, send ${earlier}`, number <= crowdedUpTo);
}

/** How a case has to end that met this, or why it should not have met it. */
function endOf(history: readonly (StormFault | null)[]): string {
  let [sent, asked] = [0, 1];
  for (const [place, each] of history.entries()) {
    if (!turnedAway(each)) sent += 1;
    const then = each?.then ?? 'judged';
    const last = place === history.length - 1;
    const again =
      (then === 'sent-again' && (sent < 4 || turnedAway(each))) || (then === 'asked-again' && asked < 3);
    if (again === last) return again ? 'given up too early' : 'asked too often';
    if (then === 'asked-again') [sent, asked] = [0, asked + 1];
    if (!last) continue;
    if (then === 'sent-again') return 'failed';
    if (then === 'asked-again')
      return each?.fault.kind === 'content' && each.fault.content === '{}' ? 'invalid' : 'unparseable';
    return typeof then === 'string' ? then : then.reason;
  }
  return 'never asked';
}

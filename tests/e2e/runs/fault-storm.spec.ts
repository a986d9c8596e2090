import { readFile } from 'node:fs/promises';
import { judgedLineSchema } from '../support/judged-line';
import { mostRefusals } from '../../../src/judges/api/back-off';
import { download } from '../fixtures/import-steps';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { button, prepareRun, runStatus, setOption } from './run-steps';
import { busy, hang, stormFault, type StormFault } from './storm';

test.describe.configure({ timeout: 240_000 });

const cases = 2000;
const atOnce = 16;
/** Up to the first the server is crowded now and then; at the second it takes nobody for a while. */
const crowdedUpTo = 150;
const burst = { from: 1201, to: 1232 };
/** Here the server is stopped for a moment, to see how many questions come. */
const stops = [1150, 1700];
/** Never answered. Where few may be out at once, one of them would keep all others waiting. */
const hanging = [320, 1500, 1600];

test('2,000 cases and 30 % faults: every row ends scored or with its reason, and a burst is recovered from', async ({
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
  await setOption(page, 'Time limit per case (seconds)', '10');
  await button(page, 'Judge all').click();

  for (const [place, number] of stops.entries()) {
    await expect.poll(() => stopped[place], { timeout: 60_000 }).toBe(number);
    await expect.poll(() => server.inFlight().now, { timeout: 10_000 }).toBe(atOnce);
    server.letGo();
  }
  await expect(runStatus(page)).toContainText('2,000 cases judged in', { timeout: 150_000 });

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
  expect(share).toBeGreaterThan(0.28);
  expect(share).toBeLessThan(0.33);

  const { path } = await download(page, 'Export JSONL');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const ended = lines.map((line) => {
    const { case: subject, judgement } = judgedLineSchema.parse(JSON.parse(line));
    return { id: subject.id, judgement };
  });
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
  const tries = [...met.values()].map((history) => history.filter((each) => !turnedAway(each)).length);
  expect(Math.max(...tries)).toBeLessThanOrEqual(4 * 3);
  const refusals = [...met.values()].map((history) => history.filter(turnedAway).length);
  expect(Math.max(...refusals)).toBeLessThan(mostRefusals);
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

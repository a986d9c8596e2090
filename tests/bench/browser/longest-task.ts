import type { Browser, Page } from 'playwright';

/** What kept the page's main thread longest while something was done. */
export interface LongestTask {
  name: string;
  /** By the clock, so other programs on the machine are in it. */
  milliseconds: number;
  /** Processor time of the task that took most of it. */
  processorMilliseconds: number;
  /** How much of the task that was longest by the clock went into clearing memory. */
  garbageMilliseconds: number;
  /** How many tasks were over 50 ms by the clock. */
  over50: number;
  /** How many were over 50 ms of processor time: those are the page's own doing. */
  processorOver50: number;
  /** How long all of it took. */
  totalMilliseconds: number;
}

/** A span of Chromium's trace, in microseconds; `tdur` is processor time. */
interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'v8'];

export async function longestTask(
  browser: Browser,
  page: Page,
  name: string,
  act: () => Promise<void>,
): Promise<LongestTask> {
  await browser.startTracing(page, { categories: CATEGORIES });
  const began = performance.now();
  let trace: Buffer;
  let totalMilliseconds: number;
  try {
    await act();
    totalMilliseconds = performance.now() - began;
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const events = onBusiestMainThread(traceEvents);
  const tasks = events.filter((event) => event.name === 'RunTask' && event.ph === 'X');
  const longest = tasks.reduce<TraceEvent | null>(
    (most, task) => ((task.dur ?? 0) > (most?.dur ?? -1) ? task : most),
    null,
  );
  if (!longest) throw new Error(`Expected tasks in the trace of "${name}", found none.`);
  const end = longest.ts + (longest.dur ?? 0);
  const garbage = events.filter(
    ({ name: what, ts }) => (what === 'MajorGC' || what === 'MinorGC') && ts >= longest.ts && ts < end,
  );
  return {
    name,
    milliseconds: (longest.dur ?? 0) / 1000,
    processorMilliseconds: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000,
    garbageMilliseconds: garbage.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000,
    over50: tasks.filter(({ dur = 0 }) => dur > 50_000).length,
    processorOver50: tasks.filter(({ tdur = 0 }) => tdur > 50_000).length,
    totalMilliseconds,
  };
}

/** Chromium keeps spare pages; ours is the one that does something. */
function onBusiestMainThread(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const perMain = mains.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid),
  );
  const busy = (own: readonly TraceEvent[]) =>
    own.reduce((sum, { name, dur = 0 }) => sum + (name === 'RunTask' ? dur : 0), 0);
  return perMain.reduce<TraceEvent[]>((most, own) => (busy(own) > busy(most) ? own : most), []);
}

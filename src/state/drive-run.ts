import type { Case } from '../core/model/case';
import type { RunHead, RunResult } from '../core/model/run';
import type { Judge } from '../judges/judge';
import type * as Engine from '../pipeline/engine';
import type { ReadyRubric, World } from '../pipeline/judge-case';
import type { NoRooms } from '../pipeline/make-room';
import type { EarlierResult } from '../pipeline/run-ledger';
import type { RunChannel } from '../storage/runs/run-channel';
import type { Ownership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { Active, Run } from './active-run';
import { nameOf } from './case-name';
import type { Desk } from './desk.svelte';
import { judgedOnce } from './judged-case';
import type { JudgementReader } from './judgement-reader.svelte';
import { stateOfEnded, stateOfRunning } from './run-state';
import { giveWay, yieldToPage } from './sliced-work';
import { smoothly, Unhurried } from './unhurried';
import { holding } from './unwritten';

/** What a run needs besides its desk. */
export interface Drive {
  head: RunHead;
  ready: ReadyRubric;
  judge: Judge;
  cases: readonly Case[];
  owned: Ownership;
  noRoom: NoRooms;
  /** Of a run that is not stored yet. */
  store?: Pick<RunStore, 'append'>;
  earlier?: Iterable<EarlierResult>;
  askAgain?: (result: EarlierResult) => boolean;
  unwritten?: readonly RunResult[];
}

interface DriveTools {
  runs: RunStore;
  world: World;
  channel: RunChannel;
  reader: JudgementReader;
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  began: (run: Run) => void;
  /** Told what the judge has said so far, by case. */
  forming: (texts: ReadonlyMap<string, string>) => void;
  /** Told when something has changed that other tabs show. */
  headChanged: (run: string) => void;
  /** Whether the storage belongs to a newer Assay by now. */
  outdated: () => boolean;
}

/** Has a run judge its cases, and its desk show what comes of it. Settles when it has ended. */
export async function driveRun(
  engine: typeof Engine,
  active: Active,
  drive: Drive,
  tools: DriveTools,
): Promise<void> {
  const { desk } = active;
  const { head, ready, cases, store, earlier, askAgain, unwritten } = drive;
  const { runs, world, sleep, channel, reader } = tools;
  const noRoom = new Map(drive.noRoom);
  const judge = active.judge ?? drive.judge;
  let label = '';
  let upTo = 0;
  const clock = { now: () => performance.now(), sleep };
  const rest = (milliseconds: number) => sleep(milliseconds, new AbortController().signal);
  const forming = new Map<string, string>();
  const showForming = new Unhurried(() => tools.forming(new Map(forming)), smoothly);
  const progress = new Unhurried(() => {
    desk.run = stateOfRunning(run, label, world.now());
    channel.send({ kind: 'progress', run: head.id, upTo });
  });
  const run = engine.startRun(
    {
      head,
      ready,
      judge,
      caseAt: (row) => caseAt(cases, row),
      noRoom,
      ...(store && { unstored: true }),
      ...(earlier && { earlier }),
      ...(askAgain && { askAgain }),
      ...(unwritten && { unwritten }),
    },
    { store: store ?? runs, world, clock, breathe: yieldToPage, giveWay, rest },
    {
      // Only whoever carries prompts by hand must know which case it is.
      ...(judge.id === 'pasted' && {
        asked: (row) => {
          label = nameOf(cases[row]);
          if (desk.run.kind === 'running') desk.run = { ...desk.run, label };
        },
      }),
      forming: (row, soFar) => {
        const subject = cases[row];
        if (subject) forming.set(subject.id, soFar);
        showForming.soon();
      },
      written: (results, first) => {
        const shown = forming.size;
        for (const { row } of results) forming.delete(cases[row]?.id ?? '');
        if (forming.size < shown) showForming.soon();
        keepResults(results, first, { desk, cases, head, reader });
        upTo = first + results.length;
        progress.soon();
      },
      unwritten: (results) => (desk.unwritten = holding(desk.unwritten, { head, cases, results })),
      waits: () => progress.soon(),
      changed: ({ pause }) => {
        // What it said of a case that went back to the queue is of no more use.
        if (pause?.because === 'judge') forming.clear();
        showForming.soon();
        desk.run = stateOfRunning(run, label, world.now());
      },
      // Not before: other tabs read it from the storage.
      changeStored: () => tools.headChanged(head.id),
    },
  );
  active.begun = { cases, ready, noRoom };
  tools.began(run);
  desk.run = stateOfRunning(run, label, world.now());
  if (active.cancelled) run.cancel();
  const end = await run.ended.finally(() => {
    progress.callOff();
    showForming.callOff();
  });
  desk.unwritten = holding(desk.unwritten, { head, cases, results: end.unwritten });
  const outdated = tools.outdated();
  desk.run = stateOfEnded(run.progress, end.head, { unwritten: end.unwritten.length, outdated });
  if (desk.stored?.head.id === end.head.id) desk.stored = { ...desk.stored, head: end.head };
}

function caseAt(cases: readonly Case[], row: number): Case {
  const subject = cases[row];
  if (!subject) throw new Error(`Expected a case in row ${row} of ${cases.length}.`);
  return subject;
}

function keepResults(
  results: readonly RunResult[],
  first: number,
  {
    desk,
    cases,
    head,
    reader,
  }: { desk: Desk; cases: readonly Case[]; head: RunHead; reader: JudgementReader },
): void {
  results.forEach(({ row, sample, digest, judgement }, index) => {
    const subject = cases[row];
    if (!subject) return;
    const at = { run: head.id, place: first + index };
    reader.remember(at, judgement);
    desk.keep(judgedOnce(subject, head, { sample, digest, at }));
  });
  // A later look at the log must not bring back what a run of a single case has replaced since.
  desk.hasRead(head.id, first, results.length);
}

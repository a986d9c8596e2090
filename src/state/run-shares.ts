import type { Measured } from '../core/stats/measure';
import { Tally, type Summary } from '../core/stats/tally';
import type { RunOrigin } from './judged-case';

/** The rows of a table whose judgements come from one run, or from several others that asked alike. */
export interface RunShare {
  /** How their cases were asked: shares with the same words here may be counted together. */
  asked: string;
  /** Whether it is the run that the table stands for. */
  standing: boolean;
  /** Never empty, oldest first. */
  runs: readonly [RunOrigin, ...RunOrigin[]];
  summary: Summary;
}

interface Counted {
  origin: RunOrigin;
  tally: Tally;
  rows: number;
}

/** Which runs the judgements of a table come from, and what those of each add up to. */
export class RunShares {
  readonly #byRun = new Map<string, Counted>();

  add(origin: RunOrigin, measured: Measured): void {
    const counted = this.#byRun.get(origin.id) ?? { origin, tally: new Tally(), rows: 0 };
    counted.tally.add(measured);
    counted.rows += 1;
    this.#byRun.set(origin.id, counted);
  }
  /** Takes out what `add` put in. */
  remove(run: string, measured: Measured): void {
    const counted = this.#byRun.get(run);
    if (!counted) return;
    counted.tally.remove(measured);
    counted.rows -= 1;
    if (counted.rows === 0) this.#byRun.delete(run);
  }

  /** The run that the table stands for first, then the others, the newest before the older. */
  list(standing: string | null): RunShare[] {
    const others = new Map<string, Counted[]>();
    const shares: RunShare[] = [];
    for (const counted of this.#byRun.values()) {
      if (counted.origin.id === standing) shares.push(...shareOf([counted], true));
      else {
        const asked = howAsked(counted.origin);
        others.set(asked, [...(others.get(asked) ?? []), counted]);
      }
    }
    const rest = [...others.values()].flatMap((alike) => shareOf(alike, false));
    return [...shares, ...rest.sort((a, b) => (newestOf(a) < newestOf(b) ? 1 : -1))];
  }
}

/** Whether the judgements come from more than one run. */
export function isMixed([first, ...more]: readonly RunShare[]): boolean {
  return first !== undefined && (more.length > 0 || first.runs.length > 1);
}

/** Whether all were asked alike, so that a mean over them says something. */
export function askedAlike([first, ...more]: readonly RunShare[]): boolean {
  return more.every(({ asked }) => asked === first?.asked);
}

/** The runs of the share that these were of, the same list where nothing changed. Null where there is no such share any more. */
export function runsOfShare(shares: readonly RunShare[], runs: readonly string[]): readonly string[] | null {
  const share = isMixed(shares) && shares.find((one) => one.runs.some(({ id }) => runs.includes(id)));
  if (!share) return null;
  const present = share.runs.map(({ id }) => id);
  return present.length === runs.length && present.every((id) => runs.includes(id)) ? runs : present;
}

function shareOf(alike: readonly Counted[], standing: boolean): RunShare[] {
  const [first, ...more] = alike.map(({ origin }) => origin).sort((a, b) => (a.created < b.created ? -1 : 1));
  if (!first) return [];
  const summary = Tally.together(alike.map(({ tally }) => tally)).summary();
  return [{ asked: howAsked(first), standing, runs: [first, ...more], summary }];
}

/** A program asks nobody, so that no setting makes a difference to it. */
function howAsked({ rubric, judge, settings: { mode, tellFacts, asking = 'case' } }: RunOrigin): string {
  const settings = judge.kind === 'program' ? [] : [mode, tellFacts, asking, judge.model, judge.parameters];
  return JSON.stringify([rubric.hash, judge.id, ...settings]);
}

function newestOf({ runs }: RunShare): string {
  return runs.at(-1)?.created ?? '';
}

import type { NoRoom } from '../core/model/cause';
import type { Preparation, PrepareHooks } from './prepare-judge';

/** Cases without room end as such, or their room is looked at once more. */
export type NoRoomDecision = 'go-on' | 'count-again';
/** How many cases do not fit, and what the longest of them takes. */
export interface NoRoomCount {
  cases: number;
  of: number;
  longest: NoRoom;
}
export type NoRooms = ReadonlyMap<number, NoRoom>;

interface Hooks {
  signal: AbortSignal;
  /** Puts a question to the judge about its room. */
  prepare: (hooks: PrepareHooks) => Promise<Preparation>;
  /** How many cases the run asks about. */
  cases: number;
  counting: (counted: number, of: number) => void;
  /** Some cases do not fit. Settles with what the person says. */
  ask: (noRoom: NoRoomCount) => Promise<NoRoomDecision>;
}

/** Which cases are to end without being asked, since they do not fit and the person goes on without them. Null: called off. */
export async function makeRoom({ signal, prepare, cases, counting, ask }: Hooks): Promise<NoRooms | null> {
  for (;;) {
    const outcome = await prepare({ signal, onCount: counting }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (!outcome || signal.aborted) return null;
    if ('problem' in outcome) throw new Error(outcome.problem);
    const { noRoom } = outcome;
    const longest = longestOf(noRoom);
    if (!longest) return noRoom;
    const decision = await ask({ cases: noRoom.size, of: cases, longest });
    if (wasCalledOff(signal)) return null;
    if (decision === 'go-on') return noRoom;
  }
}

function longestOf(noRoom: NoRooms): NoRoom | null {
  const needs = ({ tokens, reply }: NoRoom) => tokens + reply;
  return [...noRoom.values()].reduce<NoRoom | null>(
    (longest, each) => (longest && needs(longest) >= needs(each) ? longest : each),
    null,
  );
}

/** Asked anew after each wait. */
function wasCalledOff(signal: AbortSignal): boolean {
  return signal.aborted;
}

import type { Case } from '../core/model/case';
import type { NoRoom } from '../core/model/cause';
import type * as Engine from '../pipeline/engine';
import type { ReadyRubric } from '../pipeline/judge-case';
import type { NoRoomDecision } from '../pipeline/make-room';
import type { Desk } from './desk.svelte';
import type { ReplaceableJudge } from './replaceable-judge';

export type Run = ReturnType<typeof Engine.startRun>;

/** The run that this tab drives, from the wish for it to its end. */
export interface Active {
  desk: Desk;
  judgeId: string;
  /** Null while the run is being prepared. */
  run: Run | null;
  /** Null until it is known, and where a program judges. */
  judge: ReplaceableJudge | null;
  preparing: AbortController;
  /** What it takes to look at the room again, once the run has begun. */
  begun: { cases: readonly Case[]; ready: ReadyRubric; noRoom: Map<number, NoRoom> } | null;
  /** What becomes of cases without room, while that is for the person to say. */
  decide: ((decision: NoRoomDecision) => void) | null;
  cancelled: boolean;
}

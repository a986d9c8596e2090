import type { RunHead } from '../core/model/run';

/** Whether a run was begun and is not over, in whatever tab. */
export function isOpen({ state, pause, removed }: RunHead): boolean {
  // One that waits for the results of a batch was left on purpose.
  const open = state === 'running' || (state === 'paused' && pause?.because !== 'batch');
  return open && removed === null;
}

/**
 * Whether it was judged in this browser. One that came in from a file names a judge of somebody else's choice, to whom nothing may
 * be sent: such a run is only looked at, and its cases are judged in a new run.
 */
export function isOwnWork({ imported }: Pick<RunHead, 'imported'>): boolean {
  return imported === undefined;
}

/** The head of a run that nobody goes on with. One that has all its results was only being asked a second time. */
export function calledOff(head: RunHead): RunHead {
  if (head.state === 'finished') return head;
  const { again: _, ...rest } = head;
  const complete = head.counts.done === head.cases * head.settings.samples;
  return { ...rest, state: complete ? 'finished' : 'cancelled', pause: null };
}

/** The head of a run that is to ask again for what has no score in its log before a place. */
export function askingAgain(head: RunHead, before: number): RunHead {
  const { done, statuses } = head.counts;
  const left = head.cases * head.settings.samples - done + (statuses.unscored ?? 0);
  return { ...head, state: 'running', pause: null, again: { before, left } };
}

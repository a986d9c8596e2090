import type { RunHead } from '../core/model/run';

/** Whether a run was begun and is not over, in whatever tab. */
export function isOpen({ state, removed }: RunHead): boolean {
  return (state === 'running' || state === 'paused') && removed === null;
}

/** The head of a run that nobody goes on with. One that has all its results was only being asked a second time. */
export function calledOff(head: RunHead): RunHead {
  if (head.state === 'finished') return head;
  const { again: _, ...rest } = head;
  const complete = head.counts.done === head.cases * head.settings.samples;
  return { ...rest, state: complete ? 'finished' : 'cancelled', pause: null };
}

import type { RunHead } from '../core/model/run';

/** Whether nothing that is compared changed between the two; the run may have been renamed. */
export function sameResults(
  a: { head: RunHead; revision: number },
  b: { head: RunHead; revision: number },
): boolean {
  const [one, other] = [a.head, b.head];
  const same = one.changed === other.changed && one.counts.done === other.counts.done;
  return same && one.state === other.state && a.revision === b.revision;
}

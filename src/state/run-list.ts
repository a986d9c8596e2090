import type { RunHead } from '../core/model/run';
import type { RunState } from './run-state';

/** When a run came here: judged, or brought in from a file. */
export function arrivalOf({ created, imported }: RunHead): string {
  return imported ?? created;
}

/** Pinned runs first, and the newest first among each. */
export function inOrder(heads: readonly RunHead[]): RunHead[] {
  return heads.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || Date.parse(arrivalOf(b)) - Date.parse(arrivalOf(a)),
  );
}

/** In milliseconds. Null where nothing is judged yet, and where nobody knows, as of a batch. */
export function timeTaken({ milliseconds, counts }: RunHead): number | null {
  return counts.done > 0 && milliseconds > 0 ? milliseconds : null;
}

/** Runs in which every word of the search occurs. `wordsOf` is what a person reads of a run. */
export function findRuns(
  heads: readonly RunHead[],
  search: string,
  wordsOf: (head: RunHead) => readonly string[],
): readonly RunHead[] {
  const wanted = fold(search).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return heads;
  return heads.filter((head) => {
    const text = fold(wordsOf(head).join('\n'));
    return wanted.every((word) => text.includes(word));
  });
}

/** Korean from a Mac may come with its syllables taken apart. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Whether somebody may go on with the run: one that was left or cancelled has cases that nobody was asked about. */
export function waits(state: RunState): boolean {
  return (
    state.kind === 'paused' ||
    state.kind === 'interrupted' ||
    (state.kind === 'cancelled' && state.done < state.total) ||
    (state.kind === 'elsewhere' && state.doing === 'paused')
  );
}

import type { Case } from '../model/case';
import type { Judgement } from '../model/judgement';
import type { Digest } from '../model/run';
import type { Samples } from './samples';

/** Entries whose judgements must be at hand before the writing goes on: from one place up to, and without, another. */
export interface Wanted {
  from: number;
  to: number;
}

/** Text to be written, in order; it may be empty, as a chance to let the page breathe. Or what is needed for the next. */
export type Piece = string | Wanted;

const entriesAtOnce = 250;

/** Whether the entries from this place on are to be asked for before they are looked at. */
export function wantedAt(index: number, count: number): Wanted | null {
  return index % entriesAtOnce === 0 ? { from: index, to: Math.min(count, index + entriesAtOnce) } : null;
}

export interface JudgedEntry {
  subject: Case;
  /** That which stands for the case. */
  judgement: Judgement | undefined;
  /** It was judged, but its judgement cannot be read as it is stored. */
  unreadable?: true | undefined;
  /** It was judged, and the case was edited since: its judgement counts nowhere and is not given. */
  outdated?: true | undefined;
  /** Where it was judged several times. */
  samples?: Samples<Digest> | undefined;
}

/** The cases to be written, in their order. Asked for one by one, so that 100,000 of them need not be gathered first. */
export interface JudgedEntries<Entry extends JudgedEntry = JudgedEntry> {
  count: number;
  at: (index: number) => Entry;
}

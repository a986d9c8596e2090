/**
 * Keys of the one object store. Heads lie together, so that a list of runs reads nothing else; all else of a run lies under
 * its id, so that one range deletes it. Pieces of the log are keyed by the place of their first result.
 */
export const headKey = (run: string): IDBValidKey => ['head', run];
export const rubricKey = (run: string): IDBValidKey => ['run', run, 'rubric'];
export const sourcesKey = (run: string): IDBValidKey => ['run', run, 'sources'];
export const logKey = (run: string): IDBValidKey => ['run', run, 'log'];
export const textKey = (run: string, number: number): IDBValidKey => ['run', run, 'text', number];
export const casesKey = (run: string, piece: number): IDBValidKey => ['run', run, 'cases', piece];
/** Which case each piece of them begins with. Runs of version 1 have none. */
export const caseStartsKey = (run: string): IDBValidKey => ['run', run, 'case-starts'];
export const pieceKey = (run: string, kind: PieceKind, place: number): IDBValidKey => [
  'run',
  run,
  kind,
  place,
];

/** What tables need, sealed and not yet, and what an opened row needs. */
export type PieceKind = 'digests' | 'judgements' | 'tail';

// An array sorts behind every string and number.
const last: IDBValidKey = [];

export const allHeads = (): IDBKeyRange => IDBKeyRange.bound(['head'], ['head', last]);
export const allOfRun = (run: string): IDBKeyRange => IDBKeyRange.bound(['run', run], ['run', run, last]);
export const allTexts = (run: string): IDBKeyRange =>
  IDBKeyRange.bound(['run', run, 'text'], ['run', run, 'text', last]);
export const piecesFrom = (run: string, kind: PieceKind, place: number): IDBKeyRange =>
  IDBKeyRange.bound(pieceKey(run, kind, place), ['run', run, kind, last]);
export const piecesUpTo = (run: string, kind: PieceKind, place: number): IDBKeyRange =>
  IDBKeyRange.bound(['run', run, kind], pieceKey(run, kind, place));

/** The second part of a key, which is the run's id in all of them. */
export function runOfKey(key: IDBValidKey): string {
  const run: unknown = Array.isArray(key) ? key[1] : key;
  return typeof run === 'string' ? run : JSON.stringify(run);
}

/** The last part of a piece's key: the place of its first result. */
export function placeOfKey(key: IDBValidKey): number {
  const place: unknown = Array.isArray(key) ? key.at(-1) : key;
  return typeof place === 'number' ? place : Number.NaN;
}

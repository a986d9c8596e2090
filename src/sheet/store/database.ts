import { StorageFailure } from '../sheet-store';

/** What a sheet store needs of a database: IndexedDB has it, and a tab's memory where the browser refuses storage. */

/** Values by id. `logs` lie apart from `runs`: every append reads and writes one, and a head may be long. */
const byId = ['sheets', 'runs', 'logs', 'rubrics'] as const;
/** Values by id and place. Pieces are keyed by the place of their first item. */
const byPlace = ['caseIndex', 'caseTexts', 'entries', 'judgements', 'texts'] as const;
export const storeNames = [...byId, ...byPlace];
export type IdStore = (typeof byId)[number];
export type PlaceStore = (typeof byPlace)[number];
export type StoreName = IdStore | PlaceStore;

export type Key = string | [id: string, place: number];
export interface Stored {
  id: string;
  value: unknown;
}
export interface Piece {
  place: number;
  value: unknown;
}
/** Places of an id, both ends included. Absent: from the first, to the last, any number of them. */
export interface Range {
  from?: number;
  to?: number;
  most?: number;
}

/** Values are checked by the schemas of stored-shapes.ts when they are read. */
export interface Transaction {
  get(store: StoreName, key: Key): Promise<unknown>;
  all(store: IdStore): Promise<Stored[]>;
  /** Includes runs with a damaged head. */
  runsOf(sheet: string): Promise<Stored[]>;
  pieces(store: PlaceStore, id: string, range?: Range): Promise<Piece[]>;
  /** The last that begins at the place or before it. */
  lastPiece(store: PlaceStore, id: string, upTo: number): Promise<Piece | null>;
}
export interface WriteTransaction extends Transaction {
  /** Where it fails, the transaction fails and says why. */
  put(store: StoreName, key: Key, value: unknown): void;
  /** Settles when the database has taken it. */
  putAndWait(store: StoreName, key: Key, value: unknown): Promise<void>;
  delete(store: StoreName, key: Key): void;
  deletePieces(store: PlaceStore, id: string, from?: number): void;
}

/** Between its steps the work of a transaction may await only that transaction, which would end early otherwise. */
export interface SheetDatabase {
  read<T>(stores: StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** All that `work` writes or nothing, settled when it is stored. */
  write<T>(stores: StoreName[], work: (transaction: WriteTransaction) => Promise<T>): Promise<T>;
}

/** Errors of the browser as failures that a person can read. Anything else is a bug and stays as it is. */
export function asStorageFailure(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const options = { cause: error };
  if (error.name === 'VersionError') return newerVersion(options);
  if (error.name === 'QuotaExceededError')
    return new StorageFailure(
      'quota',
      'The browser gives this page no more space. Export what you want to keep, delete sheets or runs you no longer need, and go on.',
      options,
    );
  if (['NotReadableError', 'DataError', 'DataCloneError'].includes(error.name))
    return new StorageFailure('damaged', `The browser cannot read what it stored: ${error.message}`, options);
  return new StorageFailure(
    'unavailable',
    `The browser refused to store or read: ${error.message || 'it aborted the transaction'}. Reload the page; if that does not help, export what is open.`,
    options,
  );
}

export function newerVersion(options?: ErrorOptions): StorageFailure {
  return new StorageFailure(
    'newer-version',
    'A newer Assay is open in another tab, or was opened before. Reload this tab to go on; everything stored is still there.',
    options,
  );
}

export function damaged(what: string, why: string): StorageFailure {
  return new StorageFailure('damaged', `${what} cannot be read as it is stored: ${why}`);
}

export function missing(what: string): StorageFailure {
  return new StorageFailure('missing', `${what} is not stored. It may have been deleted in another tab.`);
}

export function nullIfDamaged(error: unknown): null {
  if (error instanceof StorageFailure && error.kind === 'damaged') return null;
  throw error;
}

/** What `read` gives, or null where what is stored is damaged. */
export function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    return nullIfDamaged(error);
  }
}

import type { StorageFailure } from '../storage/runs/run-store';
import { messageOf } from '../core/model/message-of';

const kinds: readonly StorageFailure['kind'][] = [
  'quota',
  'unavailable',
  'newer-version',
  'damaged',
  'missing',
];

/** Why something stored could not be read or written: by its kind where the storage says it, and as it was told. */
export interface Trouble {
  kind: StorageFailure['kind'] | null;
  detail: string;
}

export function troubleOf(error: unknown): Trouble {
  const detail = messageOf(error);
  if (!(error instanceof Error) || error.name !== 'StorageFailure' || !('kind' in error))
    return { kind: null, detail };
  return { kind: kinds.find((kind) => kind === error.kind) ?? null, detail };
}

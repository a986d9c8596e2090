import { storageFaultSchema, type StorageFault } from '../core/model/run';

/** Null where it is no failure of the storage. */
export function storageFaultOf(error: unknown): StorageFault | null {
  if (!(error instanceof Error) || error.name !== 'StorageFailure' || !('kind' in error)) return null;
  return storageFaultSchema.safeParse(error.kind).data ?? null;
}

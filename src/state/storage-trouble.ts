import { messageOf } from '../core/model/message-of';
import type { StorageFault } from '../core/model/run';
import { storageFaultOf } from '../pipeline/storage-fault';

/** Why something stored could not be read or written: by its kind where the storage says it, and as it was told. */
export interface Trouble {
  kind: StorageFault | null;
  detail: string;
}

export function troubleOf(error: unknown): Trouble {
  return { kind: storageFaultOf(error), detail: messageOf(error) };
}

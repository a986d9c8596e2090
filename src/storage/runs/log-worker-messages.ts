import type { StorageFault } from '../../core/model/run';
import type { Appended, AppendOrder } from './append-results';

export interface LogRequest {
  id: number;
  order: AppendOrder;
}

export type LogReply =
  /** The database is open. */
  | { kind: 'ready' }
  | { kind: 'done'; id: number; appended: Appended }
  /** Without a fault it is a bug. */
  | { kind: 'failed'; id: number; fault: StorageFault | null; message: string };

import type { BatchEngine } from '../core/export/batch/batch-engine';
import type * as Batch from '../pipeline/batch';
import type { BatchWire } from '../pipeline/batch-unit';
import type { ReadBatchAway } from '../pipeline/batch-worker-client';
import type { World } from '../pipeline/judge-case';
import type { RunMessage } from '../storage/runs/run-channel';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { LoadEngine, RubricShelf } from './rubric-shelf.svelte';

export interface BatchTools {
  load: () => Promise<typeof Batch>;
  loadEngine: LoadEngine;
  wire: (engine: BatchEngine) => Promise<BatchWire>;
  world: World;
  runs: RunStore;
  ownership: RunOwnership;
  shelf: Pick<RubricShelf, 'factsOf'>;
  tell: (message: RunMessage) => void;
  /** Reads results beside the page. Only for runs that are kept where a worker finds them. */
  loadReader: () => Promise<ReadBatchAway>;
}

/** How long batch work may hold the main thread before the page gets its turn. */
export const sliceMilliseconds = 8;
/** Results that are stored together. */
export const groupLength = 100;

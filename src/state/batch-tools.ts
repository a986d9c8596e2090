import type { BatchEngine } from '../core/export/batch/batch-engine';
import type * as Batch from '../pipeline/batch';
import type { BatchWire } from '../pipeline/batch-unit';
import type { ReadBatchAway } from '../pipeline/batch-worker-client';
import type { World } from '../pipeline/ready-rubric';
import type { SheetChange } from '../sheet/changes';
import type { RubricVersions } from '../sheet/rubric-versions';
import type { RunLocks } from '../sheet/run-locks';
import type { SheetStore } from '../sheet/sheet-store';
import type { LoadEngine } from './rubric-shelf.svelte';

export interface BatchTools {
  load: () => Promise<typeof Batch>;
  loadEngine: LoadEngine;
  wire: (engine: BatchEngine) => Promise<BatchWire>;
  world: World;
  store: SheetStore;
  locks: Pick<RunLocks, 'claim'>;
  rubrics: Pick<RubricVersions, 'version' | 'ready'>;
  changes: { tell: (change: SheetChange) => void };
  /** Reads results beside the page. Only for sheets that are kept where a worker finds them. */
  loadReader: () => Promise<ReadBatchAway>;
}

/** How long batch work may hold the main thread before the page gets its turn. */
export const sliceMilliseconds = 8;
/** Results that are stored together. */
export const groupLength = 100;

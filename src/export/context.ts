import { createContext } from 'svelte';
import type { BatchPlace } from './batch/batch-place.svelte';
import type { Exports } from './exports.svelte';

export interface ExportTools {
  exports: Exports;
  /** Rejects when that part of the page cannot be loaded. */
  openBatch: () => Promise<BatchPlace>;
}

export const [useExport, provideExport] = createContext<ExportTools>();

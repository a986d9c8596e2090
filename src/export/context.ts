import { createContext } from 'svelte';
import type { BatchExport } from './batch/batch-export.svelte';
import type { BatchResults } from './batch/batch-results.svelte';
import type { Exports } from './exports.svelte';

export interface ExportTools {
  /** Rejects when that part of the page cannot be loaded. */
  openExports: () => Promise<Exports>;
  /** Rejects when that part of the page cannot be loaded. */
  openBatch: () => Promise<{ out: BatchExport; results: BatchResults }>;
}

export const [useExport, provideExport] = createContext<ExportTools>();

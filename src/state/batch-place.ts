import { batchWords, type BatchWords } from '../i18n/batch-words';
import { BatchExport } from './batch-export.svelte';
import { BatchResults } from './batch-results.svelte';
import type { BatchTools } from './batch-tools';
import type { Preferences } from './preferences.svelte';
import type { Workbench } from './workbench.svelte';

interface Tools extends Omit<BatchTools, 'runs' | 'shelf'> {
  preferences: Preferences;
  workbench: Workbench;
}

/** All that batch files need in the page, in one module, so that it is loaded when they are first asked for. */
export class BatchPlace {
  readonly out: BatchExport;
  readonly results: BatchResults;
  readonly #preferences: Preferences;

  constructor({ preferences, workbench, ...given }: Tools) {
    this.#preferences = preferences;
    const tools = { ...given, runs: workbench.runs, shelf: workbench.shelf };
    this.out = new BatchExport({
      ...tools,
      desk: () => workbench.batchDesk,
      laidOut: (desk, head, cases) => {
        workbench.awaitResults(desk, head, cases);
      },
    });
    this.results = new BatchResults(tools);
  }

  get words(): BatchWords {
    return batchWords[this.#preferences.language];
  }
}

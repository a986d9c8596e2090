import { batchWords, type BatchWords } from '../../i18n/batch-words';
import { BatchExport } from './batch-export.svelte';
import { BatchResults } from './batch-results.svelte';
import type { BatchTools } from './batch-plan';
import type { Preferences } from '../../i18n/preferences.svelte';

interface Tools extends BatchTools {
  preferences: Preferences;
}

/** All that batch files need in the page, in one module, so that it is loaded when they are first asked for. */
export class BatchPlace {
  readonly out: BatchExport;
  readonly results: BatchResults;
  readonly #preferences: Preferences;

  constructor({ preferences, ...tools }: Tools) {
    this.#preferences = preferences;
    this.out = new BatchExport(tools);
    this.results = new BatchResults(tools);
  }

  get words(): BatchWords {
    return batchWords[this.#preferences.language];
  }
}

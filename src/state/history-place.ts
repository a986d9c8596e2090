import { createContext } from 'svelte';
import { historyWords, type HistoryWords } from '../i18n/history-words';
import type * as RunFileTools from '../pipeline/run-files';
import { History, type HistoryTools } from './history.svelte';
import { judgeInWords } from './judge-in-words';
import type { Preferences } from './preferences.svelte';
import { RunFiles } from './run-files.svelte';

export interface PlaceTools extends Omit<HistoryTools, 'wordsOf'> {
  preferences: Preferences;
  newId: () => string;
  unstoredOf: (run: string) => number;
  loadRunFiles: () => Promise<typeof RunFileTools>;
}

/** All that the screens about stored runs share, in one module, so that the page loads it when the first of them is opened. */
export class HistoryPlace {
  readonly history: History;
  readonly runFiles: RunFiles;
  readonly #preferences: Preferences;

  constructor({ preferences, newId, unstoredOf, loadRunFiles, ...tools }: PlaceTools) {
    this.#preferences = preferences;
    this.history = new History({
      ...tools,
      wordsOf: (head) => judgeInWords(head, preferences.t, this.words),
    });
    this.runFiles = new RunFiles({
      ...tools,
      newId,
      unstoredOf,
      load: loadRunFiles,
      copyTitle: (title) => this.words.copyTitle(title),
    });
  }

  get words(): HistoryWords {
    return historyWords[this.#preferences.language];
  }
}

export const [useHistory, provideHistory] = createContext<HistoryPlace>();

import { createContext } from 'svelte';
import { historyWords, type HistoryWords } from '../../i18n/history-words';
import { History, type HistoryTools } from '../../sheet/history/history.svelte';
import { judgeInWords } from '../../sheet/run-names';
import type { Preferences } from '../../i18n/preferences.svelte';
import { SheetFiles, type SheetFilesTools } from '../../export/sheet-file/sheet-files.svelte';

export type PlaceTools = Omit<HistoryTools, 'wordsOf'> & SheetFilesTools & { preferences: Preferences };

/** All that the screens about stored sheets share, in one module, so that the page loads it when the first of them is opened. */
export class HistoryPlace {
  readonly history: History;
  readonly sheetFiles: SheetFiles;
  readonly #preferences: Preferences;

  constructor({ preferences, ...tools }: PlaceTools) {
    this.#preferences = preferences;
    this.history = new History({
      ...tools,
      wordsOf: (run) => judgeInWords(run, preferences.t, this.words),
    });
    this.sheetFiles = new SheetFiles(tools);
  }

  get words(): HistoryWords {
    return historyWords[this.#preferences.language];
  }
}

export const [useHistory, provideHistory] = createContext<HistoryPlace>();

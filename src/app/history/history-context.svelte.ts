import { createContext } from 'svelte';
import { historyWords, type HistoryWords } from '../../i18n/history-words';
import { History, type HistoryTools } from '../../sheet/history/history.svelte';
import { judgeInWords } from '../../sheet/run-names';
import type { Preferences } from '../../i18n/preferences.svelte';
import { SheetFiles, type SheetFilesTools } from '../../export/sheet-file/sheet-files.svelte';

export type HistoryContextTools = Omit<HistoryTools, 'wordsOf'> &
  SheetFilesTools & { preferences: Preferences };

/** What the screens about stored sheets share. The page loads it with the first of them. */
export class HistoryContext {
  readonly history: History;
  readonly sheetFiles: SheetFiles;
  readonly #preferences: Preferences;

  constructor({ preferences, ...tools }: HistoryContextTools) {
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

export const [useHistory, provideHistory] = createContext<HistoryContext>();

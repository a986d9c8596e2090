import { createContext } from 'svelte';
import { historyWords, type HistoryWords } from '../../i18n/history-words';
import { History, type HistoryTools } from '../../sheet/history/history.svelte';
import type { Item } from '../../sheet/history/removal.svelte';
import type { RubricLibrary } from '../../sheet/rubric-versions.svelte';
import type { SheetHead } from '../../sheet/sheet';
import { judgeInWords, runTitle, sheetTitle } from '../../sheet/run-names';
import type { Preferences } from '../../i18n/preferences.svelte';
import { SheetFiles, type SheetFilesTools } from '../../export/sheet-file/sheet-files.svelte';

export type HistoryContextTools = Omit<HistoryTools, 'wordsOf'> &
  SheetFilesTools & { preferences: Preferences; library: Pick<RubricLibrary, 'titleOf'> };

/** What the screens about stored sheets share. The page loads it with the first of them. */
export class HistoryContext {
  readonly history: History;
  readonly sheetFiles: SheetFiles;
  readonly #preferences: Preferences;
  readonly #library: HistoryContextTools['library'];

  constructor({ preferences, library, ...tools }: HistoryContextTools) {
    this.#preferences = preferences;
    this.#library = library;
    this.history = new History({
      ...tools,
      wordsOf: (run) => judgeInWords(run, preferences.t, this.words),
    });
    this.sheetFiles = new SheetFiles(tools);
  }

  get words(): HistoryWords {
    return historyWords[this.#preferences.language];
  }
  rubricTitle(rubric: SheetHead['rubric']): string {
    return this.#library.titleOf(rubric, this.#preferences.language);
  }
  nameOf(item: Item): string {
    const { t } = this.#preferences;
    if (item.kind === 'run') return runTitle(item.head, t, this.words);
    const rubric = { title: this.rubricTitle(item.head.rubric) };
    return sheetTitle({ ...item.head, rubric }, t.sheet.ofSamples);
  }
}

export const [useHistory, provideHistory] = createContext<HistoryContext>();

import type { Case } from '../cases/case';
import type { Messages } from '../i18n/en/en';
import { errorMessage } from '../kit/error-message';
import { BlobBuilder } from '../kit/blob-builder';
import { saveFile } from '../kit/save-file.browser';
import { SlicedWork, yieldEvery, type Slices } from '../kit/sliced-work.browser';
import type { Deck } from '../overview/present/slide';
import type { Language } from '../kit/storage/stored-settings';
import type { Rubric } from '../rubric/rubric';
import { FileWork } from './file-work.svelte';
import { JudgedRuns, type StoredJudgements } from './export-run';
import type { ToExport } from './gather';
import type { Translation } from './report/report';
import type * as Writers from './writers';

export type ExportKind = 'csv' | 'jsonl' | 'report' | 'deck';

export interface CsvChoices {
  bom: boolean;
  delimiter: ',' | ';' | '\t';
  rationales: boolean;
  filteredOnly: boolean;
  allRuns: boolean;
}

type ExportState =
  | { kind: 'writing'; what: ExportKind; share: number }
  | { kind: 'cancelled' }
  /** `unreadable`: the cases whose judgement cannot be read as it is stored. */
  | { kind: 'done'; name: string; unreadable: readonly string[] }
  | { kind: 'failed'; message: string };

interface Tools {
  loadWriters: () => Promise<typeof Writers>;
  gather: (choices: { filteredOnly: boolean; allRuns: boolean }) => Slices<ToExport | null>;
  reader: StoredJudgements;
  /** The slides of the run in focus. Null where the sheet has no rubric. */
  deck: () => Promise<Deck | null>;
  language: () => Language;
  messages: () => Messages;
  /** The rubric and its judgements in the reader's language. Null where it has no texts in it. */
  translate: (rubric: Rubric, language: Language) => Promise<Translation | null>;
  nameOf: (subject: Case) => string;
  build: string;
}

const types = {
  csv: { extension: 'csv', mime: 'text/csv' },
  jsonl: { extension: 'jsonl', mime: 'application/jsonl' },
  report: { extension: 'html', mime: 'text/html' },
} as const;

const sliceMilliseconds = 8;

/** Writes results to a file in pieces, so that the page stays alive whatever their number. */
export class Exports extends FileWork<ExportState> {
  readonly #tools: Tools;
  choices = $state.raw<CsvChoices>({
    bom: true,
    delimiter: ',',
    rationales: true,
    filteredOnly: false,
    allRuns: false,
  });

  constructor(tools: Tools) {
    super();
    this.#tools = tools;
  }

  choose(change: Partial<CsvChoices>): void {
    this.choices = { ...this.choices, ...change };
  }

  async write(what: ExportKind): Promise<void> {
    if (this.busy) return;
    if (what === 'deck') return this.writeDeck();
    const signal = this.begin({ kind: 'writing', what, share: 0 });
    try {
      const gathering = new SlicedWork();
      signal.addEventListener('abort', () => gathering.cancel());
      const { filteredOnly, allRuns } = this.choices;
      // A report is of one run.
      const choices = { filteredOnly, allRuns: allRuns && what !== 'report' };
      const given = await gathering.run(this.#tools.gather(choices));
      signal.throwIfAborted();
      if (!given) {
        this.state = { kind: 'idle' };
        return;
      }
      const writers = await this.#tools.loadWriters();
      const judged = new JudgedRuns(given.runs, this.#tools.reader);
      const file = new BlobBuilder();
      const maybeYield = yieldEvery(sliceMilliseconds);
      let done = 0;
      const onProgress = (entries: number) => (done = entries);
      const { summary, sources, people } = given;
      const { language, messages, build, translate, nameOf } = this.#tools;
      const time = new Date().toISOString();
      const inWords = { language: language(), page: messages(), nameOf, font: writers.font };
      const translation = what === 'report' ? await translate(given.runs[0].rubric, inWords.language) : null;
      const pieces = {
        csv: () => writers.scoredCsvChunks(judged, { sources, people }, { ...this.choices, onProgress }),
        jsonl: () => writers.judgementsJsonlChunks(judged, { onProgress }),
        report: () =>
          writers.reportChunks(judged, { summary, ...inWords, translation, time, build, onProgress }),
      };
      for await (const piece of pieces[what]()) {
        file.add(piece);
        signal.throwIfAborted();
        const pause = maybeYield();
        if (!pause) continue;
        this.state = { kind: 'writing', what, share: done / Math.max(1, judged.count) };
        await pause;
      }
      signal.throwIfAborted();
      const { extension, mime } = types[what];
      const name = `${given.fileName}-scored.${extension}`;
      saveFile(file.finish(`${mime};charset=utf-8`), name);
      this.state = { kind: 'done', name, unreadable: [...judged.unreadable] };
    } catch (error) {
      this.state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: errorMessage(error) };
    }
  }

  /** Slides as one file: those that are shown, or those of the run in focus. */
  async writeDeck(shown?: Deck): Promise<void> {
    if (this.busy) return;
    const signal = this.begin({ kind: 'writing', what: 'deck', share: 0 });
    try {
      const { deck: gather, loadWriters } = this.#tools;
      const [deck, writers] = await Promise.all([shown ?? gather(), loadWriters()]);
      signal.throwIfAborted();
      if (!deck) {
        this.state = { kind: 'idle' };
        return;
      }
      const name = `${deck.fileName}-deck.html`;
      const text = writers.deckFile(deck, writers.font);
      saveFile(new Blob([text], { type: 'text/html;charset=utf-8' }), name);
      this.state = { kind: 'done', name, unreadable: [] };
    } catch (error) {
      this.state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: errorMessage(error) };
    }
  }
}

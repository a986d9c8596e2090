import type { Case } from '../cases/case';
import type { Messages } from '../i18n/en/en';
import { errorMessage } from '../kit/error-message';
import { BlobBuilder } from '../kit/blob-builder';
import { saveFile } from '../kit/save-file.browser';
import { SlicedWork, yieldEvery, type Slices } from '../kit/sliced-work.browser';
import type { Deck } from '../overview/present/slide';
import type { Language } from '../kit/storage/stored-settings';
import type { Rubric } from '../rubric/rubric';
import { z } from '../kit/zod';
import { columnGroups } from './column-groups';
import { FileWork } from './file-work.svelte';
import { JudgedRuns, type StoredJudgements } from './export-run';
import type { ToExport } from './gather';
import type { Translation } from './report/report';
import type * as Writers from './writers';

export type ExportKind = 'csv' | 'xlsx' | 'jsonl' | 'report' | 'deck';

/** What is remembered. Formulas are made harmless again after a reload, and all rows are exported. */
const rememberedSchema = z.object({
  bom: z.boolean(),
  delimiter: z.enum([',', ';', '\t']),
  decimalComma: z.boolean(),
  prompts: z.boolean(),
  without: z.array(z.enum(columnGroups)),
});

export interface ExportChoices extends z.infer<typeof rememberedSchema> {
  formulas: boolean;
  filteredOnly: boolean;
  allRuns: boolean;
}

const atFirst: ExportChoices = {
  bom: true,
  delimiter: ',',
  decimalComma: false,
  prompts: true,
  without: [],
  formulas: false,
  filteredOnly: false,
  allRuns: false,
};

type ExportState =
  | { kind: 'writing'; what: ExportKind; share: number }
  /** The file is made, and has so many cells that had to be cut. */
  | { kind: 'asking'; what: ExportKind; cells: number; save: () => void }
  | { kind: 'cancelled' }
  /** `unreadable`: the cases whose judgement cannot be read as it is stored. `long`: cells that Excel cuts when it opens the file. */
  | { kind: 'done'; name: string; unreadable: readonly string[]; long: number }
  | { kind: 'failed'; message: string };

interface Tools {
  loadWriters: () => Promise<typeof Writers>;
  /** Settles once all cases of the sheet are here. */
  allRead: () => Promise<void>;
  gather: (
    choices: { filteredOnly: boolean; allRuns: boolean },
    writers: typeof Writers,
  ) => Slices<ToExport | null>;
  reader: StoredJudgements;
  /** The slides of the run in focus. Null where the sheet has no rubric. */
  deck: () => Promise<Deck | null>;
  language: () => Language;
  messages: () => Messages;
  /** The rubric and its judgements in the reader's language. Null where it has no texts in it. */
  translate: (rubric: Rubric, language: Language) => Promise<Translation | null>;
  nameOf: (subject: Case) => string;
  build: string;
  /** What `remember` was given, in this tab or an earlier one. */
  remembered: () => unknown;
  remember: (choices: z.infer<typeof rememberedSchema>) => void;
}

const types = {
  csv: { extension: 'csv', mime: 'text/csv;charset=utf-8' },
  xlsx: { extension: 'xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  jsonl: { extension: 'jsonl', mime: 'application/jsonl;charset=utf-8' },
  report: { extension: 'html', mime: 'text/html;charset=utf-8' },
} as const;

const sliceMilliseconds = 8;

/** Writes results to a file in pieces, so that the page stays alive whatever their number. */
export class Exports extends FileWork<ExportState> {
  readonly #tools: Tools;
  #chosen = $state.raw<Partial<ExportChoices>>({});
  readonly choices: ExportChoices = $derived.by(() => {
    const remembered = rememberedSchema.safeParse(this.#tools.remembered()).data;
    return { ...atFirst, ...remembered, ...this.#chosen };
  });

  constructor(tools: Tools) {
    super();
    this.#tools = tools;
  }

  choose(change: Partial<ExportChoices>): void {
    this.#chosen = { ...this.#chosen, ...change };
    this.#tools.remember(rememberedSchema.parse(this.choices));
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
      const [writers] = await Promise.all([this.#tools.loadWriters(), this.#tools.allRead()]);
      signal.throwIfAborted();
      const given = await gathering.run(this.#tools.gather(choices, writers));
      signal.throwIfAborted();
      if (!given) {
        this.state = { kind: 'idle' };
        return;
      }
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
      let long = 0;
      const onLong = () => (long += 1);
      const { prompts, ...table } = { ...this.choices, onProgress };
      const decimalComma = table.decimalComma && table.delimiter === ';';
      const beside = { sources, people };
      const pieces = {
        csv: () => writers.scoredCsvChunks(judged, beside, { ...table, decimalComma, onLong }),
        xlsx: () =>
          writers.workbookChunks(writers.scoredRows(judged, beside, { ...table, typed: true }), {
            language: inWords.language,
            onLong,
          }),
        jsonl: () => writers.judgementsJsonlChunks(judged, { prompts, onProgress }),
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
      if (what === 'xlsx' && long > 0) await this.#ask(what, long, signal);
      const name = `${given.fileName}-scored.${extension}`;
      saveFile(file.finish(mime), name);
      const isForExcel = what === 'csv' && this.choices.bom;
      this.state = { kind: 'done', name, unreadable: [...judged.unreadable], long: isForExcel ? long : 0 };
    } catch (error) {
      this.state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: errorMessage(error) };
    }
  }

  /** Rejects when the person cancels. */
  #ask(what: ExportKind, cells: number, signal: AbortSignal): Promise<void> {
    return new Promise((save, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cancelled')));
      this.state = { kind: 'asking', what, cells, save };
    });
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
      this.state = { kind: 'done', name, unreadable: [], long: 0 };
    } catch (error) {
      this.state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: errorMessage(error) };
    }
  }
}

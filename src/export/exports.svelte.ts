import type { Messages } from '../i18n/en/en';
import { errorMessage } from '../kit/error-message';
import { BlobBuilder } from '../kit/blob-builder';
import { saveFile } from '../kit/save-file.browser';
import { SlicedWork, yieldEvery, type Slices } from '../kit/sliced-work.browser';
import type { Language } from '../kit/storage/stored-settings';
import { FileWork } from './file-work.svelte';
import { JudgedRuns, type StoredJudgements } from './export-run';
import type { ToExport } from './gather';
import type * as Writers from './writers';

export type ExportKind = 'csv' | 'jsonl' | 'report';

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
  language: () => Language;
  messages: () => Messages;
  build: string;
}

const types: Record<ExportKind, { extension: string; mime: string }> = {
  csv: { extension: 'csv', mime: 'text/csv' },
  jsonl: { extension: 'jsonl', mime: 'application/jsonl' },
  report: { extension: 'html', mime: 'text/html' },
};

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
      const { language, messages, build } = this.#tools;
      const time = new Date().toISOString();
      const pieces = {
        csv: () => writers.scoredCsvChunks(judged, { sources, people }, { ...this.choices, onProgress }),
        jsonl: () => writers.judgementsJsonlChunks(judged, { onProgress }),
        report: () => {
          const page = { language: language(), page: messages() };
          return writers.reportChunks(judged, { summary, ...page, time, build, onProgress });
        },
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
}

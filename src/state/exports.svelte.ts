import type { Piece } from '../core/export/judged-entries';
import { messageOf } from '../core/model/message-of';
import type * as Outlet from '../pipeline/outlet';
import type { CaseSource, ExportEntry, ExportRuns, JudgementAt, PersonLabels } from '../pipeline/outlet';
import type { Messages } from '../i18n/en';
import type { Language } from '../storage/settings';
import { GrowingBlob } from './growing-blob';
import { JudgementWindow, type StoredJudgements } from './judgement-window';
import { saveFile } from './save-file';
import { SlicedWork, yieldToPage, type Slices } from './sliced-work';

export type ExportKind = 'csv' | 'jsonl' | 'report';

export interface CsvChoices {
  bom: boolean;
  delimiter: ',' | ';' | '\t';
  rationales: boolean;
  filteredOnly: boolean;
  /** One row per case and run, instead of the run in focus alone. */
  allRuns: boolean;
}

export type ExportState =
  | { kind: 'idle' }
  | { kind: 'writing'; what: ExportKind; share: number }
  | { kind: 'cancelled' }
  /** `unreadable`: the cases whose judgement cannot be read as it is stored. */
  | { kind: 'done'; name: string; unreadable: readonly string[] }
  | { kind: 'failed'; message: string };

/** What there is to write, gathered when the writing starts. */
export interface ToExport {
  /** What the files of the sheet are called, without an extension: see `sheetFileName`. */
  fileName: string;
  /** The run in focus first. */
  runs: ExportRuns;
  sources: readonly CaseSource[];
  /** Of the run in focus and the cases that are written. */
  summary: Parameters<typeof Outlet.htmlChunks>[2]['summary'];
  /** From runs of the sheet whose judge is a person. */
  people: readonly PersonLabels[];
}

interface Tools {
  loadOutlet: () => Promise<typeof Outlet>;
  gather: (filteredOnly: boolean, allRuns: boolean) => Slices<ToExport | null>;
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

/** How long writing may hold the main thread before the page gets a turn. */
const sliceMilliseconds = 8;

/** Writes results to a file in pieces, so that the page stays alive whatever their number. */
export class Exports {
  readonly #tools: Tools;
  #state = $state.raw<ExportState>({ kind: 'idle' });
  #choices = $state.raw<CsvChoices>({
    bom: true,
    delimiter: ',',
    rationales: true,
    filteredOnly: false,
    allRuns: false,
  });
  #cancel = new AbortController();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get state(): ExportState {
    return this.#state;
  }
  get choices(): CsvChoices {
    return this.#choices;
  }
  choose(change: Partial<CsvChoices>): void {
    this.#choices = { ...this.#choices, ...change };
  }
  cancel(): void {
    this.#cancel.abort();
  }

  async write(what: ExportKind): Promise<void> {
    if (this.#state.kind === 'writing') return;
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    this.#state = { kind: 'writing', what, share: 0 };
    try {
      const gathering = new SlicedWork();
      signal.addEventListener('abort', () => {
        gathering.cancel();
      });
      const { filteredOnly, allRuns } = this.#choices;
      // A report is of one run.
      const given = await gathering.run(this.#tools.gather(filteredOnly, allRuns && what !== 'report'));
      signal.throwIfAborted();
      if (!given) {
        this.#state = { kind: 'idle' };
        return;
      }
      const entries = given.runs.flatMap((run) => run.entries);
      const window = new JudgementWindow(entries, this.#tools.reader);
      const onProgress = (done: number) => {
        this.#state = { kind: 'writing', what, share: done / Math.max(1, entries.length) };
      };
      const chunks = await this.#chunks(what, given, window, onProgress);
      signal.throwIfAborted();
      const file = new GrowingBlob();
      let sliceEnds = performance.now() + sliceMilliseconds;
      for (const chunk of chunks) {
        if (typeof chunk === 'string') file.add(chunk);
        else await window.move(chunk);
        if (performance.now() < sliceEnds) continue;
        await yieldToPage();
        signal.throwIfAborted();
        sliceEnds = performance.now() + sliceMilliseconds;
      }
      const { extension, mime } = types[what];
      const name = `${given.fileName}-scored.${extension}`;
      saveFile(file.finish(`${mime};charset=utf-8`), name);
      const unreadable = [...new Set([...window.unreadable].flatMap((index) => caseName(entries[index])))];
      this.#state = { kind: 'done', name, unreadable };
    } catch (error) {
      const message = messageOf(error);
      this.#state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message };
    }
  }

  async #chunks(
    what: ExportKind,
    given: ToExport,
    window: JudgementWindow,
    onProgress: (done: number) => void,
  ): Promise<Iterable<Piece>> {
    const outlet = await this.#tools.loadOutlet();
    const judgementAt: JudgementAt = (place) =>
      window.unreadable.has(place) ? 'unreadable' : window.at(place);
    if (what === 'csv') return outlet.csvChunks(given, judgementAt, { ...this.#choices, onProgress });
    if (what === 'jsonl') return outlet.jsonlChunks(given.runs, judgementAt, onProgress);
    const { pageWords } = await import('./page-words');
    const language = this.#tools.language();
    return outlet.htmlChunks(given.runs[0], judgementAt, {
      summary: given.summary,
      time: new Date().toISOString(),
      build: this.#tools.build,
      onProgress,
      language,
      pageWords: pageWords(this.#tools.messages(), language),
    });
  }
}

function caseName(entry: ExportEntry | undefined): string[] {
  return entry ? [entry.subject.label ?? entry.subject.id] : [];
}

import type { Piece } from '../core/export/judged-entries';
import type { Judgement } from '../core/model/judgement';
import { messageOf } from '../core/model/message-of';
import type { Rubric } from '../core/model/rubric';
import type { RunHead } from '../core/model/run';
import type * as Outlet from '../pipeline/outlet';
import type { CaseSource, Entry, JudgementAt } from '../pipeline/outlet';
import type { Messages } from '../i18n/en';
import type { Language } from '../storage/settings';
import { runFileName } from './file-names';
import { GrowingBlob } from './growing-blob';
import type { JudgementPlace, RunOrigin } from './judged-case';
import type { JudgementReader } from './judgement-reader.svelte';
import { JudgementWindow } from './judgement-window';
import type { RunShare } from './run-shares';
import { saveFile } from './save-file';
import { SlicedWork, yieldToPage, type Slices } from './sliced-work';

export type ExportKind = 'csv' | 'jsonl' | 'report';

export interface CsvChoices {
  bom: boolean;
  delimiter: ',' | ';' | '\t';
  rationales: boolean;
  filteredOnly: boolean;
}

export type ExportState =
  | { kind: 'idle' }
  | { kind: 'writing'; what: ExportKind; share: number }
  | { kind: 'cancelled' }
  /** `unreadable`: the cases whose judgement cannot be read as it is stored. */
  | { kind: 'done'; name: string; unreadable: readonly string[] }
  | { kind: 'failed'; message: string };

export interface ExportEntry extends Entry {
  /** Where its judgement lies. */
  at: JudgementPlace | undefined;
  origin?: RunOrigin | undefined;
  /** Where it lies in no storage. */
  judgement?: Judgement;
}

/** What there is to write, asked for when the writing starts. */
export interface ToExport {
  rubric: Rubric;
  /** The stored run that they stand for. */
  run: RunHead | null;
  entries: readonly ExportEntry[];
  sources: readonly CaseSource[];
  summary: Parameters<typeof Outlet.htmlChunks>[2]['summary'];
  /** The same for each run that the judgements come from. */
  shares: readonly RunShare[];
}

interface Tools {
  loadOutlet: () => Promise<typeof Outlet>;
  gather: (filteredOnly: boolean) => Slices<ToExport | null>;
  reader: Pick<JudgementReader, 'readAll'>;
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
  #choices = $state.raw<CsvChoices>({ bom: true, delimiter: ',', rationales: true, filteredOnly: false });
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
      const given = await gathering.run(this.#tools.gather(this.#choices.filteredOnly));
      signal.throwIfAborted();
      if (!given) {
        this.#state = { kind: 'idle' };
        return;
      }
      const window = new JudgementWindow(given.entries, this.#tools.reader);
      const chunks = await this.#chunks(what, given, window);
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
      const of = given.run ? runFileName(given.run) : given.rubric.id;
      const name = `${of}-scored.${extension}`;
      saveFile(file.finish(`${mime};charset=utf-8`), name);
      const unreadable = [...window.unreadable].flatMap((index) => nameOf(given.entries[index]));
      this.#state = { kind: 'done', name, unreadable };
    } catch (error) {
      const message = messageOf(error);
      this.#state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message };
    }
  }

  async #chunks(
    what: ExportKind,
    { rubric, entries, sources, summary, shares }: ToExport,
    window: JudgementWindow,
  ): Promise<Iterable<Piece>> {
    const outlet = await this.#tools.loadOutlet();
    const judgementAt: JudgementAt = (place) =>
      window.unreadable.has(place) ? 'unreadable' : window.at(place);
    const onProgress = (done: number) => {
      this.#state = { kind: 'writing', what, share: done / Math.max(1, entries.length) };
    };
    if (what === 'csv')
      return outlet.csvChunks(rubric, entries, sources, judgementAt, { ...this.#choices, onProgress });
    if (what === 'jsonl') return outlet.jsonlChunks(rubric, entries, judgementAt, onProgress);
    const { build } = this.#tools;
    const [{ pageWords }, { reportRuns }] = await Promise.all([
      import('./page-words'),
      import('./report-runs'),
    ]);
    const language = this.#tools.language();
    const time = new Date().toISOString();
    return outlet.htmlChunks(entries, judgementAt, {
      rubric,
      summary,
      runs: reportRuns(shares),
      time,
      build,
      onProgress,
      language,
      pageWords: pageWords(this.#tools.messages(), language),
    });
  }
}

function nameOf(entry: ExportEntry | undefined): string[] {
  return entry ? [entry.subject.label ?? entry.subject.id] : [];
}

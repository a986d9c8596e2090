import type { Case } from './case';
import type { Rubric } from '../rubric/rubric';
import type { Mapping, ReadingChoices, ReadingFailure, SourceTable } from './table';
import type { OnTakenId } from './intake';
import { PreviewedFile, type PreviewTools } from './previewed-file.svelte';
import {
  readSources,
  sourceNames,
  type ImportInput,
  type ReadingTools,
  type ReadSources,
  type Refusal,
} from './read-sources';
import { saveFile } from '../kit/save-file.browser';
import { SlicedWork } from '../kit/sliced-work.browser';

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'several'; files: readonly File[] }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'preview'; preview: PreviewedFile }
  | { kind: 'failed'; refusal: Refusal };

/** Cases that came from a file, and the file's own rows, which an export gives back untouched. */
export interface TakenCases {
  name: string;
  table: SourceTable;
  mapping: Mapping;
  /** A case whose id the sheet has already takes the place of that case. */
  cases: Case[];
  rows: number[];
}

export interface KnownIds {
  examples: readonly string[];
  count: number;
}

interface Tools extends ReadingTools, Omit<PreviewTools, 'intake'> {
  rubric: () => Rubric | undefined;
  loadRubric: () => Promise<Rubric | undefined>;
  /** All rubrics at hand. */
  loadRubrics: () => Promise<readonly Rubric[]>;
  chooseRubric: (id: string) => Promise<void>;
  samples: () => Promise<Case[]>;
  take: (cases: TakenCases) => Promise<void>;
}

const mostExamples = 5;

/** The way of a file into the sheet: read, shown, mapped, looked through, taken. The sheet does not change before the end. */
export class CaseImport {
  readonly #tools: Tools;
  #several = $state.raw<readonly File[] | null>(null);
  #reading = $state.raw<{ name: string; share: number; again: boolean } | null>(null);
  #preview = $state.raw<PreviewedFile | null>(null);
  /** The preview whose changes did not fit the file as it is read now. */
  leftBehind = $state.raw<PreviewedFile | null>(null);
  /** Why the file brought last could not be read; an earlier preview stays. */
  refusal = $state.raw<Refusal | null>(null);
  /** How to take the cases with these ids is to be answered first. */
  known = $state.raw<KnownIds | null>(null);
  taking = $state(false);
  /** A rubric for which the file has all columns, where it has not for the chosen one. */
  better = $state.raw<Rubric | null>(null);
  #cancel: AbortController | null = null;

  /** What stands in front. A preview stays behind a question or a reading, and comes back as it was. */
  readonly state = $derived.by((): ImportState => {
    if (this.#several) return { kind: 'several', files: this.#several };
    if (this.#reading && !this.#reading.again) return { kind: 'reading', ...this.#reading };
    if (this.#preview) return { kind: 'preview', preview: this.#preview };
    return this.refusal ? { kind: 'failed', refusal: this.refusal } : { kind: 'idle' };
  });
  /** How far the same file is read again; null where it is not. */
  readonly rereading = $derived(this.#reading?.again ? this.#reading.share : null);

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get ready(): boolean {
    const preview = this.#preview;
    return (
      preview !== null &&
      preview.rubric === this.#tools.rubric() &&
      preview.unmapped.length === 0 &&
      preview.count > 0 &&
      this.#reading === null &&
      !this.taking
    );
  }

  open(files: readonly File[]): Promise<void> {
    if (files.length === 0) return Promise.resolve();
    this.stopReading();
    if (files.length === 1) return this.openThese(files);
    this.#several = files;
    return Promise.resolve();
  }
  openThese(files: readonly File[]): Promise<void> {
    return this.#read(files, {}, null);
  }
  openText(text: string): Promise<void> {
    return text.trim() === '' ? Promise.resolve() : this.#read([text], {}, null);
  }
  /** Reads what was refused once more, otherwise if so chosen. */
  async retry(change: ReadingChoices = {}): Promise<void> {
    const again = this.refusal?.again;
    if (!again) return;
    const same = this.#preview?.read.brought === again.brought ? this.#preview : null;
    await this.#read(again.brought, { ...again.choices, ...change }, same);
  }
  /** Reads the file of the preview again, read otherwise. What was done to it is done again where that is possible. */
  async reread(change: ReadingChoices): Promise<void> {
    const before = this.#preview;
    if (before) await this.#read(before.read.brought, { ...before.read.choices, ...change }, before);
  }
  backToBefore(): void {
    if (!this.leftBehind) return;
    this.stopReading();
    this.#preview?.stop();
    this.#preview = this.leftBehind;
    this.leftBehind = null;
    void this.rubricChanged();
  }
  refuse(name: string, code: ReadingFailure['code']): void {
    this.stopReading();
    this.refusal = { name, failure: { code }, again: null };
  }
  /** Goes back to what was shown before a reading or a choice among files. */
  stopReading(): void {
    this.#cancel?.abort();
    this.#cancel = null;
    this.#reading = null;
    this.#several = null;
  }
  close(): void {
    this.stopReading();
    this.#preview?.stop();
    this.#preview = null;
    this.known = null;
    this.refusal = null;
    this.leftBehind = null;
  }

  /** Another rubric takes its inputs from other columns. */
  async rubricChanged(): Promise<void> {
    this.known = null;
    const preview = this.#preview;
    const rubric = preview ? await this.#tools.loadRubric() : undefined;
    if (!preview || !rubric || rubric !== this.#tools.rubric()) return;
    await preview.mapFor(rubric);
    await preview.check();
    await this.#lookForBetter(preview);
  }
  async chooseBetter(): Promise<void> {
    if (!this.better) return;
    await this.#tools.chooseRubric(this.better.id);
    await this.rubricChanged();
  }

  /** Without an answer it asks first where the sheet has some of the ids: replace those cases, or give new ids. */
  async take(answer: OnTakenId | null = null): Promise<void> {
    const preview = this.#preview;
    if (!preview?.rubric || !this.ready) return;
    const { rubric, table, mapping, skipped } = preview;
    this.known = null;
    this.taking = true;
    try {
      const intake = await this.#tools.loadIntake();
      const taken = this.#tools.taken();
      const made = await new SlicedWork().run(
        intake.makeCases(table, mapping, rubric, skipped, taken, answer ?? 'keep'),
      );
      if (!made) return;
      const known = answer === null ? made.cases.filter(({ id }) => taken.has(id)) : [];
      if (known.length > 0) {
        this.known = { examples: known.slice(0, mostExamples).map(({ id }) => id), count: known.length };
        return;
      }
      void this.#tools.mappings.remember(rubric.id, table.columns, mapping);
      await this.#tools.take({ name: preview.read.name, table, mapping, ...made });
      if (this.#preview === preview) this.close();
    } finally {
      this.taking = false;
    }
  }

  forgetMappings(): Promise<void> {
    return this.#tools.mappings.forget();
  }

  /** A file to begin with. Rejects when a part of the page cannot be loaded. */
  async saveFile(kind: 'template' | 'samples'): Promise<void> {
    const rubric = await this.#tools.loadRubric();
    if (!rubric) return;
    const intake = await this.#tools.loadIntake();
    const text =
      kind === 'template'
        ? intake.templateCsv(rubric)
        : intake.sampleCsv(rubric, await this.#tools.samples());
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${rubric.id}-${kind}.csv`);
  }

  /** `before` is the preview of the same file, if there is one. */
  async #read(brought: ImportInput, choices: ReadingChoices, before: PreviewedFile | null): Promise<void> {
    this.stopReading();
    const controller = new AbortController();
    this.#cancel = controller;
    const { signal } = controller;
    const reading = { name: sourceNames(brought), share: 0, again: before !== null };
    this.#reading = reading;
    try {
      const read = await readSources(this.#tools, brought, choices, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) this.#reading = { ...reading, share };
        },
      });
      if ('failure' in read) this.refusal = read;
      else await this.#show(read, before, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (this.#cancel === controller) this.stopReading();
    }
  }

  async #show(read: ReadSources, before: PreviewedFile | null, signal: AbortSignal): Promise<void> {
    const preview = new PreviewedFile(read, { ...this.#tools, intake: await this.#tools.loadIntake() });
    let rubric: Rubric | undefined;
    // Another rubric may be chosen while this one is on its way.
    do {
      rubric = await this.#tools.loadRubric();
      signal.throwIfAborted();
      if (!rubric) {
        const { name, brought, choices } = read;
        this.refusal = { name, failure: { code: 'unavailable' }, again: { brought, choices } };
        return;
      }
      await preview.mapFor(rubric);
      signal.throwIfAborted();
    } while (rubric !== this.#tools.rubric());
    this.leftBehind = before && !preview.continueFrom(before) ? before : null;
    this.#preview?.stop();
    this.#preview = preview;
    this.refusal = null;
    this.#reading = null;
    await preview.check();
    await this.#lookForBetter(preview);
  }

  async #lookForBetter(preview: PreviewedFile): Promise<void> {
    this.better = null;
    if (preview.unmapped.length === 0) return;
    const [intake, rubrics] = await Promise.all([this.#tools.loadIntake(), this.#tools.loadRubrics()]);
    const better = rubrics.find((rubric) => {
      const mapping = intake.propose(preview.table, rubric, null);
      return intake.findUnmappedInputs(rubric.inputs, mapping).length === 0;
    });
    if (preview === this.#preview && better?.id !== preview.rubric?.id) this.better = better ?? null;
  }
}

import type { Rubric } from '../rubric/rubric';
import type { ReadingChoices, ReadingFailure } from './table';
import type { OnTakenId } from './intake';
import type { LeftBehind } from './carry-over';
import { CaseTaking, type KnownIds, type TakingTools } from './case-taking.svelte';
import { PreviewedFile } from './previewed-file.svelte';
import {
  nameOf,
  readSources,
  type Brought,
  type ReadingTools,
  type ReadSources,
  type Refusal,
} from './read-sources';

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'several'; files: readonly File[] }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'preview'; preview: PreviewedFile }
  | { kind: 'failed'; refusal: Refusal };

interface Tools extends ReadingTools, TakingTools {
  /** The rubric that the cases are for. */
  rubric: () => Rubric | undefined;
  loadRubric: () => Promise<Rubric | undefined>;
}

/** The way of a file onto the desk: read, shown, mapped, looked through, taken. Nothing on the desk changes before the end. */
export class CaseImport {
  readonly #tools: Tools;
  readonly #taking: CaseTaking;
  #several = $state.raw<readonly File[] | null>(null);
  #reading = $state.raw<{ name: string; share: number; again: boolean } | null>(null);
  #preview = $state.raw<PreviewedFile | null>(null);
  #refusal = $state.raw<Refusal | null>(null);
  #left = $state.raw<{ what: LeftBehind; before: PreviewedFile } | null>(null);
  #cancel: AbortController | null = null;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#taking = new CaseTaking(tools);
  }

  /** What stands in front. A preview stays behind a question or a reading, and comes back as it was. */
  get state(): ImportState {
    if (this.#several) return { kind: 'several', files: this.#several };
    if (this.#reading && !this.#reading.again) return { kind: 'reading', ...this.#reading };
    if (this.#preview) return { kind: 'preview', preview: this.#preview };
    return this.#refusal ? { kind: 'failed', refusal: this.#refusal } : { kind: 'idle' };
  }
  /** Why the file brought last could not be read; a preview that was there is still there. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }
  /** How far the same file is read again; null where it is not. */
  get rereading(): number | null {
    return this.#reading?.again ? this.#reading.share : null;
  }
  /** What was done to the file and is not in the way it is read now. */
  get leftBehind(): LeftBehind | null {
    return this.#left?.what ?? null;
  }
  /** Ids that are on the desk: how to take their cases is to be answered first. */
  get known(): KnownIds | null {
    return this.#taking.known;
  }
  get taking(): boolean {
    return this.#taking.busy;
  }
  /** Whether the preview can be taken as it stands. */
  get ready(): boolean {
    const preview = this.#preview;
    return (
      preview !== null &&
      preview.rubric === this.#tools.rubric() &&
      preview.unmapped.length === 0 &&
      preview.count > 0 &&
      this.#reading === null &&
      !this.#taking.busy
    );
  }

  open(files: readonly File[]): Promise<void> {
    if (files.length === 0) return Promise.resolve();
    this.stopReading();
    if (files.length === 1) return this.openThese(files);
    this.#several = files;
    return Promise.resolve();
  }
  /** The answer to `several`: one of them, or all as one list. */
  openThese(files: readonly File[]): Promise<void> {
    return this.#read(files, {}, null);
  }
  openText(text: string): Promise<void> {
    return text.trim() === '' ? Promise.resolve() : this.#read([text], {}, null);
  }
  /** Reads what was refused once more, otherwise if so chosen. */
  async retry(change: ReadingChoices = {}): Promise<void> {
    const again = this.#refusal?.again;
    if (!again) return;
    const same = this.#preview?.read.brought === again.brought ? this.#preview : null;
    await this.#read(again.brought, { ...again.choices, ...change }, same);
  }
  /** Reads the file of the preview again, read otherwise. What was done to it is done again where that is possible. */
  async reread(change: ReadingChoices): Promise<void> {
    const before = this.#preview;
    if (before) await this.#read(before.read.brought, { ...before.read.choices, ...change }, before);
  }
  /** Undoes a reading that left something behind. */
  backToBefore(): void {
    if (!this.#left) return;
    this.stopReading();
    this.#preview?.stop();
    this.#preview = this.#left.before;
    this.#left = null;
    void this.rubricChanged();
  }
  refuse(name: string, code: ReadingFailure['code']): void {
    this.stopReading();
    this.#refusal = { name, failure: { code, message: '' }, again: null };
  }
  dismissRefusal(): void {
    this.#refusal = null;
  }
  dismissLeftBehind(): void {
    this.#left = null;
  }
  /** Goes back to what was there before a reading or a choice among files. */
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
    this.#taking.forget();
    this.#refusal = null;
    this.#left = null;
  }

  /** Another rubric takes its inputs from other columns. */
  async rubricChanged(): Promise<void> {
    this.#taking.forget();
    const preview = this.#preview;
    const rubric = preview ? await this.#tools.loadRubric() : undefined;
    if (!preview || !rubric || rubric !== this.#tools.rubric()) return;
    await preview.mapFor(rubric);
    await preview.lookThrough();
  }

  /** Takes the cases, or asks first where some of their ids are on the desk. */
  take(): Promise<void> {
    return this.#take(null);
  }
  /** The answer: those cases are replaced, or all get ids of their own. */
  takeKnown(onTaken: OnTakenId): Promise<void> {
    return this.#take(onTaken);
  }
  doNotTake(): void {
    this.#taking.forget();
  }

  /** Forgets which columns were used for what. */
  forgetMappings(): Promise<void> {
    return this.#tools.mappings.forget();
  }

  async #take(answer: OnTakenId | null): Promise<void> {
    const preview = this.#preview;
    if (preview && this.ready && (await this.#taking.take(preview, answer)) && this.#preview === preview)
      this.close();
  }

  /** `before` is the preview of the same file, if there is one. */
  async #read(brought: Brought, choices: ReadingChoices, before: PreviewedFile | null): Promise<void> {
    this.stopReading();
    const controller = new AbortController();
    this.#cancel = controller;
    const { signal } = controller;
    const name = nameOf(brought);
    const again = before !== null;
    this.#reading = { name, share: 0, again };
    try {
      const read = await readSources(this.#tools, brought, choices, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) this.#reading = { name, share, again };
        },
      });
      if ('failure' in read) this.#refusal = read;
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
        this.#refusal = { name, failure: { code: 'unavailable', message: '' }, again: { brought, choices } };
        return;
      }
      await preview.mapFor(rubric);
      signal.throwIfAborted();
    } while (rubric !== this.#tools.rubric());
    const what = before ? preview.continueFrom(before) : null;
    this.#preview?.stop();
    this.#preview = preview;
    this.#refusal = null;
    const lost = what !== null && (what.mends > 0 || what.skips > 0 || what.mapping);
    this.#left = before && what && lost ? { what, before } : null;
    this.#reading = null;
    await preview.lookThrough();
  }
}

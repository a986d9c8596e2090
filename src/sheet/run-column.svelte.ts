import type { Rubric } from '../rubric/rubric';
import type { RunEntry, RunHead } from './run-record';
import type { SheetCase } from './sheet';
import type { SheetCases } from './sheet-cases.svelte';
import { measureCase, type Measured } from './figures/measure';
import { Tally, type Summary } from './figures/tally';
import { judgedCase, samplesOf, type JudgedCase, type JudgedSample } from './results/judged-case';
import { yieldToPage } from '../kit/sliced-work.browser';
import type * as CaseHash from '../judgement/receipt';
import type { SheetStore } from './sheet-store';

interface Counted {
  judged: JudgedCase;
  /** Null where it is outdated. */
  measured: Measured | null;
  failed: number;
}

/** One run of the open sheet: what is stored of its cells, read as far as its log goes. */
export class RunColumn {
  readonly id: string;
  readonly rubric: Rubric;
  head: RunHead;
  readonly #store: Pick<SheetStore, 'entries'>;
  /** Results of cases that are not among these count nowhere. */
  readonly #cases: SheetCases;
  readonly #onchange: () => void;
  /** The newest result of each sample, by case key: also of cases that are hidden now. */
  readonly #samples = new Map<number, JudgedSample[]>();
  readonly #counted = new Map<number, Counted>();
  readonly #tally = new Tally();
  #failed = 0;
  /** Replaced after every change, so that readers look again. */
  #view = $state.raw({ counted: this.#counted, tally: this.#tally, failed: 0 });
  readonly summary: Summary = $derived(this.#view.tally.summary());
  /** Results before this place of the log were read. */
  #known = 0;
  #reading: Promise<void> | null = null;
  /** Loaded with the first results: hashing is not part of the first load. */
  #caseHash: typeof CaseHash | null = null;

  constructor(
    head: RunHead,
    rubric: Rubric,
    store: Pick<SheetStore, 'entries'>,
    cases: SheetCases,
    onchange: () => void,
  ) {
    this.id = head.id;
    this.rubric = rubric;
    this.head = $state.raw(head);
    this.#store = store;
    this.#cases = cases;
    this.#onchange = onchange;
  }

  /** Replies without a score that would be asked for again: a case may have a score by its other replies. */
  get failed(): number {
    return this.#view.failed;
  }
  /** Of how many cases those that have results were drawn at random. Null where others have some too. */
  get drawnOf(): number | null {
    const { drawn } = this.head;
    if (!drawn) return null;
    const keys = new Set(drawn.keys);
    for (const key of this.#view.counted.keys()) if (!keys.has(key)) return null;
    return drawn.of;
  }
  /** Those among them that a person skipped instead of pasting a reply. */
  get skipped(): number {
    const all = this.head.judge.id === 'pasted' ? [...this.#view.counted.values()] : [];
    return all.filter(({ judged, failed }) => failed > 0 && judged.digest.reason === 'skipped').length;
  }
  /** Headline numbers of what counts now: the stored ones may be from before an edit. */
  get counts(): ReturnType<Tally['counts']> {
    return this.#tally.counts();
  }
  get(key: number): JudgedCase | undefined {
    return this.#view.counted.get(key)?.judged;
  }
  /** As `get`, without tracking changes. */
  peek(key: number): JudgedCase | undefined {
    return this.#counted.get(key)?.judged;
  }
  /** The newest results of a case's samples, outdated ones included. */
  samplesAt(key: number): readonly JudgedSample[] {
    return this.#samples.get(key) ?? [];
  }

  judgedOf(subject: SheetCase, samples: readonly JudgedSample[]): JudgedCase | undefined {
    const isCurrent = (sample: JudgedSample) =>
      sample.revision === subject.revision ||
      this.#caseHash?.isCurrent(sample, subject, this.rubric) === true;
    return judgedCase(samples, isCurrent) ?? undefined;
  }

  /** Reads what was appended since. Calls that overlap share one reading. */
  async catchUp(): Promise<void> {
    while (this.#reading) await this.#reading;
    this.#reading = this.#read().finally(() => (this.#reading = null));
    await this.#reading;
  }

  /** Counts these cases again: they were edited, removed or brought back. */
  casesChanged(keys: Iterable<number>): void {
    const changed = [...keys].filter((key) => this.#samples.has(key));
    for (const key of changed) this.#count(key);
    if (changed.length > 0) this.#show();
  }

  async #read(): Promise<void> {
    this.#caseHash ??= await import('../judgement/receipt');
    for await (const piece of this.#store.entries(this.id, this.#known)) {
      const changed = new Set<number>();
      for (const entry of piece) {
        this.#add(entry);
        changed.add(entry.caseKey);
        this.#known = entry.place + 1;
      }
      for (const key of changed) this.#count(key);
      if (changed.size > 0) this.#show();
      await yieldToPage();
    }
  }

  #add({ caseKey, place, key: _, ...sample }: RunEntry): void {
    const others = (this.#samples.get(caseKey) ?? []).filter((other) => other.sample !== sample.sample);
    this.#samples.set(caseKey, [...others, { ...sample, at: { run: this.id, place } }]);
  }

  #count(key: number): void {
    const before = this.#counted.get(key);
    if (before?.measured) this.#tally.remove(before.measured);
    this.#failed -= before?.failed ?? 0;
    const subject = this.#cases.at(key);
    const judged = subject && this.judgedOf(subject, this.samplesAt(key));
    if (!judged) {
      this.#counted.delete(key);
      return;
    }
    const digests = samplesOf(judged).map(({ digest }) => digest);
    const measured = judged.outdated ? null : measureCase(this.rubric, digests);
    if (measured) this.#tally.add(measured);
    const failed = judged.outdated ? 0 : digests.filter(({ status }) => status === 'unscored').length;
    this.#failed += failed;
    this.#counted.set(key, { judged, measured, failed });
  }

  #show(): void {
    this.#view = { counted: this.#counted, tally: this.#tally, failed: this.#failed };
    this.#onchange();
  }
}

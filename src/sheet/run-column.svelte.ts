import type { Rubric } from '../core/model/rubric';
import type { RunEntry, RunHead } from '../core/model/run';
import type { SheetCase } from '../core/model/sheet';
import { measureCase, type Measured } from '../core/stats/measure';
import { Tally, type Summary } from '../core/stats/tally';
import { judgedCase, samplesOf, type JudgedCase, type JudgedSample } from '../state/judged-case';
import { yieldToPage } from '../state/sliced-work';
import type * as Cells from './cells';
import type { SheetStore } from './sheet-store';

interface Tools {
  store: Pick<SheetStore, 'entries'>;
  /** Undefined where the case is hidden or gone: what was judged of it counts nowhere. */
  caseAt: (key: number) => SheetCase | undefined;
  changed: (keys: readonly number[]) => void;
}

interface Counted {
  judged: JudgedCase;
  /** Null where it is outdated. */
  measured: Measured | null;
  /** Replies without a score. */
  failed: number;
}

/** One run of the open sheet: what is stored of its cells, read as far as its log goes. */
export class RunColumn {
  readonly id: string;
  /** The version that the run pins. */
  readonly rubric: Rubric;
  readonly #tools: Tools;
  #head: RunHead;
  /** The newest result of each sample, by case key: also of cases that are hidden now. */
  readonly #samples = new Map<number, JudgedSample[]>();
  readonly #counted = new Map<number, Counted>();
  readonly #tally = new Tally();
  #failed = 0;
  /** Made anew whenever readers are to look again. */
  #view = $state.raw({ counted: this.#counted, tally: this.#tally, failed: 0 });
  readonly #summary = $derived<Summary>(this.#view.tally.summary());
  /** Results before this place of the log were read. */
  #known = 0;
  #reading: Promise<void> | null = null;
  /** Comes with the first results: hashing is no part of the first load. */
  #cells: typeof Cells | null = null;

  constructor(head: RunHead, rubric: Rubric, tools: Tools) {
    this.id = head.id;
    this.rubric = rubric;
    this.#tools = tools;
    this.#head = $state.raw(head);
  }

  get head(): RunHead {
    return this.#head;
  }
  set head(head: RunHead) {
    this.#head = head;
  }
  get summary(): Summary {
    return this.#summary;
  }
  /** Replies without a score that would be asked for again: a case may have a score by its other replies. */
  get failed(): number {
    return this.#view.failed;
  }
  /** Headline numbers of what counts now: the stored ones may be from before an edit. */
  get counts(): ReturnType<Tally['counts']> {
    return this.#tally.counts();
  }
  get(key: number): JudgedCase | undefined {
    return this.#view.counted.get(key)?.judged;
  }
  /** As `get`, for work that hears of changes and must not depend on all of them. */
  peek(key: number): JudgedCase | undefined {
    return this.#counted.get(key)?.judged;
  }
  /** The newest results of a case's samples, outdated ones included. */
  samplesAt(key: number): readonly JudgedSample[] {
    return this.#samples.get(key) ?? [];
  }

  /** What these results come to for the case as it reads now. */
  judgedOf(subject: SheetCase, samples: readonly JudgedSample[]): JudgedCase | undefined {
    const isCurrent = (sample: JudgedSample) =>
      sample.revision === subject.revision || this.#cells?.isCurrent(sample, subject, this.rubric) === true;
    return judgedCase(samples, isCurrent) ?? undefined;
  }

  /** Reads what was appended since. Calls that overlap share one reading. */
  async catchUp(): Promise<void> {
    while (this.#reading) await this.#reading;
    this.#reading = this.#read().finally(() => (this.#reading = null));
    await this.#reading;
  }

  /** Looks again at these cases, which were edited, removed or brought back. */
  casesChanged(keys: Iterable<number>): void {
    const changed = [...keys].filter((key) => this.#samples.has(key));
    for (const key of changed) this.#count(key);
    this.#tell(changed);
  }

  async #read(): Promise<void> {
    this.#cells ??= await import('./cells');
    for await (const piece of this.#tools.store.entries(this.id, this.#known)) {
      const changed = new Set<number>();
      for (const entry of piece) {
        this.#take(entry);
        changed.add(entry.caseKey);
        this.#known = entry.place + 1;
      }
      for (const key of changed) this.#count(key);
      this.#tell([...changed]);
      await yieldToPage();
    }
  }

  #take({ caseKey, place, key: _, ...sample }: RunEntry): void {
    const others = (this.#samples.get(caseKey) ?? []).filter((other) => other.sample !== sample.sample);
    this.#samples.set(caseKey, [...others, { ...sample, at: { run: this.id, place } }]);
  }

  #count(key: number): void {
    const before = this.#counted.get(key);
    if (before?.measured) this.#tally.remove(before.measured);
    this.#failed -= before?.failed ?? 0;
    const subject = this.#tools.caseAt(key);
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

  #tell(keys: readonly number[]): void {
    if (keys.length === 0) return;
    this.#view = { counted: this.#counted, tally: this.#tally, failed: this.#failed };
    this.#tools.changed(keys);
  }
}

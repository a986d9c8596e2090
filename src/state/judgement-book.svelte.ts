import type { Findings } from '../core/model/run';
import type { Measured } from '../core/stats/measure';
import { Tally, type Summary } from '../core/stats/tally';
import { withSample, type JudgedCase } from './judged-case';
import { RunShares, type RunShare } from './run-shares';
import { SharedDigests } from './shared-digests';
import { Unhurried } from './unhurried';

/**
 * The judgements of a desk and what they add up to. One map is written to, and whoever shows it hears of many changes at
 * once: a copy per judgement would cost more with every judgement.
 */
export class JudgementBook {
  /** Gives the same for the same digest at any time. */
  readonly #measure: (digest: Findings) => Measured;
  readonly #onchange: (ids: ReadonlySet<string>) => void;
  readonly #judged = new Map<string, JudgedCase>();
  readonly #digests = new SharedDigests();
  readonly #tally = new Tally();
  readonly #shares = new RunShares();
  #changed = new Set<string>();
  readonly #telling = new Unhurried(() => this.#tell());
  /** Made anew around the same map and counts whenever readers are to look again. */
  #view = $state.raw({ judged: this.#judged, tally: this.#tally, shares: this.#shares });
  readonly #summary = $derived<Summary>(this.#view.tally.summary());

  constructor(measure: (digest: Findings) => Measured, onchange: (ids: ReadonlySet<string>) => void) {
    this.#measure = measure;
    this.#onchange = onchange;
  }

  get(id: string): JudgedCase | undefined {
    return this.#view.judged.get(id);
  }
  /** As `get`, for work that is told of changes and must not depend on all of them. */
  peek(id: string): JudgedCase | undefined {
    return this.#judged.get(id);
  }
  get summary(): Summary {
    return this.#summary;
  }

  /** From which runs they come; `standing` is the one that the table stands for. */
  shares(standing: string | null): RunShare[] {
    return this.#view.shares.list(standing);
  }

  keep(judged: JudgedCase): void {
    const { id } = judged.subject;
    const before = this.#judged.get(id);
    // Samples of one run stand side by side; another run takes the place of the one before.
    const shared = { ...judged, digest: this.#digests.share(judged.digest) };
    const kept = before?.at.run === judged.at.run ? withSample(before, shared) : shared;
    this.#forget(before);
    const measured = this.#measure(kept.digest);
    this.#tally.add(measured);
    this.#shares.add(kept.origin, measured);
    this.#judged.set(id, kept);
    this.#note(id);
  }
  remove(id: string): void {
    this.#forget(this.#judged.get(id));
    if (this.#judged.delete(id)) this.#note(id);
  }
  /** Tells at once what would be told soon. */
  flush(): void {
    this.#telling.now();
  }

  #forget(before: JudgedCase | undefined): void {
    if (!before) return;
    const measured = this.#measure(before.digest);
    this.#tally.remove(measured);
    this.#shares.remove(before.origin.id, measured);
  }

  #note(id: string): void {
    this.#changed.add(id);
    this.#telling.soon();
  }

  #tell(): void {
    if (this.#changed.size === 0) return;
    const changed = this.#changed;
    this.#changed = new Set();
    this.#view = { judged: this.#judged, tally: this.#tally, shares: this.#shares };
    this.#onchange(changed);
  }
}

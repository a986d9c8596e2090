import type { RunHead } from '../core/model/run';
import type { EarlierResult, UnitPlace } from './run-ledger';

/** What a run that asks failed cases again has still to ask, while results come into it from elsewhere. */
export class StillAsked {
  readonly #again: RunHead['again'];
  readonly #samples: number;
  /** One byte per unit. */
  readonly #open: Uint8Array;

  /** `log` is the run's log in order. */
  constructor({ again, cases, settings }: RunHead, log: readonly EarlierResult[]) {
    this.#again = again;
    this.#samples = settings.samples;
    this.#open = new Uint8Array(again ? cases * settings.samples : 0).fill(1);
    if (!again) return;
    for (const [place, { row, sample, digest }] of log.entries())
      this.#open[this.#unitOf({ row, sample })] =
        digest.status === 'unscored' && place < again.before ? 1 : 0;
  }

  /** A result has come. */
  take(place: UnitPlace): void {
    if (this.#again) this.#open[this.#unitOf(place)] = 0;
  }

  /** As the head has it: a run that is finished asks for nothing more. */
  in(finished: boolean): Pick<RunHead, 'again'> {
    if (!this.#again || finished) return {};
    return { again: { ...this.#again, left: this.#open.reduce((sum, open) => sum + open, 0) } };
  }

  #unitOf({ row, sample }: UnitPlace): number {
    return row * this.#samples + sample;
  }
}

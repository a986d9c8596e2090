import type { ListedPrice } from '../core/model/connection';
import type { DatedPrice, Price } from '../core/model/price';
import type { KeptPrice } from '../storage/api-settings';

/** Prices of models nobody has used for long go first. */
const mostKept = 100;

/** What models cost, as their provider or the person says, each with its date. */
export class PriceList {
  #kept = $state.raw<readonly KeptPrice[]>([]);

  get kept(): readonly KeptPrice[] {
    return this.#kept;
  }
  load(kept: readonly KeptPrice[]): void {
    this.#kept = kept;
  }

  of(origin: string, model: string): DatedPrice | null {
    const found = this.#kept.find((entry) => entry.origin === origin && entry.model === model);
    return found ? { price: found.price, source: found.source, date: found.date } : null;
  }
  keep(origin: string, model: string, price: DatedPrice): void {
    this.#kept = [{ origin, model, ...price }, ...this.#others(origin, model)].slice(0, mostKept);
  }
  forget(origin: string, model: string): void {
    this.#kept = this.#others(origin, model);
  }

  #others(origin: string, model: string): KeptPrice[] {
    return this.#kept.filter((entry) => entry.origin !== origin || entry.model !== model);
  }
}

export function priceListed({ prompt, reply, cached, written, currency }: ListedPrice): Price {
  return { prompt, reply, cached: cached ?? null, ...(written !== undefined && { written }), currency };
}

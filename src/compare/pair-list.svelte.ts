import type { Ground } from './comparable';
import { compareRow } from './compare-row';
import type { PairedRow } from './compare-runs';
import type { Digest } from '../judgement/digest';
import { byKey, sortRows, type SortKey } from '../sheet/table/row-order';
import { SlicedWork, type Slices } from '../kit/sliced-work';
import type { Json } from '../kit/json';

/** What a run says of a case's verdict: `=` and the verdict's words, or why there are none. */
export type VerdictKey = `=${string}` | 'undecided' | 'unscored' | 'not-judged';

/** Verdicts of A against those of B. */
export interface VerdictTable {
  /** Those that occur: the words first, the most frequent in front, then what is no verdict. */
  keys: VerdictKey[];
  count: (a: VerdictKey, b: VerdictKey) => number;
}

const without: readonly VerdictKey[] = ['undecided', 'unscored', 'not-judged'];

export function verdictKey(digest: Digest | undefined): VerdictKey {
  if (digest === undefined) return 'not-judged';
  if (digest.status === 'unscored') return 'unscored';
  return digest.verdict?.kind === 'value' ? `=${wordsOf(digest.verdict.value)}` : 'undecided';
}

export class VerdictCounts {
  readonly #cells = new Map<VerdictKey, Map<VerdictKey, number>>();
  readonly #seen = new Map<VerdictKey, number>();

  add(a: VerdictKey, b: VerdictKey): void {
    const row = this.#cells.get(a) ?? new Map<VerdictKey, number>();
    this.#cells.set(a, row.set(b, (row.get(b) ?? 0) + 1));
    for (const key of [a, b]) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  table(): VerdictTable {
    const words = [...this.#seen].filter(([key]) => !without.includes(key));
    words.sort(([one, x], [other, y]) => y - x || (one < other ? -1 : 1));
    return {
      keys: [...words.map(([key]) => key), ...without.filter((key) => this.#seen.has(key))],
      count: (a, b) => this.#cells.get(a)?.get(b) ?? 0,
    };
  }
}

function wordsOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface PairFilter {
  /** Pairs with the same input, or those whose input changed. */
  input: 'same' | 'changed';
  changedOnly: boolean;
  /** `changed`: any change of verdict. */
  verdict: 'any' | 'changed' | { from: VerdictKey; to: VerdictKey };
  /** Only where this criterion differs, by its place among the shared ones. */
  criterion: number | null;
}

export type PairOrder = 'run' | 'difference';

/** What a list of pairs is made from. */
export interface Pairs {
  same: readonly PairedRow[];
  changed: readonly PairedRow[];
  ground: Ground;
  digestsOf: (pair: PairedRow) => { a: Digest | undefined; b: Digest | undefined };
}

const firstFilter: PairFilter = { input: 'same', changedOnly: true, verdict: 'any', criterion: null };
const pauseEvery = 200;

/** Which pairs are shown, and in what order. */
export class PairList {
  readonly #pairs: Pairs;
  readonly #work = new SlicedWork();
  #filter = $state.raw(firstFilter);
  #order = $state.raw<PairOrder>('difference');
  #shown = $state.raw<readonly PairedRow[]>([]);
  #working = $state(false);

  constructor(pairs: Pairs) {
    this.#pairs = pairs;
  }

  get filter(): PairFilter {
    return this.#filter;
  }
  get order(): PairOrder {
    return this.#order;
  }
  get shown(): readonly PairedRow[] {
    return this.#shown;
  }
  get working(): boolean {
    return this.#working;
  }

  setFilter(change: Partial<PairFilter>): Promise<void> {
    this.#filter = { ...this.#filter, ...change };
    return this.arrange();
  }
  setOrder(order: PairOrder): Promise<void> {
    this.#order = order;
    return this.arrange();
  }
  /** `like`: a list whose filter and order are to be taken over. */
  async arrange(like: Pick<PairList, 'filter' | 'order'> = this): Promise<void> {
    this.#filter = like.filter;
    this.#order = like.order;
    this.#working = true;
    const shown = await this.#work.run(this.#arranged());
    // A newer request has taken over, and ends the waiting itself.
    if (shown === null) return;
    this.#shown = shown;
    this.#working = false;
  }

  *#arranged(): Slices<PairedRow[]> {
    const filter = this.#filter;
    const all = this.#pairs[filter.input];
    const kept: PairedRow[] = [];
    const keys: SortKey[] = [];
    for (const [index, pair] of all.entries()) {
      if (index % pauseEvery === pauseEvery - 1) yield;
      if (!this.#passes(pair, filter)) continue;
      kept.push(pair);
      keys.push(this.#distance(pair, filter));
    }
    if (this.#order === 'run') return kept;
    const order = yield* sortRows(
      Uint32Array.from(kept, (_, index) => index),
      byKey(keys, -1),
    );
    return Array.from(order).flatMap((index) => kept[index] ?? []);
  }

  #passes(pair: PairedRow, { changedOnly, verdict, criterion }: PairFilter): boolean {
    if (changedOnly && !pair.different) return false;
    if (verdict === 'changed' && !pair.verdictChanged) return false;
    if (typeof verdict === 'object') {
      const { a, b } = this.#pairs.digestsOf(pair);
      if (verdictKey(a) !== verdict.from || verdictKey(b) !== verdict.to) return false;
    }
    return criterion === null || this.#changeOf(pair, criterion) !== null;
  }

  /** How far apart two judgements are, in the chosen criterion or else in the score. */
  #distance(pair: PairedRow, { criterion }: PairFilter): number | null {
    if (criterion === null) return pair.scoreDelta === null ? null : Math.abs(pair.scoreDelta);
    const change = this.#changeOf(pair, criterion);
    return change?.kind === 'number' ? Math.abs(change.delta) : null;
  }

  #changeOf(pair: PairedRow, criterion: number) {
    const { a, b } = this.#pairs.digestsOf(pair);
    const criteria = this.#pairs.ground.criteria.slice(criterion, criterion + 1);
    return compareRow({ criteria, scores: false }, a, b).criteria[0] ?? null;
  }
}

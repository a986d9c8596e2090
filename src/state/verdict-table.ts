import type { Json } from '../core/model/json';
import type { Digest } from '../core/model/run';

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

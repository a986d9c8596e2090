import type { Judgement } from '../../judgement/judgement';
import { criterionPath, type Criterion } from '../../rubric/rubric';
import { formatNumber } from './html';
import type { ReportWords } from './report-words';

export interface Bar {
  label: string;
  count: number;
}

const mostSingleValues = 11;
const bands = 10;

/** How often each decided value of a criterion occurs. Undecided fields and unscored cases are no value. */
export class Distribution {
  readonly #criterion: Criterion;
  readonly #path: string;
  readonly #counts = new Map<string | number, number>();
  #decided = 0;

  constructor(criterion: Criterion) {
    this.#criterion = criterion;
    this.#path = criterionPath(criterion);
  }
  get criterion(): Criterion {
    return this.#criterion;
  }
  get decided(): number {
    return this.#decided;
  }

  add(judgement: Judgement): void {
    const known = judgement.fields.find(({ path }) => path === this.#path)?.known;
    if (known?.kind !== 'value') return;
    const value = typeof known.value === 'number' ? known.value : textOf(known.value);
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    this.#decided += 1;
  }

  /** Every step of the scale has its bar, also where nothing fell: a gap is news. */
  bars(words: ReportWords): Bar[] {
    const { choice, min, max } = this.#criterion;
    return choice === undefined && max !== undefined ? this.#ofScale(min, max, words) : this.#ofLabels();
  }

  #ofLabels(): Bar[] {
    const known = this.#criterion.levels.flatMap(({ at }) => (typeof at === 'object' ? [] : [at]));
    const all = [...new Set<string | number>([...known, ...this.#counts.keys()])];
    return all.map((label) => ({ label: String(label), count: this.#counts.get(label) ?? 0 }));
  }

  #ofScale(min: number, max: number, words: ReportWords): Bar[] {
    const values = [...this.#counts].filter(
      (entry): entry is [number, number] => typeof entry[0] === 'number',
    );
    const inside = values.filter(([value]) => value >= min && value <= max);
    const outside = this.#decided - inside.reduce((sum, [, count]) => sum + count, 0);
    const single = max - min < mostSingleValues && inside.every(([value]) => Number.isInteger(value - min));
    const bars = single ? singleValues(inside, min, max) : ofBands(inside, min, max);
    return outside > 0 ? [...bars, { label: words.outside(min, max), count: outside }] : bars;
  }
}

function singleValues(values: readonly [number, number][], min: number, max: number): Bar[] {
  const counts = new Map(values);
  return Array.from({ length: Math.floor(max - min) + 1 }, (_, step) => ({
    label: formatNumber(min + step),
    count: counts.get(min + step) ?? 0,
  }));
}

/** Each band takes its lower end, the last one both. */
function ofBands(values: readonly [number, number][], min: number, max: number): Bar[] {
  const width = (max - min) / bands;
  const counts = new Array<number>(bands).fill(0);
  for (const [value, count] of values) {
    const band = Math.min(bands - 1, Math.floor((value - min) / width));
    counts[band] = (counts[band] ?? 0) + count;
  }
  return counts.map((count, band) => ({
    label: `${formatNumber(min + band * width)}–${formatNumber(min + (band + 1) * width)}`,
    count,
  }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

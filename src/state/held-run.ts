import type { KnobReach } from '../core/check/knob-reach';
import type { Reweighed } from '../core/check/with-knobs';
import type { Digest } from '../core/model/run';
import type { CompactCase, Compacted, CompactTools } from '../pipeline/compact-judgement';
import { movableCriteria, weighCompact, withWeighed, type Weighed } from '../pipeline/weigh-compact';
import { Distinct } from './distinct';
import type { Slices } from './sliced-work';

/** Of a case that has no score, which no number changes. */
const unscored = -1;

type Scope = CompactCase['scope'];

/** The judged cases of a run, each with no more than it takes to weigh it anew; those that fare alike share it. */
export class HeldRun {
  readonly #tools: CompactTools;
  readonly #inputs = new Distinct<Scope['input']>();
  readonly #facts = new Distinct<Scope['facts']>();
  readonly #outputs = new Distinct<Scope['output']>();
  readonly #settled = new Distinct<Omit<Scope, 'input' | 'facts' | 'output'>>();
  readonly #rests = new Distinct<Omit<CompactCase, 'scope'>>();
  readonly #kinds = new Distinct<readonly number[]>();
  /** By row. */
  readonly #kindOf: (number | undefined)[] = [];
  /** By row; only where it is not the stored digest. */
  readonly #bases: (Digest | undefined)[] = [];
  readonly #storedAt: (row: number) => Digest | undefined;

  constructor(tools: CompactTools, storedAt: (row: number) => Digest | undefined) {
    this.#tools = tools;
    this.#storedAt = storedAt;
  }

  get reach(): KnobReach {
    return this.#tools.reach;
  }
  get characters(): number {
    const all = [this.#inputs, this.#facts, this.#outputs, this.#settled, this.#rests, this.#kinds];
    return all.reduce((sum, { characters }) => sum + characters, 0);
  }

  add(row: number, { base, compact }: Compacted): void {
    if (compact === null) {
      this.#bases[row] = base;
      this.#kindOf[row] = unscored;
      return;
    }
    if (!sameButForWeights(base, this.#storedAt(row), this.reach)) this.#bases[row] = base;
    const { scope, ...rest } = compact;
    const { input: read, facts, output, ...settled } = scope;
    this.#kindOf[row] = this.#kinds.add([
      this.#inputs.add(read),
      this.#facts.add(facts),
      this.#outputs.add(output),
      this.#settled.add(settled),
      this.#rests.add(rest),
    ]);
  }

  /** All cases are there. */
  close(): void {
    for (const kept of [this.#inputs, this.#facts, this.#outputs, this.#settled, this.#rests, this.#kinds])
      kept.close();
  }

  /** Offers to pause at every `yield`. `turned` is the cut rubric with its numbers turned. */
  *weigh(turned: Reweighed, onProgress: (done: number) => void): Slices<(row: number) => Digest | undefined> {
    const criteria = movableCriteria(this.#tools.rubric, this.reach);
    const kinds = this.#kinds.values;
    const weighed: (Weighed | undefined)[] = [];
    let done = 0;
    for (const kind of this.#kindOf) {
      const parts = kind === undefined ? undefined : kinds[kind];
      if (kind !== undefined) onProgress((done += 1));
      if (kind === undefined || parts === undefined || weighed[kind]) continue;
      weighed[kind] = weighCompact({ reach: this.reach, criteria }, turned, this.#compactAt(parts));
      yield;
    }
    return (row) => {
      const kind = this.#kindOf[row];
      if (kind === undefined) return undefined;
      const base = this.#bases[row] ?? this.#storedAt(row);
      const outcome = weighed[kind];
      return base && outcome ? withWeighed(base, outcome) : base;
    };
  }

  #compactAt([input = 0, facts = 0, output = 0, settled = 0, rest = 0]: readonly number[]): CompactCase {
    return {
      scope: {
        input: at(this.#inputs, input),
        facts: at(this.#facts, facts),
        output: at(this.#outputs, output),
        ...at(this.#settled, settled),
      },
      ...at(this.#rests, rest),
    };
  }
}

function at<T>({ values }: Distinct<T>, number: number): T {
  const value = values[number];
  if (value === undefined) throw new Error(`Expected a value that is kept, got the number ${number}.`);
  return value;
}

/** Whether the stored digest has all that stays as it is. */
function sameButForWeights(base: Digest, stored: Digest | undefined, { headline }: KnobReach): boolean {
  const still = ({ reason, score, verdict, criteria, expected, problems, mode, receipt }: Digest) =>
    JSON.stringify([
      reason,
      headline.value ? null : score,
      headline.verdict ? null : verdict,
      criteria,
      expected,
      problems,
      mode,
      receipt,
    ]);
  return stored !== undefined && still(base) === still(stored);
}

import type { Known } from '../core/model/judgement';
import type { Findings } from '../core/model/run';

/** Most that is shared of a kind. Where each case has its own, sharing gains nothing and its keys take room. */
const mostShared = 5000;
const unshared = -1;

interface Shared<T> {
  value: T;
  /** The same for equal values. */
  number: number;
}

/** Equal values are held once. */
class Pool<T> {
  readonly #seen = new Map<string, Shared<T>>();

  share(value: T): Shared<T> {
    const key = JSON.stringify(value);
    const seen = this.#seen.get(key);
    if (seen) return seen;
    if (this.#seen.size >= mostShared) return { value, number: unshared };
    const added = { value, number: this.#seen.size };
    this.#seen.set(key, added);
    return added;
  }
}

/**
 * What is held of every judgement at once, in little room. Most cases fare like some other; of those that do not, the single
 * values are still few.
 */
export class SharedDigests {
  readonly #knowns = new Pool<Known | null | undefined>();
  readonly #checks = new Pool<string[]>();
  readonly #rests = new Pool<unknown>();
  /** By the numbers of their parts, which is a short key. */
  readonly #whole = new Map<string, Findings>();

  /** The same, without what is in the judgement alone. */
  share({
    receipt: _,
    score,
    verdict,
    criteria,
    failedChecks,
    ...rest
  }: Findings & { receipt?: string }): Findings {
    const headline = [this.#knowns.share(score), this.#knowns.share(verdict)] as const;
    const known = criteria.map((one) => this.#knowns.share(one));
    const checks = this.#checks.share(failedChecks);
    const numbers = [this.#rests.share(rest), checks, ...headline, ...known].map(({ number }) => number);
    const key = numbers.join(' ');
    const seen = this.#whole.get(key);
    if (seen && !numbers.includes(unshared)) return seen;
    const [{ value: held }, { value: said }] = headline;
    const made = {
      ...rest,
      ...(held && { score: held }),
      ...(said && { verdict: said }),
      criteria: known.map(({ value }) => value ?? null),
      failedChecks: checks.value,
    };
    if (this.#whole.size < mostShared && !numbers.includes(unshared)) this.#whole.set(key, made);
    return made;
  }
}

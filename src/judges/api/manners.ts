import type { Structured } from '../../core/model/connection';
import type { WireError, WireFormat, WireQuestion } from './wire-format';

type Extra = 'temperature' | 'seed' | 'stream' | 'countStream';

/** How questions are put: by which means the shape is asked for, and what is left out since the model does not take it. */
export interface Manner {
  readonly structured: Structured;
  readonly without: ReadonlySet<Extra>;
}

const unwanted =
  /not (supported|permitted|allowed)|unsupported|does(n't| not) support|deprecated|extra inputs|unknown (parameter|field|name|argument)|unrecogni[sz]ed/i;
const named: readonly [Extra, RegExp][] = [
  ['temperature', /\btemperature\b/i],
  ['seed', /\b(random_)?seed\b/i],
  ['countStream', /\bstream_options\b/i],
  ['stream', /\bstream(ing)?\b/i],
];
const sparable: readonly Extra[] = ['seed', 'temperature'];

/** The manner that a judge has come to. It only ever gives way, and never goes back. */
export class Manners {
  readonly #wire: WireFormat;
  readonly #onWeaker: (structured: Structured) => void;
  #present: Manner = { structured: 'schema', without: new Set() };

  constructor(wire: WireFormat, onWeaker: (structured: Structured) => void = () => undefined) {
    this.#wire = wire;
    this.#onWeaker = onWeaker;
  }

  get present(): Manner {
    return this.#present;
  }

  /**
   * Whether a question that was refused can be put again, in an easier manner. There are only so many of them, so that a question
   * is put again no more often than that.
   */
  giveWay(used: Manner, error: WireError, asked: Pick<WireQuestion, Extra>): boolean {
    // Another question has met the same refusal meanwhile.
    if (used !== this.#present) return true;
    const about = `${error.about ?? ''} ${error.message}`;
    const refusesShape = this.#wire.refusesShape(error);
    // A router does not say which of the parameters nobody takes: those that matter least go first.
    const unnamed = refusesShape && /no endpoints found/i.test(about);
    const extra = unnamed
      ? sparable.find((name) => isAsked(asked[name]))
      : named.find(
          ([name, word]) =>
            isAsked(asked[name]) &&
            (word.test(error.about ?? '') || (word.test(about) && unwanted.test(about))),
        )?.[0];
    if (extra !== undefined) {
      this.#present = { ...used, without: new Set([...used.without, extra]) };
      return true;
    }
    const weaker = this.#wire.means[this.#wire.means.indexOf(used.structured) + 1];
    if (weaker === undefined || used.structured === 'prompt') return false;
    if (!refusesShape) return false;
    this.#present = { ...used, structured: weaker };
    this.#onWeaker(weaker);
    return true;
  }
}

function isAsked(value: number | boolean | undefined): boolean {
  return value !== undefined && value !== false;
}

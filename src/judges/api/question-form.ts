const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Stand in a form for what differs from question to question. */
const marks = { own: '<<the case’s part>>', seed: 1_357_924_680 };
/** A form is tried out with these: the same words or figures may stand elsewhere in the question too. */
const probe = { own: 'a case', seed: 1 };

/** A question as JSON with gaps for the case's part and the seed: the rest, which is long and the same for many, is written once. */
export class QuestionForm {
  readonly #pieces: readonly Uint8Array[];
  /** What stands between the pieces, in order. */
  readonly #gaps: readonly ('own' | 'seed')[];

  private constructor(pieces: readonly Uint8Array[], gaps: readonly ('own' | 'seed')[]) {
    this.#pieces = pieces;
    this.#gaps = gaps;
  }

  /** `write` gives the question with the given part and seed as JSON. Null where the gaps cannot be told from the rest. */
  static of(write: (own: string, seed: number | undefined) => string, seeded: boolean): QuestionForm | null {
    const put = ({ own, seed }: typeof marks) => write(own, seeded ? seed : undefined);
    const text = put(marks);
    const gaps = (['own', 'seed'] as const)
      .map((gap) => ({ gap, index: text.indexOf(String(marks[gap])) }))
      .filter(({ gap, index }) => index >= 0 && (gap === 'own' || seeded))
      .toSorted((one, other) => one.index - other.index);
    const ends = gaps.map(({ gap, index }) => index + String(marks[gap]).length);
    const pieces = [0, ...ends].map((start, place) => text.slice(start, gaps[place]?.index));
    const form = new QuestionForm(
      pieces.map((piece) => encoder.encode(piece)),
      gaps.map(({ gap }) => gap),
    );
    return decoder.decode(form.fill(probe.own, probe.seed)) === put(probe) ? form : null;
  }

  fill(own: string, seed: number | undefined): Uint8Array<ArrayBuffer> {
    const words = {
      own: encoder.encode(JSON.stringify(own).slice(1, -1)),
      seed: encoder.encode(String(seed)),
    };
    const parts = this.#pieces.flatMap((piece, place) => {
      const gap = this.#gaps[place];
      return gap ? [piece, words[gap]] : [piece];
    });
    const filled = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const part of parts) {
      filled.set(part, end);
      end += part.length;
    }
    return filled;
  }
}

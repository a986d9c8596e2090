import type { Prompt } from '../../core/model/prompt';
import type { JudgeRequest } from '../judge';
import type { Manner } from './manners';
import type { ApiSettings } from './api-judge';
import { QuestionForm } from './question-form';
import { tuningIn } from './tuning';
import type { WireFormat, WireTuning } from './wire-format';

type Asked = Pick<JudgeRequest, 'prompt' | 'shape' | 'previous' | 'seed'>;

/** A question as it goes out. */
export interface WrittenQuestion {
  tuning: WireTuning;
  stream: boolean;
  countStream: boolean;
  body: () => Record<string, unknown>;
  /** The same as JSON in UTF-8, as it is sent. */
  json: Uint8Array<ArrayBuffer>;
  /** Of case text in it. */
  bytes: number;
}

interface Kept extends Asked {
  manner: Manner;
  written: WrittenQuestion;
}

interface KeptForm {
  shared: string;
  manner: Manner;
  stream: boolean;
  seeded: boolean;
  form: QuestionForm | null;
}

const encoder = new TextEncoder();

/** Writes questions down, once each: one that waits for its turn is written when it begins to wait. */
export class WrittenQuestions {
  readonly #wire: WireFormat;
  readonly #settings: Pick<ApiSettings, 'model' | 'temperature'>;
  readonly #waiting = new WeakMap<Prompt, Kept>();
  readonly #forms = new WeakMap<JudgeRequest['shape'], KeptForm>();

  constructor(wire: WireFormat, settings: Pick<ApiSettings, 'model' | 'temperature'>) {
    this.#wire = wire;
    this.#settings = settings;
  }

  expect(request: JudgeRequest, manner: Manner): void {
    const { prompt, shape, previous, seed } = request;
    const written = this.#write(request, manner);
    this.#waiting.set(prompt, {
      prompt,
      shape,
      ...(previous && { previous }),
      ...(seed !== undefined && { seed }),
      manner,
      written,
    });
  }

  /** As it is put in this manner; what was written for another is of no use. */
  take(request: JudgeRequest, manner: Manner): WrittenQuestion {
    const kept = this.#waiting.get(request.prompt);
    this.#waiting.delete(request.prompt);
    const isSame =
      kept?.manner === manner &&
      kept.shape === request.shape &&
      kept.previous === request.previous &&
      kept.seed === request.seed &&
      kept.written.stream === streams(request, manner);
    return isSame ? kept.written : this.#write(request, manner);
  }

  #write(request: JudgeRequest, manner: Manner): WrittenQuestion {
    const { prompt, shape, previous, seed } = request;
    const tuning = tuningIn(manner, this.#settings, seed);
    const stream = streams(request, manner);
    const countStream = counts(stream, manner);
    const asked = { prompt, shape, ...(previous && { previous }), ...tuning, stream, countStream };
    const body = () => this.#wire.body(asked);
    const form = previous ? null : this.#formFor(request, manner, stream);
    const json = form?.fill(prompt.own, tuning.seed) ?? encoder.encode(JSON.stringify(body()));
    return { tuning, stream, countStream, body, json, bytes: caseBytes(request) };
  }

  /** Thousands of questions differ in little. */
  #formFor({ prompt, shape, seed }: JudgeRequest, manner: Manner, stream: boolean): QuestionForm | null {
    const { shared } = prompt;
    const seeded = seed !== undefined && !manner.without.has('seed');
    const kept = this.#forms.get(shape);
    const isSame =
      kept?.shared === shared && kept.manner === manner && kept.stream === stream && kept.seeded === seeded;
    if (isSame) return kept.form;
    const way = { stream, countStream: counts(stream, manner) };
    const write = (own: string, mark: number | undefined) => {
      const tuning = tuningIn(manner, this.#settings, mark);
      return JSON.stringify(this.#wire.body({ prompt: { ...prompt, own }, shape, ...tuning, ...way }));
    };
    const form = QuestionForm.of(write, seeded);
    this.#forms.set(shape, { shared, manner, stream, seeded, form });
    return form;
  }
}

function streams({ onText }: JudgeRequest, { without }: Manner): boolean {
  return onText !== undefined && !without.has('stream');
}

function counts(stream: boolean, { without }: Manner): boolean {
  return stream && !without.has('countStream');
}

/** One byte a character. */
// eslint-disable-next-line no-control-regex
const plain = /^[\u0000-\u007f]*$/;

/** The rubric's part is no case text. A correction quotes the reply, which may quote the case. */
export function caseBytes({ prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>): number {
  const text = prompt.own + (previous ? previous.text + previous.problem : '');
  return plain.test(text) ? text.length : new TextEncoder().encode(text).length;
}

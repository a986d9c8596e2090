import { mostConnections } from '../../../judgement/connection';
import { z } from '../../../kit/zod';
import { KeyMask } from '../http/key-mask';
import { send } from '../http/send';
import type { WireFormat } from '../wire-format';

const runningSchema = z.object({
  models: z.array(
    z.object({ name: z.string(), context_length: z.int().min(1).nullish().catch(null) }).catch({ name: '' }),
  ),
});
const versionSchema = z.object({ version: z.string() });
const countedSchema = z.object({ prompt_eval_count: z.int().min(0) });
/** Before this version it cuts whether or not it is told to. */
const firstWithTruncate = [0, 12, 6] as const;
const isAboutRoom = /context (length|size|window)/i;

/**
 * So often it is asked what it does not say: a proxy may let none of this through, ever. All that is on its way at once may fail
 * together, and is no reason to give up.
 */
export const mostInVain = 2 * mostConnections;

/** Where it listens unless it is told otherwise. */
export function isOllamaPort(origin: string): boolean {
  return new URL(origin).port === '11434';
}

/** How much fits; null where it does not say. */
export interface OllamaContext {
  context: number | null;
}

interface Place {
  /** The address of its other interface, which ends in /v1. */
  url: string;
  model: string;
  key: string;
}

/**
 * Ollama's own interface. Beside the one that it shares with other servers it is the only place where it says how much context
 * a model was loaded with, and the only one where it can be told not to cut what does not fit.
 */
export class OllamaApi {
  readonly #place: Place;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof fetch;
  readonly #root: string | null;
  #mayRefuse: boolean | null = null;
  #askedInVain = 0;

  /** `wire` is that of its other interface, in whose way it takes the key. */
  constructor(wire: Pick<WireFormat, 'headers'>, place: Place, fetcher: typeof fetch) {
    this.#place = place;
    this.#headers = wire.headers(place.key);
    this.#fetch = fetcher;
    this.#root = place.url.endsWith('/v1') ? place.url.slice(0, -'/v1'.length) : null;
  }

  /** Of the model as questions find it. Null: this is no Ollama. */
  async context(signal: AbortSignal): Promise<OllamaContext | null> {
    // Without a prompt it only loads the model; anew where someone else had it loaded with another context.
    await this.#send('/api/generate', signal, { model: this.#place.model, stream: false });
    const running = await this.#running(signal);
    return running && { context: this.#among(running) };
  }

  /**
   * How many tokens of a question it reads when it must not cut it; 'no-room' where it refuses. Null: it does not tell.
   * `sending` is told directly before the question goes out, which it does not where nobody would count it.
   */
  async count(
    messages: unknown,
    signal: AbortSignal,
    sending: () => void,
  ): Promise<number | 'no-room' | null> {
    this.#mayRefuse ??= await this.#isLate(signal);
    if (!this.#mayRefuse) return null;
    const { model } = this.#place;
    const asked = { model, messages, stream: false, truncate: false, shift: false };
    sending();
    const answered = await this.#send('/api/chat', signal, { ...asked, options: { num_predict: 1 } });
    if (!answered) return null;
    const { response, text } = answered;
    if (!response.ok) return response.status === 400 && isAboutRoom.test(text) ? 'no-room' : null;
    return countedSchema.safeParse(answered.json).data?.prompt_eval_count ?? null;
  }

  /** Null: it did not say, and is to be asked again. */
  async #isLate(signal: AbortSignal): Promise<boolean | null> {
    const answered = await this.#send('/api/version', signal);
    const read = answered?.response.ok ? versionSchema.safeParse(answered.json).data : undefined;
    if (read) return isLate(read.version);
    this.#askedInVain += 1;
    return this.#askedInVain < mostInVain ? null : false;
  }

  async #running(signal: AbortSignal): Promise<z.infer<typeof runningSchema>['models'] | null> {
    const answered = await this.#send('/api/ps', signal);
    if (!answered?.response.ok) return null;
    return runningSchema.safeParse(answered.json).data?.models ?? null;
  }

  #among(models: z.infer<typeof runningSchema>['models']): number | null {
    const wanted = this.#place.model.toLowerCase();
    const found = models.find(({ name }) => [wanted, `${wanted}:latest`].includes(name.toLowerCase()));
    return found?.context_length ?? null;
  }

  async #send(path: string, signal: AbortSignal, body?: unknown) {
    if (this.#root === null) return null;
    const answered = await send(this.#fetch, {
      url: this.#root + path,
      headers: this.#headers,
      mask: new KeyMask(this.#place.key),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    return answered.kind === 'answered' ? answered : null;
  }
}

function isLate(version: string): boolean {
  const parts = version.split('.', 3).map((part) => Number.parseInt(part, 10));
  const differs = firstWithTruncate.findIndex((wanted, place) => parts[place] !== wanted);
  return differs === -1 || (parts[differs] ?? 0) > (firstWithTruncate[differs] ?? 0);
}

import type { JsonObject } from '../../../kit/json';
import { z } from '../../../kit/zod';
import type { DeviceAbilities } from '../device';
import { EngineBroken, watchdog, type Clock } from '../engine';
import type { ChatMessage } from '../messages';

interface Expected {
  type: 'text';
  languages: string[];
}
interface CoreOptions {
  expectedInputs?: Expected[];
  expectedOutputs?: Expected[];
}
interface CreateOptions extends CoreOptions {
  initialPrompts?: ChatMessage[];
  samplingMode?: string;
  monitor?: (target: { addEventListener(type: string, heard: (event: unknown) => void): void }) => void;
  signal?: AbortSignal;
}
export interface PromptOptions {
  responseConstraint?: JsonObject;
  signal?: AbortSignal;
}

/** A conversation with the browser's model. */
export interface BuiltInSession {
  promptStreaming(input: ChatMessage[], options?: PromptOptions): ReadableStream<string>;
  clone(options?: { signal?: AbortSignal }): Promise<BuiltInSession>;
  destroy(): void;
  /** Tokens that these messages would take on top. */
  measureContextUsage(input: ChatMessage[], options?: PromptOptions): Promise<number>;
  contextUsage: number;
  contextWindow: number;
}

/** What the browser puts in the page for its own model. That it is there says nothing: it has to be asked. */
export interface BuiltInApi {
  availability(options?: CoreOptions): Promise<unknown>;
  create(options?: CreateOptions): Promise<BuiltInSession>;
}

const availabilitySchema = z.enum(['unavailable', 'downloadable', 'downloading', 'available']);

export function findBuiltIn(page: object): BuiltInApi | null {
  const found: unknown = Reflect.get(page, 'LanguageModel');
  return isApi(found) ? found : null;
}

function isApi(found: unknown): found is BuiltInApi {
  const able = (typeof found === 'object' && found !== null) || typeof found === 'function';
  return able && 'availability' in found && 'create' in found;
}

export async function askAvailability(
  api: BuiltInApi | null,
  language: string | null,
): Promise<DeviceAbilities['builtIn']> {
  if (!api) return 'none';
  try {
    return availabilitySchema.parse(await api.availability(language === null ? {} : languages(language)));
  } catch {
    // A browser that refuses the question refuses the model.
    return 'unavailable';
  }
}

/** The rubric is in its own language; what the page puts around the cases is in English. */
export function languages(language: string): Required<CoreOptions> {
  return {
    expectedInputs: [{ type: 'text', languages: [...new Set(['en', language])] }],
    expectedOutputs: [{ type: 'text', languages: [language] }],
  };
}

interface Hooks {
  signal: AbortSignal;
  clock: Clock;
  onText?: ((soFar: string) => void) | undefined;
}

/** Reads the reply. Rejects after a long silence, even if the model ignores the signal. */
export async function hear(
  session: BuiltInSession,
  input: ChatMessage[],
  options: PromptOptions,
  { signal, clock, onText }: Hooks,
): Promise<string> {
  const hang = new AbortController();
  const either = AbortSignal.any([signal, hang.signal]);
  const ended = new Promise<never>((_, reject) => {
    either.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
  });
  ended.catch(() => {});
  const silence = watchdog(clock, () => hang.abort(new EngineBroken('hang', '')));
  silence.restart();
  try {
    const reader = session.promptStreaming(input, { ...options, signal: either }).getReader();
    let soFar = '';
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), ended]);
      if (done) return soFar;
      silence.restart();
      soFar += value;
      onText?.(soFar);
    }
  } catch (error) {
    either.throwIfAborted();
    throw error;
  } finally {
    silence.stop();
  }
}

export interface Conversation {
  session: BuiltInSession;
  /** Tokens of the rubric's part, and how many of them were read for an earlier question. */
  shared: number;
  reused: number;
  window: number;
}

interface Topic {
  shared: string;
  language: string;
  predictable: boolean;
}

/** Each question goes to a copy of what has read the rubric. Each takes gigabytes that the browser does not free by itself. */
export class Conversations {
  readonly #api: BuiltInApi;
  readonly #closed = new AbortController();
  #kept: { key: string; session: BuiltInSession; asked: boolean } | null = null;

  constructor(api: BuiltInApi) {
    this.#api = api;
  }

  throwIfClosed(): void {
    this.#closed.signal.throwIfAborted();
  }

  /** Has work done in a conversation that ends with it. Rejects as the browser does, or with the signal's reason. */
  async with<T>(
    topic: Topic,
    signal: AbortSignal,
    work: (conversation: Conversation, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([signal, this.#closed.signal]);
    either.throwIfAborted();
    const kept = await this.#about(topic, either);
    const session = await kept.session.clone({ signal: either });
    try {
      either.throwIfAborted();
      const shared = Math.ceil(kept.session.contextUsage);
      const reused = kept.asked ? shared : 0;
      return await work({ session, shared, reused, window: Math.floor(kept.session.contextWindow) }, either);
    } finally {
      session.destroy();
    }
  }

  /** From now on the rubric's part counts as read before. */
  wasAsked(): void {
    if (this.#kept) this.#kept.asked = true;
  }
  forget(): void {
    this.#kept?.session.destroy();
    this.#kept = null;
  }
  close(): void {
    this.#closed.abort(new EngineBroken('unloaded', ''));
    this.forget();
  }

  async #about(topic: Topic, signal: AbortSignal) {
    const key = JSON.stringify(topic);
    if (this.#kept?.key === key) return this.#kept;
    this.forget();
    const session = await this.#api.create({
      ...languages(topic.language),
      ...(topic.predictable ? { samplingMode: 'most-predictable' } : {}),
      initialPrompts: [{ role: 'system', content: topic.shared }],
      signal,
    });
    // It may have come all the same, after it was cancelled, and beside another.
    if (signal.aborted) session.destroy();
    signal.throwIfAborted();
    this.forget();
    this.#kept = { key, session, asked: false };
    return this.#kept;
  }
}

import { EngineBroken } from '../engine';
import type { ChatMessage } from '../messages';
import {
  languages,
  usedOf,
  windowOf,
  type BuiltInApi,
  type BuiltInSession,
  type PromptOptions,
} from './language-model';

export interface Clock {
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** A whole reply of a slow machine, where the browser does not say it piece by piece. */
const longestSilence = 300_000;

interface Hooks {
  signal: AbortSignal;
  clock: Clock;
  onText?: ((soFar: string) => void) | undefined;
}

/** The reply to a question, piece by piece where the browser gives it so. A silence without end is a hang. */
export async function hear(
  session: BuiltInSession,
  input: ChatMessage[],
  options: PromptOptions,
  { signal, clock, onText }: Hooks,
): Promise<string> {
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  let waiting = new AbortController();
  const watch = (): void => {
    waiting.abort();
    waiting = new AbortController();
    clock.sleep(longestSilence, waiting.signal).then(
      () => silence.abort(new EngineBroken('hang', '')),
      () => {},
    );
  };
  watch();
  try {
    const given = { ...options, signal: both };
    if (!session.promptStreaming) return await orAborted(session.prompt(input, given), both);
    const reader = session.promptStreaming(input, given).getReader();
    let soFar = '';
    for (;;) {
      const { done, value } = await orAborted(reader.read(), both);
      if (done) return soFar;
      watch();
      soFar += value;
      onText?.(soFar);
    }
  } catch (error) {
    silence.signal.throwIfAborted();
    throw error;
  } finally {
    waiting.abort();
  }
}

/** What hangs may not listen either: nobody waits for it after the signal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new DOMException('Cancelled.', 'AbortError'));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export interface Talk {
  /** A copy of the conversation that has read the rubric, for one question. */
  session: BuiltInSession;
  /** Tokens of the rubric's part, and how many of them were read for an earlier question. */
  shared: number;
  reused: number;
  window: number;
}

interface Kept {
  key: string;
  session: BuiltInSession;
  asked: boolean;
}

interface Manner {
  language: string;
  predictable: boolean;
  signal: AbortSignal;
}

/**
 * Conversations with the browser's model: the rubric is read once, and each question goes to a copy of what was read. Each takes
 * memory by the gigabyte, and the browser frees none by itself: all are ended here, however they came to their end.
 */
export class Conversations {
  readonly #api: BuiltInApi;
  readonly #closed = new AbortController();
  #kept: Kept | null = null;

  constructor(api: BuiltInApi) {
    this.#api = api;
  }

  get closed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** What is done in a conversation about these words, which ends with it. Rejects as the browser does, or with the signal's reason. */
  async with<T>(
    shared: string,
    { signal, ...manner }: Manner,
    work: (talk: Talk, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([signal, this.#closed.signal]);
    either.throwIfAborted();
    const kept = await this.#about(shared, { ...manner, signal: either });
    const session = await kept.session.clone({ signal: either });
    try {
      either.throwIfAborted();
      const tokens = usedOf(kept.session);
      const talk = {
        session,
        shared: tokens,
        reused: kept.asked ? tokens : 0,
        window: windowOf(kept.session),
      };
      return await work(talk, either);
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

  /** Ends all of them, and lets nobody begin another. */
  close(): void {
    this.#closed.abort(new EngineBroken('unloaded', ''));
    this.forget();
  }

  async #about(shared: string, { language, predictable, signal }: Manner): Promise<Kept> {
    const key = JSON.stringify([language, predictable, shared]);
    if (this.#kept?.key === key) return this.#kept;
    this.forget();
    const rubric: ChatMessage = { role: 'system', content: shared };
    const session = await this.#api.create({
      ...languages(language),
      ...(predictable ? { samplingMode: 'most-predictable' } : {}),
      initialPrompts: [rubric],
      signal,
    });
    // It may have come all the same, after it was called off, and beside another.
    if (signal.aborted) session.destroy();
    signal.throwIfAborted();
    this.forget();
    this.#kept = { key, session, asked: false };
    return this.#kept;
  }
}

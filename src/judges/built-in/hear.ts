import { EngineBroken } from '../in-tab/engine';
import type { ChatMessage } from '../in-tab/messages';
import type { BuiltInSession, PromptOptions } from './language-model';

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

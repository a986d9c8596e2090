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
  const given = new AbortController();
  const both = AbortSignal.any([signal, given.signal]);
  let waiting = new AbortController();
  const watch = (): void => {
    waiting.abort();
    waiting = new AbortController();
    clock.sleep(longestSilence, waiting.signal).then(
      () => given.abort(new EngineBroken('hang', '')),
      () => {},
    );
  };
  watch();
  try {
    if (!session.promptStreaming) return await session.prompt(input, { ...options, signal: both });
    const reader = session.promptStreaming(input, { ...options, signal: both }).getReader();
    let soFar = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return soFar;
      watch();
      soFar += value;
      onText?.(soFar);
    }
  } catch (error) {
    given.signal.throwIfAborted();
    throw error;
  } finally {
    waiting.abort();
  }
}

import type { ChatMessage } from '../in-tab/messages';
import { languages, usedOf, windowOf, type BuiltInApi, type BuiltInSession } from './language-model';

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

/** Conversations with the browser's model: the rubric is read once, and each question goes to a copy of what was read. */
export class Conversations {
  readonly #api: BuiltInApi;
  #kept: Kept | null = null;

  constructor(api: BuiltInApi) {
    this.#api = api;
  }

  /** Rejects as the browser does: with the signal's reason, or where it refuses. */
  async about(
    shared: string,
    { language, predictable, signal }: { language: string; predictable: boolean; signal: AbortSignal },
  ): Promise<Talk> {
    const key = JSON.stringify([language, predictable, shared]);
    if (this.#kept?.key !== key) {
      this.forget();
      const rubric: ChatMessage = { role: 'system', content: shared };
      const session = await this.#api.create({
        ...languages(language),
        ...(predictable ? { samplingMode: 'most-predictable' } : {}),
        initialPrompts: [rubric],
        signal,
      });
      this.#kept = { key, session, asked: false };
    }
    const { session: first } = this.#kept;
    const session = await first.clone({ signal });
    const tokens = usedOf(first);
    return { session, shared: tokens, reused: this.#kept.asked ? tokens : 0, window: windowOf(first) };
  }

  /** From now on the rubric's part counts as read before. */
  wasAsked(): void {
    if (this.#kept) this.#kept.asked = true;
  }

  forget(): void {
    this.#kept?.session.destroy();
    this.#kept = null;
  }
}

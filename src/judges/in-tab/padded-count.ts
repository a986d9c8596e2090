import type { ChatMessage } from './messages';

/**
 * Counts tokens with a runtime that has no call for it, but refuses what does not fit with the count, and before any work. So enough
 * text is put behind a prompt to make it too long, and taken off the count again.
 */
export class PaddedCount {
  readonly #countAsItIs: (messages: ChatMessage[]) => Promise<number>;
  /** What the text behind a prompt takes. */
  #padding: { context: number; text: string; tokens: number } | null = null;

  constructor(countAsItIs: (messages: ChatMessage[]) => Promise<number>) {
    this.#countAsItIs = countAsItIs;
  }

  async of(messages: readonly ChatMessage[], context: number): Promise<number> {
    const last = messages.at(-1);
    if (!last) throw new Error('Expected at least one message to count.');
    const { text, tokens } = await this.#paddingFor(context);
    const padded = [...messages.slice(0, -1), { ...last, content: last.content + text }];
    return (await this.#countAsItIs(padded)) - tokens;
  }

  async #paddingFor(context: number): Promise<{ text: string; tokens: number }> {
    if (this.#padding?.context === context) return this.#padding;
    const text = ' a'.repeat(context + 1);
    const one = await this.#countAsItIs([{ role: 'user', content: text }]);
    const two = await this.#countAsItIs([{ role: 'user', content: text + text }]);
    this.#padding = { context, text, tokens: two - one };
    return this.#padding;
  }
}

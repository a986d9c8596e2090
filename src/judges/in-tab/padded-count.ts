import type { ChatMessage } from './messages';

/** Short enough for every runtime: some hand over the tokens of a text as the arguments of a call, of which there cannot be many. */
const wordsPerText = 4096;

/**
 * Counts tokens with a runtime that has no call for it, but refuses what does not fit with the count, and before any work. So enough
 * talk is put behind a prompt to make it too long, and taken off the count again.
 */
export class PaddedCount {
  readonly #countAsItIs: (messages: ChatMessage[]) => Promise<number>;
  /** What the talk behind a prompt takes. */
  #padding: { context: number; talk: readonly ChatMessage[]; tokens: number } | null = null;

  constructor(countAsItIs: (messages: ChatMessage[]) => Promise<number>) {
    this.#countAsItIs = countAsItIs;
  }

  async of(messages: readonly ChatMessage[], context: number): Promise<number> {
    if (messages.length === 0) throw new Error('Expected at least one message to count.');
    const { talk, tokens } = await this.#paddingFor(context);
    return (await this.#countAsItIs([...messages, ...talk])) - tokens;
  }

  async #paddingFor(context: number): Promise<{ talk: readonly ChatMessage[]; tokens: number }> {
    if (this.#padding?.context === context) return this.#padding;
    const talk = talkOf(context + 1);
    const opening: ChatMessage = { role: 'user', content: 'a' };
    const one = await this.#countAsItIs([opening, ...talk]);
    const two = await this.#countAsItIs([opening, ...talk, ...talk]);
    this.#padding = { context, talk, tokens: two - one };
    return this.#padding;
  }
}

/** An assistant and a user who say at least so many tokens by turns, as many formats want it. */
function talkOf(tokens: number): ChatMessage[] {
  const content = 'a'.concat(' a'.repeat(wordsPerText - 1));
  const turns = Math.ceil(tokens / (2 * wordsPerText));
  return Array.from({ length: turns }, () => [
    { role: 'assistant' as const, content },
    { role: 'user' as const, content },
  ]).flat();
}

import type { NumberChoice, TokenOption } from '../../judgement/judge';
import { errorMessage } from '../../kit/error-message';
import type { DeviceFault } from './device';
import type {
  Answer,
  ChatMessage,
  Ending,
  Generated,
  Generation,
  Opened,
  OpenSettings,
  Order,
} from './messages';

/** What the workers of both runtimes share: one runtime with one model. It ends with the worker. */
export abstract class Session<Load> {
  readonly #post: (answer: Answer) => void;
  readonly #countTokens = tokenCounter((messages) => this.#countOrRefused(messages));
  #stop: AbortController | null = null;
  #broken = false;

  constructor(post: (answer: Answer) => void) {
    this.#post = post;
  }

  async take(order: Order<Load>): Promise<void> {
    if (order.kind === 'stop') {
      this.#stop?.abort();
      return;
    }
    const stop = new AbortController();
    this.#stop = stop;
    try {
      this.say(await this.#answer(order, stop.signal));
    } catch (error) {
      this.break(this.faultOf(error), errorMessage(error));
    }
    this.#stop = null;
  }

  protected abstract open(load: Load, settings: OpenSettings): Promise<Opened>;
  /** Tokens of a prompt that fits; rejects as the runtime does where it does not. */
  protected abstract count(messages: ChatMessage[]): Promise<number>;
  protected abstract generate(generation: Generation, signal: AbortSignal): Promise<Ending>;
  protected abstract faultOf(error: unknown): DeviceFault;
  /** The tokens of a prompt that the runtime refused as too long; null where the error is another. */
  protected abstract refusedTokens(error: unknown): number | null;

  protected say(answer: Answer): void {
    if (!this.#broken) this.#post(answer);
  }
  /** The runtime is of no more use. Only what happened first is said. */
  protected break(fault: DeviceFault, message: string): void {
    this.say({ kind: 'broken', fault, message });
    this.#broken = true;
  }

  async #answer(order: Exclude<Order<Load>, { kind: 'stop' }>, signal: AbortSignal): Promise<Ending> {
    switch (order.kind) {
      case 'open':
        return { kind: 'opened', opened: await this.open(order.load, order.settings) };
      case 'count':
        return { kind: 'counted', tokens: await this.#countTokens(order.messages, order.context) };
      case 'generate':
        try {
          return await this.generate(order.generation, signal);
        } catch (error) {
          if (signal.aborted) return { kind: 'stopped' };
          return { kind: 'too-long', tokens: this.#refusedOrThrow(error) };
        }
    }
  }

  async #countOrRefused(messages: ChatMessage[]): Promise<number> {
    try {
      return await this.count(messages);
    } catch (error) {
      return this.#refusedOrThrow(error);
    }
  }

  #refusedOrThrow(error: unknown): number {
    const tokens = this.refusedTokens(error);
    if (tokens === null) throw error;
    return tokens;
  }
}

/** Short enough for every runtime: some pass the tokens of a text as the arguments of a call, of which there cannot be many. */
const wordsPerText = 4096;

/**
 * Counts tokens with a runtime that has no call for it, but refuses what does not fit with the count, and before any work. So enough
 * talk is put behind a prompt to make it too long, and taken off the count again.
 */
export function tokenCounter(countAsIs: (messages: ChatMessage[]) => Promise<number>) {
  let padding: { context: number; talk: readonly ChatMessage[]; tokens: number } | null = null;
  return async (messages: readonly ChatMessage[], context: number): Promise<number> => {
    if (padding?.context !== context) {
      const talk = talkOf(context + 1);
      const opening: ChatMessage = { role: 'user', content: 'a' };
      const one = await countAsIs([opening, ...talk]);
      const two = await countAsIs([opening, ...talk, ...talk]);
      padding = { context, talk, tokens: two - one };
    }
    const { talk, tokens } = padding;
    return (await countAsIs([...messages, ...talk])) - tokens;
  };
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

interface SaidToken {
  token: string;
  logprob: number;
  top_logprobs: readonly { token: string; logprob: number }[];
}

/** The token that was said, which need not be among the likeliest, and those. */
export function tokenOptions({ token, logprob, top_logprobs: top }: SaidToken): TokenOption[] {
  return [{ token, logprob }, ...top].map((each) => ({ text: each.token, logprob: each.logprob }));
}

/** Null where the token is no number. `soFar` ends with the token. The first option is the token, the others are the likeliest. */
export function numberChoice(
  token: string,
  soFar: string,
  options: readonly TokenOption[],
): NumberChoice | null {
  const figure = token.trim();
  // A token that holds more than the number's own signs, or is held back with others, cannot be placed.
  if (!/^-?\d+$/.test(figure) || !soFar.endsWith(token.trimEnd())) return null;
  const at = soFar.length - figure.length;
  // Inside a longer number it is no beginning.
  if (/[\d.-]/.test(soFar[at - 1] ?? '')) return null;
  const [, ...likeliest] = options;
  return {
    at,
    options: options.filter(({ text }) => /^\s*-?\d+\s*$/.test(text)),
    untold: Math.min(0, ...likeliest.map(({ logprob }) => logprob)),
  };
}

/** Collects a reply as it streams in. `leftOut` is what the text does not begin with. */
export function streamedReply(say: (answer: Answer) => void, leftOut: RegExp | null = null) {
  const choices: NumberChoice[] = [];
  let all = '';
  let text = '';
  let stop: Generated['stop'] = 'complete';
  return {
    /** `options` are those of the last token, the token itself first; null where the runtime does not give them. */
    add(piece: string, options: readonly TokenOption[] | null, finish: string | null): void {
      all += piece;
      text = leftOut ? all.replace(leftOut, '') : all;
      const [said] = options ?? [];
      const choice = options && said ? numberChoice(said.text, text, options) : null;
      if (choice) choices.push(choice);
      if (finish) stop = finish === 'length' || finish === 'no-text' ? finish : 'complete';
      if (piece !== '') say({ kind: 'text', soFar: text });
    },
    end: (
      usage: { promptTokens: number; cachedTokens: number; replyTokens: number },
      sent: Record<string, number> = {},
    ): Ending => ({ kind: 'generated', generated: { text, stop, ...usage, sent, choices } }),
  };
}

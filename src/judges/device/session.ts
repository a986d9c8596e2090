import type { NumberChoice, TokenOption } from '../../judgement/judge';
import { errorMessage } from '../../kit/error-message';
import type { DeviceFault } from './device';
import type {
  Answer,
  ChatMessage,
  Ending,
  Generation,
  Interim,
  Opened,
  OpenSettings,
  Order,
} from './messages';

/** What the workers of both runtimes share. */

export type Work<Load> = Exclude<Order<Load>, { kind: 'stop' }>;

/** What the work on an order is given. */
export interface WorkTools {
  /** Says something in between. */
  say: (interim: Interim) => void;
  /** Aborted when this order, and no other, is to stop. */
  signal: AbortSignal;
}
export interface Breakage {
  fault: DeviceFault;
  message: string;
}
interface Entry<Load> {
  order: Work<Load>;
  stop: AbortController;
  ended: () => void;
}

/**
 * The orders of a worker. A runtime has one model with one memory of what it has read: so it works on one order at a time, in the
 * order in which they came, and answers each once. An order that is stopped while it waits is never begun.
 */
export class OrderQueue<Load> {
  readonly #say: (answer: Answer) => void;
  readonly #work: (order: Work<Load>, tools: WorkTools) => Promise<Ending>;
  readonly #breakageOf: (error: unknown) => Breakage;
  #waiting: Entry<Load>[] = [];
  #current: Entry<Load> | null = null;
  #broken: Breakage | null = null;

  constructor(
    say: (answer: Answer) => void,
    work: (order: Work<Load>, tools: WorkTools) => Promise<Ending>,
    breakageOf: (error: unknown) => Breakage,
  ) {
    this.#say = say;
    this.#work = work;
    this.#breakageOf = breakageOf;
  }

  /** Resolves once the order is answered. */
  take(order: Order<Load>): Promise<void> {
    if (order.kind === 'stop') {
      this.#stop(order.id);
      return Promise.resolve();
    }
    return new Promise((ended) => {
      this.#waiting.push({ order, stop: new AbortController(), ended });
      if (this.#broken) this.break(this.#broken);
      else if (!this.#current) void this.#workOn();
    });
  }

  /** About the order that is worked on. */
  say(interim: Interim): void {
    if (this.#current) this.#say({ id: this.#current.order.id, ...interim });
  }

  /** The runtime is of no more use. Every order, now and later, is answered with what happened first. */
  break(breakage: Breakage): void {
    this.#broken ??= breakage;
    const all = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#current = null;
    this.#waiting = [];
    for (const entry of all) this.#end(entry, { kind: 'broken', ...this.#broken });
  }

  #stop(id: number): void {
    if (this.#current?.order.id === id) {
      this.#current.stop.abort();
      return;
    }
    const found = this.#waiting.find(({ order }) => order.id === id);
    if (!found) return;
    this.#waiting = this.#waiting.filter((entry) => entry !== found);
    this.#end(found, { kind: 'stopped' });
  }

  async #workOn(): Promise<void> {
    for (let entry = this.#waiting.shift(); entry; entry = this.#waiting.shift()) {
      this.#current = entry;
      const isCurrent = () => this.#current === entry;
      const say = (interim: Interim) => {
        if (isCurrent()) this.say(interim);
      };
      try {
        const ending = await this.#work(entry.order, { say, signal: entry.stop.signal });
        // It was broken meanwhile, and so was all that waited.
        if (!isCurrent()) return;
        this.#current = null;
        this.#end(entry, ending);
      } catch (error) {
        if (isCurrent()) this.break(this.#breakageOf(error));
        return;
      }
    }
  }

  #end({ order, ended }: Entry<Load>, ending: Ending): void {
    this.#say({ id: order.id, ...ending });
    ended();
  }
}

/** One runtime with one model, inside a worker of its own. It ends with the worker. */
export abstract class Session<Load> {
  protected readonly orders: OrderQueue<Load>;
  readonly #counter = new TokenCounter((messages) => this.#countOrRefused(messages));

  constructor(say: (answer: Answer) => void) {
    this.orders = new OrderQueue(
      say,
      (order, tools) => this.#do(order, tools),
      (error) => ({ fault: this.faultOf(error), message: errorMessage(error) }),
    );
  }

  /** Resolves once the order is answered. */
  take(order: Order<Load>): Promise<void> {
    return this.orders.take(order);
  }

  protected abstract open(load: Load, settings: OpenSettings): Promise<Opened>;
  /** Tokens of a prompt that fits; rejects as the runtime does where it does not. */
  protected abstract count(messages: ChatMessage[]): Promise<number>;
  protected abstract generate(generation: Generation, tools: WorkTools): Promise<Ending>;
  protected abstract faultOf(error: unknown): DeviceFault;
  /** How the runtime says that a prompt is too long. Its group is the number of tokens. */
  protected abstract readonly tooLong: RegExp;

  async #do(order: Work<Load>, tools: WorkTools): Promise<Ending> {
    switch (order.kind) {
      case 'open':
        return { kind: 'opened', opened: await this.open(order.load, order.settings) };
      case 'count':
        return { kind: 'counted', tokens: await this.#counter.count(order.messages, order.context) };
      case 'generate':
        try {
          return await this.generate(order.generation, tools);
        } catch (error) {
          if (tools.signal.aborted) return { kind: 'stopped' };
          return { kind: 'too-long', tokens: this.#refusedTokens(error) };
        }
    }
  }

  async #countOrRefused(messages: ChatMessage[]): Promise<number> {
    try {
      return await this.count(messages);
    } catch (error) {
      return this.#refusedTokens(error);
    }
  }

  #refusedTokens(error: unknown): number {
    const found = this.tooLong.exec(errorMessage(error))?.[1];
    if (found === undefined) throw error;
    return Number(found);
  }
}

/** Short enough for every runtime: some hand over the tokens of a text as the arguments of a call, of which there cannot be many. */
const wordsPerText = 4096;

/**
 * Counts tokens with a runtime that has no call for it, but refuses what does not fit with the count, and before any work. So enough
 * talk is put behind a prompt to make it too long, and taken off the count again.
 */
export class TokenCounter {
  readonly #countAsIs: (messages: ChatMessage[]) => Promise<number>;
  #padding: { context: number; talk: readonly ChatMessage[]; tokens: number } | null = null;

  constructor(countAsIs: (messages: ChatMessage[]) => Promise<number>) {
    this.#countAsIs = countAsIs;
  }

  async count(messages: readonly ChatMessage[], context: number): Promise<number> {
    const { talk, tokens } = await this.#paddingFor(context);
    return (await this.#countAsIs([...messages, ...talk])) - tokens;
  }

  async #paddingFor(context: number): Promise<{ talk: readonly ChatMessage[]; tokens: number }> {
    if (this.#padding?.context === context) return this.#padding;
    const talk = talkOf(context + 1);
    const opening: ChatMessage = { role: 'user', content: 'a' };
    const one = await this.#countAsIs([opening, ...talk]);
    const two = await this.#countAsIs([opening, ...talk, ...talk]);
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

/** Notes, token by token, what else a model might have said where it says a number. */
export class NumberChoices {
  readonly noted: NumberChoice[] = [];

  /** `soFar` is the text up to and with the token. The first of the options is the token itself, the others are the likeliest. */
  note(token: string, soFar: string, options: readonly TokenOption[]): void {
    const figure = token.trim();
    // A token that holds more than the number's own signs, or is held back with others, cannot be placed.
    if (!/^-?\d+$/.test(figure) || !soFar.endsWith(token.trimEnd())) return;
    const at = soFar.length - figure.length;
    // Inside a longer number it is no beginning.
    if (/[\d.-]/.test(soFar[at - 1] ?? '')) return;
    const told = options.filter(({ text }) => /^\s*-?\d+\s*$/.test(text));
    const [, ...likeliest] = options;
    const untold = Math.min(0, ...likeliest.map(({ logprob }) => logprob));
    this.noted.push({ at, options: told, untold });
  }
}

/** A token as both runtimes tell it. */
interface SaidToken {
  token: string;
  logprob: number;
  top_logprobs: readonly { token: string; logprob: number }[];
}

/** The token that was said, which need not be among the likeliest, and those. */
export function tokenOptions({ token, logprob, top_logprobs: top }: SaidToken): TokenOption[] {
  return [{ token, logprob }, ...top].map((each) => ({ text: each.token, logprob: each.logprob }));
}

/** A reply as it comes, piece by piece. */
export class StreamedReply {
  readonly #say: WorkTools['say'];
  readonly #leftOut: RegExp | null;
  readonly #choices = new NumberChoices();
  #soFar = '';
  #finish = '';

  /** `leftOut` is what the text does not begin with. */
  constructor(say: WorkTools['say'], leftOut: RegExp | null = null) {
    this.#say = say;
    this.#leftOut = leftOut;
  }

  add(
    text: string,
    said: { token: string; options: readonly TokenOption[] } | null,
    finish: string | null,
  ): void {
    this.#soFar += text;
    if (said) this.#choices.note(said.token, this.#text, said.options);
    this.#finish = finish ?? this.#finish;
    if (text !== '') this.#say({ kind: 'text', soFar: this.#text });
  }

  end(
    usage: { promptTokens: number; cachedTokens: number; replyTokens: number },
    sent?: Record<string, number>,
  ): Ending {
    return {
      kind: 'generated',
      generated: {
        text: this.#text,
        stop: this.#finish === 'length' ? 'length' : 'complete',
        ...usage,
        ...(sent && { sent }),
        choices: this.#choices.noted,
      },
    };
  }

  get #text(): string {
    return this.#leftOut ? this.#soFar.replace(this.#leftOut, '') : this.#soFar;
  }
}

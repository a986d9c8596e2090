import type { TokenOption } from '../../../judgement/judge';
import { errorMessage } from '../../../kit/error-message';
import type { DeviceFault } from '../device';
import type {
  Answer,
  ChatMessage,
  Ending,
  Generation,
  Opened,
  OpenSettings,
  Templates,
  WebllmLoad,
} from '../messages';
import { Session, streamedReply } from '../session';
import { replyGrammar } from '../reply-grammar';

export interface Question extends Omit<Generation, 'shape'> {
  grammar: string | null;
  thinks: boolean;
}

export interface Piece {
  text: string;
  finish: string | null;
  usage: { promptTokens: number; replyTokens: number } | null;
  /** The token that was chosen and what else might have been, of those that the grammar allows; null where WebLLM does not say it. */
  options: TokenOption[] | null;
}

export interface OpenEngine {
  ask(question: Question): AsyncIterable<Piece>;
  interrupt(): void;
  reused(): number;
}

export interface EngineHooks {
  /** Part of a prompt or of a model was read. */
  onRead: () => void;
  onLost: (why: string) => void;
}

export type OpenWebLlm = (
  load: WebllmLoad,
  settings: OpenSettings,
  hooks: EngineHooks,
) => Promise<OpenEngine>;

/** What a model that would think writes where it is asked not to. */
const emptyThought = /^<think>\s*<\/think>\s*/;
/** WebLLM passes the tokens of a text as the arguments of a call, for which a worker's stack has about this much room. */
const mostTokensOfText = 60_000;

export class WebllmSession extends Session<WebllmLoad> {
  readonly #openEngine: OpenWebLlm;
  #open: { engine: OpenEngine; load: WebllmLoad } | null = null;

  constructor(post: (answer: Answer) => void, openEngine: OpenWebLlm) {
    super(post);
    this.#openEngine = openEngine;
  }

  protected async open(load: WebllmLoad, settings: OpenSettings): Promise<Opened> {
    const engine = await this.#openEngine(load, settings, {
      onRead: () => this.say({ kind: 'alive' }),
      onLost: (message) => this.break('device-lost', message),
    });
    this.#open = { engine, load };
    const { trainedContext, parameters, bytesPerToken } = load;
    return {
      context: settings.context,
      trainedContext,
      threads: 1,
      parameters,
      ...(bytesPerToken !== undefined && { bytesPerToken }),
    };
  }

  protected async count(messages: ChatMessage[]): Promise<number> {
    const question = { messages, grammar: null, mostTokens: 1, temperature: 0, seed: null };
    let counted = 0;
    for await (const { usage } of this.#ask(question))
      if (usage) counted = usage.promptTokens + this.#loaded.engine.reused();
    return counted;
  }

  protected async generate({ shape, ...generation }: Generation, signal: AbortSignal): Promise<Ending> {
    const { engine } = this.#loaded;
    const reply = streamedReply((answer) => this.say(answer), emptyThought);
    let used: Piece['usage'] = null;
    const interrupt = () => engine.interrupt();
    signal.addEventListener('abort', interrupt);
    const grammar = replyGrammar(shape);
    for await (const { text, options, finish, usage } of this.#ask({ ...generation, grammar })) {
      // An interruption before the first word may have been missed.
      if (signal.aborted) interrupt();
      used = usage ?? used;
      reply.add(text, options, finish);
    }
    if (signal.aborted) return { kind: 'stopped' };
    const cachedTokens = engine.reused();
    const { promptTokens = 0, replyTokens = 0 } = used ?? {};
    // For the receipt, where what is sent is not what was set.
    const { temperature: sent_temperature, top_p } = samplingFor(generation.temperature);
    return reply.end(
      { promptTokens: cachedTokens + promptTokens, cachedTokens, replyTokens },
      top_p === undefined ? {} : { sent_temperature, top_p },
    );
  }

  protected faultOf(error: unknown): DeviceFault {
    const message = errorMessage(error);
    const named = error instanceof Error ? faultNames[error.name] : undefined;
    if (named) return named;
    if (/compatible GPU/i.test(message)) return 'no-webgpu';
    return /memory|createBuffer|alloc|\boom\b/i.test(message) ? 'memory' : 'crash';
  }

  protected refusedTokens(error: unknown): number | null {
    if (error instanceof RangeError && /call stack/.test(error.message)) return mostTokensOfText;
    const found = /number of prompt tokens: (\d+)/.exec(errorMessage(error));
    return found && Number(found[1]);
  }

  #ask(question: Omit<Question, 'thinks'>): AsyncIterable<Piece> {
    const { engine, load } = this.#loaded;
    const messages = question.messages.map(({ role, content }) => ({
      role,
      content: templateText(content, role, load.templates),
    }));
    return engine.ask({ ...question, messages, thinks: load.thinks });
  }

  get #loaded(): { engine: OpenEngine; load: WebllmLoad } {
    if (!this.#open) throw new Error('Expected a model to be open.');
    return this.#open;
  }
}

const faultNames: Record<string, DeviceFault> = {
  WebGPUNotAvailableError: 'no-webgpu',
  WebGPUNotFoundError: 'no-webgpu',
  ShaderF16SupportError: 'no-f16',
  // WebLLM reports it while a model is loaded, and then it is nearly always the memory.
  DeviceLostError: 'memory',
  GrammarMatcherInitError: 'grammar',
  IntegrityError: 'corrupt',
};

const functionMark = '{function_string}';

/**
 * WebLLM puts texts into their templates by a replacement in which "$&" and the like have a meaning, and then takes one mark out of the
 * result, wherever it stands. What would be taken for either is written so that the model reads it as it was.
 */
export function templateText(text: string, role: keyof Templates, templates: Templates): string {
  if (!templates[role]) return text;
  const kept =
    role === 'system' ? text : text.replace(functionMark, () => `{function_${functionMark}string}`);
  return kept.replaceAll('$', '$$$$');
}

/** WebLLM lists no more. */
export const mostListed = 5;
/** So little that only the likeliest token is left to choose from. */
const onlyLikeliest = 0.000_01;

/** At a temperature of 0 WebLLM would list all other tokens as impossible: a tiny `top_p` chooses the likeliest too. */
export function samplingFor(temperature: number): { temperature: number; top_p?: number } {
  return temperature === 0 ? { temperature: 1, top_p: onlyLikeliest } : { temperature };
}

/** WebLLM gives these after temperature, which only scales: taken back, it is what the model held likely. */
export function unscaled(options: readonly TokenOption[], temperature: number): TokenOption[] {
  return options.map(({ text, logprob }) => ({ text, logprob: logprob * temperature }));
}

import type { DeviceFault } from '../../core/model/device';
import type { Answer, ChatMessage, Generation, Opened, OpenSettings, Order } from '../in-tab/messages';
import { replyGrammar } from './reply-grammar';
import { templateText, type Templates } from './template-text';
import { faultOf, tokensOfTooLong } from './web-llm-faults';

/** What WebLLM needs to open a model whose files are in its caches. */
export interface WebllmLoad {
  id: string;
  /** Where it looks for the files and the library. */
  model: string;
  lib: string;
  f16: boolean;
  trainedContext: number;
  parameters: number | null;
  bytesPerToken?: number;
  /** It would think aloud before its reply, unless told not to. */
  thinks: boolean;
  templates: Templates;
}
export type WebllmOrder = Order<WebllmLoad>;

export interface Question {
  messages: ChatMessage[];
  /** None: the reply may be anything. */
  grammar: string | null;
  mostTokens: number;
  temperature: number;
  seed: number | null;
  thinks: boolean;
}
export interface Piece {
  text: string;
  /** Why it ended; null: it goes on. */
  finish: string | null;
  usage: { promptTokens: number; replyTokens: number } | null;
}

/** The part of WebLLM that is needed, so that tests can stand in for it. */
export interface OpenEngine {
  ask(question: Question): AsyncIterable<Piece>;
  interrupt(): void;
  /** Tokens of the last prompt that did not have to be read again. */
  reused(): number;
  /** Whether this grammar is ready; null where that cannot be seen. */
  isReady(grammar: string): boolean | null;
}
export interface EngineHooks {
  /** Part of a prompt or of a model was read. */
  onRead: () => void;
  /** The graphics processor is gone, and the engine with it. */
  onLost: (why: string) => void;
}
export type OpenWebLlm = (
  load: WebllmLoad,
  settings: OpenSettings,
  hooks: EngineHooks,
) => Promise<OpenEngine>;

/** A generation: whether it is to stop, and whether its grammar is being made, and its first word was said. */
interface Running {
  id: number;
  stopped: boolean;
  compiling: boolean;
  speaks: boolean;
}

/** How often it is looked whether the grammar is ready. */
const lookMilliseconds = 500;
/** What a model that would think writes where it is told not to. */
const emptyThought = /^<think>\s*<\/think>\s*/;

/** One WebLLM with one model, inside a worker of its own. It ends with the worker. */
export class WebllmSession {
  readonly #say: (answer: Answer) => void;
  readonly #openEngine: OpenWebLlm;
  readonly #pending = new Set<number>();
  #running: Running | null = null;
  #open: { engine: OpenEngine; load: WebllmLoad } | null = null;
  #lost: string | null = null;
  #padding: { context: number; text: string; tokens: number } | null = null;

  constructor(say: (answer: Answer) => void, openEngine: OpenWebLlm) {
    this.#say = say;
    this.#openEngine = openEngine;
  }

  async take(order: WebllmOrder): Promise<void> {
    const { id } = order;
    if (order.kind === 'stop') {
      if (this.#running?.id !== id) return;
      this.#running.stopped = true;
      this.#open?.engine.interrupt();
      return;
    }
    this.#pending.add(id);
    try {
      if (this.#lost !== null) this.#break(id, 'device-lost', this.#lost);
      else if (order.kind === 'open') await this.#load(id, order.load, order.settings);
      else if (order.kind === 'count')
        this.#answer({ id, kind: 'counted', tokens: await this.#count(order.messages, order.context) });
      else await this.#generate(id, order.generation);
    } catch (error) {
      const { fault, message } = faultOf(error);
      this.#break(id, fault, message);
    } finally {
      this.#pending.delete(id);
    }
  }

  /** An order has one end: what comes after it is not said. */
  #answer(answer: Answer): void {
    if (this.#pending.has(answer.id)) this.#say(answer);
  }
  #break(id: number, fault: DeviceFault, message: string): void {
    this.#answer({ id, kind: 'broken', fault, message });
    this.#pending.delete(id);
  }

  async #load(id: number, load: WebllmLoad, settings: OpenSettings): Promise<void> {
    const engine = await this.#openEngine(load, settings, {
      onRead: () => this.#alive(),
      onLost: (why) => {
        this.#lost = why;
        for (const waiting of this.#pending) this.#break(waiting, 'device-lost', why);
      },
    });
    this.#open = { engine, load };
    const { trainedContext, parameters, bytesPerToken } = load;
    const opened: Opened = {
      context: settings.context,
      trainedContext,
      threads: 1,
      parameters,
      ...(bytesPerToken !== undefined && { bytesPerToken }),
    };
    this.#answer({ id, kind: 'opened', opened });
  }

  #alive(): void {
    for (const id of this.#pending) {
      const running = this.#running?.id === id ? this.#running : null;
      if (running?.compiling) this.#answer({ id, kind: 'alive', compiling: true });
      else if (!running?.speaks) this.#answer({ id, kind: 'alive' });
    }
  }

  /**
   * The library has no call for counting, but it refuses what does not fit with the count, and before any work. So enough text is put
   * behind the prompt to make it too long, and taken off the count again.
   */
  async #count(messages: readonly ChatMessage[], context: number): Promise<number> {
    if (this.#padding?.context !== context) {
      const text = ' a'.repeat(context + 1);
      const one = await this.#countAsItIs([{ role: 'user', content: text }]);
      const two = await this.#countAsItIs([{ role: 'user', content: text + text }]);
      this.#padding = { context, text, tokens: two - one };
    }
    const { text, tokens } = this.#padding;
    const last = messages.at(-1);
    if (!last) throw new Error('Expected at least one message to count.');
    const padded = [...messages.slice(0, -1), { ...last, content: last.content + text }];
    return (await this.#countAsItIs(padded)) - tokens;
  }

  async #countAsItIs(messages: readonly ChatMessage[]): Promise<number> {
    const question = { grammar: null, mostTokens: 1, temperature: 0, seed: null };
    let counted = 0;
    try {
      for await (const { usage } of this.#ask({ ...question, messages: [...messages] }))
        counted = usage ? usage.promptTokens + this.#engine.reused() : counted;
    } catch (error) {
      const tokens = tokensOfTooLong(error);
      if (tokens === null) throw error;
      return tokens;
    }
    return counted;
  }

  async #generate(id: number, { shape, ...generation }: Generation): Promise<void> {
    const running: Running = { id, stopped: false, compiling: false, speaks: false };
    this.#running = running;
    const grammar = replyGrammar(shape);
    let soFar = '';
    let last: Piece | null = null;
    let finish = '';
    const watch = this.#watchGrammar(running, grammar);
    try {
      for await (const piece of this.#ask({ ...generation, grammar })) {
        watch.end();
        running.speaks = true;
        // What was to stop before the first word may have been overheard.
        if (running.stopped) this.#engine.interrupt();
        soFar += piece.text;
        finish = piece.finish ?? finish;
        if (piece.usage) last = piece;
        if (piece.text !== '') this.#answer({ id, kind: 'text', soFar: soFar.replace(emptyThought, '') });
      }
      if (running.stopped) {
        this.#answer({ id, kind: 'stopped' });
        return;
      }
      const { promptTokens = 0, replyTokens = 0 } = last?.usage ?? {};
      const cachedTokens = this.#engine.reused();
      this.#answer({
        id,
        kind: 'generated',
        generated: {
          text: soFar.replace(emptyThought, ''),
          stop: finish === 'length' ? 'length' : 'complete',
          promptTokens: cachedTokens + promptTokens,
          cachedTokens,
          replyTokens,
        },
      });
    } catch (error) {
      const tokens = tokensOfTooLong(error);
      if (tokens === null) throw error;
      this.#answer({ id, kind: 'too-long', tokens });
    } finally {
      watch.end();
      this.#running = null;
    }
  }

  /** The page is less patient while a grammar is made, for that can hang for good. */
  #watchGrammar(running: Running, grammar: string): { end(): void } {
    const engine = this.#engine;
    if (engine.isReady(grammar) !== false) return { end: () => {} };
    running.compiling = true;
    this.#alive();
    const timer = setInterval(() => {
      if (engine.isReady(grammar) === false) return;
      end();
      this.#alive();
    }, lookMilliseconds);
    const end = () => {
      running.compiling = false;
      clearInterval(timer);
    };
    return { end };
  }

  #ask(question: Omit<Question, 'thinks'>): AsyncIterable<Piece> {
    const { templates, thinks } = this.#loaded.load;
    const messages = question.messages.map(({ role, content }) => ({
      role,
      content: templateText(content, role, templates),
    }));
    return this.#engine.ask({ ...question, messages, thinks });
  }

  get #engine(): OpenEngine {
    return this.#loaded.engine;
  }
  get #loaded(): { engine: OpenEngine; load: WebllmLoad } {
    if (!this.#open) throw new Error('Expected a model to be open.');
    return this.#open;
  }
}

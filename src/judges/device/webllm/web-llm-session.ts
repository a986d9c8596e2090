import type { TokenOption } from '../../../judgement/judge';
import type { DeviceFault } from '../device';
import type { Answer, ChatMessage, Ending, Generation, Opened, OpenSettings, WebllmLoad } from '../messages';
import { Session, StreamedReply, type WorkTools } from '../session';
import { replyGrammar } from './reply-grammar';
import { faultOf, sentFor, templateText } from './sampling';

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
  /** The token that was chosen and what else might have been, of those that the grammar allows; null where that is not told. */
  said: { token: string; options: TokenOption[] } | null;
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

/** How often it is checked whether the grammar is ready. */
const checkMilliseconds = 500;
/** What a model that would think writes where it is told not to. */
const emptyThought = /^<think>\s*<\/think>\s*/;

/** WebLLM in a worker. */
export class WebllmSession extends Session<WebllmLoad> {
  protected readonly tooLong = /number of prompt tokens: (\d+)/;
  readonly #openEngine: OpenWebLlm;
  /** Of a generation: whether its grammar is being made, and whether its first word was said. */
  #running = { compiling: false, speaks: false };
  #open: { engine: OpenEngine; load: WebllmLoad } | null = null;

  constructor(say: (answer: Answer) => void, openEngine: OpenWebLlm) {
    super(say);
    this.#openEngine = openEngine;
  }

  protected async open(load: WebllmLoad, settings: OpenSettings): Promise<Opened> {
    const engine = await this.#openEngine(load, settings, {
      onRead: () => this.#alive(),
      onLost: (message) => this.orders.break({ fault: 'device-lost', message }),
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
    let counted = 0;
    for await (const { usage } of this.#ask({
      messages,
      grammar: null,
      mostTokens: 1,
      temperature: 0,
      seed: null,
    }))
      counted = usage ? usage.promptTokens + this.#engine.reused() : counted;
    return counted;
  }

  protected async generate(
    { shape, ...generation }: Generation,
    { say, signal }: WorkTools,
  ): Promise<Ending> {
    const grammar = replyGrammar(shape);
    const reply = new StreamedReply(say, emptyThought);
    let used: Piece['usage'] = null;
    const interrupt = () => this.#engine.interrupt();
    signal.addEventListener('abort', interrupt);
    const endCompiling = this.#watchGrammar(grammar);
    try {
      for await (const { text, said, finish, usage } of this.#ask({ ...generation, grammar })) {
        endCompiling();
        this.#running.speaks = true;
        // An interruption before the first word may have been missed.
        if (signal.aborted) interrupt();
        used = usage ?? used;
        reply.add(text, said, finish);
      }
    } finally {
      endCompiling();
      signal.removeEventListener('abort', interrupt);
      this.#running = { compiling: false, speaks: false };
    }
    if (signal.aborted) return { kind: 'stopped' };
    const cachedTokens = this.#engine.reused();
    const { promptTokens = 0, replyTokens = 0 } = used ?? {};
    return reply.end(
      { promptTokens: cachedTokens + promptTokens, cachedTokens, replyTokens },
      sentFor(generation.temperature),
    );
  }

  protected faultOf(error: unknown): DeviceFault {
    return faultOf(error);
  }

  /** The page waits less long while a grammar is made, for that can hang for good. Gives what ends the watch. */
  #watchGrammar(grammar: string): () => void {
    if (this.#engine.isReady(grammar) !== false) return () => {};
    this.#running.compiling = true;
    this.#alive();
    const timer = setInterval(() => {
      if (this.#engine.isReady(grammar) !== false) end();
    }, checkMilliseconds);
    const end = () => {
      clearInterval(timer);
      if (!this.#running.compiling) return;
      this.#running.compiling = false;
      this.#alive();
    };
    return end;
  }

  #alive(): void {
    if (this.#running.compiling) this.orders.say({ kind: 'alive', compiling: true });
    else if (!this.#running.speaks) this.orders.say({ kind: 'alive' });
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

import type { Answer, ChatMessage, Ending, Generation, Opened, OpenSettings } from '../in-tab/messages';
import { NumberChoices } from '../in-tab/number-choices';
import { OrderLine, type Bench, type Work } from '../in-tab/order-line';
import { PaddedCount } from '../in-tab/padded-count';
import { watchGrammar } from './grammar-watch';
import type { OpenEngine, OpenWebLlm, Piece, Question, WebllmLoad, WebllmOrder } from './open-engine';
import { replyGrammar } from './reply-grammar';
import { sentFor } from './sampling';
import { templateText } from './template-text';
import { faultOf, tokensOfTooLong } from './web-llm-faults';

/** A generation: whether its grammar is being made, and whether its first word was said. */
interface Running {
  compiling: boolean;
  speaks: boolean;
}

/** What a model that would think writes where it is told not to. */
const emptyThought = /^<think>\s*<\/think>\s*/;

/** One WebLLM with one model, inside a worker of its own. It ends with the worker. */
export class WebllmSession {
  readonly #line: OrderLine<WebllmLoad>;
  readonly #openEngine: OpenWebLlm;
  #running: Running | null = null;
  #open: { engine: OpenEngine; load: WebllmLoad } | null = null;
  readonly #counting = new PaddedCount((messages) => this.#countAsItIs(messages));

  constructor(say: (answer: Answer) => void, openEngine: OpenWebLlm) {
    this.#line = new OrderLine(say, (order, bench) => this.#do(order, bench), faultOf);
    this.#openEngine = openEngine;
  }

  /** Resolves once the order is answered. */
  take(order: WebllmOrder): Promise<void> {
    return this.#line.take(order);
  }

  async #do(order: Work<WebllmLoad>, bench: Bench): Promise<Ending> {
    switch (order.kind) {
      case 'open':
        return this.#load(order.load, order.settings);
      case 'count':
        return { kind: 'counted', tokens: await this.#counting.of(order.messages, order.context) };
      case 'generate':
        return this.#generate(order.generation, bench);
    }
  }

  async #load(load: WebllmLoad, settings: OpenSettings): Promise<Ending> {
    const engine = await this.#openEngine(load, settings, {
      onRead: () => this.#alive(),
      onLost: (message) => this.#line.break({ fault: 'device-lost', message }),
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
    return { kind: 'opened', opened };
  }

  #alive(): void {
    if (this.#running?.compiling) this.#line.say({ kind: 'alive', compiling: true });
    else if (!this.#running?.speaks) this.#line.say({ kind: 'alive' });
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

  async #generate({ shape, ...generation }: Generation, { say, signal }: Bench): Promise<Ending> {
    const running: Running = { compiling: false, speaks: false };
    this.#running = running;
    const grammar = replyGrammar(shape);
    const reply = new Reply(say);
    const interrupt = () => this.#engine.interrupt();
    signal.addEventListener('abort', interrupt);
    const watch = watchGrammar(this.#engine, grammar, (compiling) => {
      running.compiling = compiling;
      this.#alive();
    });
    try {
      for await (const piece of this.#ask({ ...generation, grammar })) {
        watch.end();
        running.speaks = true;
        // What was to stop before the first word may have been overheard.
        if (signal.aborted) interrupt();
        reply.add(piece);
      }
      if (signal.aborted) return { kind: 'stopped' };
      return reply.end(this.#engine.reused(), sentFor(generation.temperature));
    } catch (error) {
      const tokens = tokensOfTooLong(error);
      if (tokens === null) throw error;
      return { kind: 'too-long', tokens };
    } finally {
      watch.end();
      signal.removeEventListener('abort', interrupt);
      this.#running = null;
    }
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

/** A reply as it comes, piece by piece. */
class Reply {
  readonly #say: Bench['say'];
  readonly #choices = new NumberChoices();
  #soFar = '';
  #usage: Piece['usage'] = null;
  #finish = '';

  constructor(say: Bench['say']) {
    this.#say = say;
  }

  add({ text, said, finish, usage }: Piece): void {
    this.#soFar += text;
    if (said) this.#choices.note(said.token, this.#text, said.options);
    this.#finish = finish ?? this.#finish;
    this.#usage = usage ?? this.#usage;
    if (text !== '') this.#say({ kind: 'text', soFar: this.#text });
  }

  end(cachedTokens: number, sent: Record<string, number>): Ending {
    const { promptTokens = 0, replyTokens = 0 } = this.#usage ?? {};
    return {
      kind: 'generated',
      generated: {
        text: this.#text,
        stop: this.#finish === 'length' ? 'length' : 'complete',
        promptTokens: cachedTokens + promptTokens,
        cachedTokens,
        replyTokens,
        sent,
        choices: this.#choices.noted,
      },
    };
  }

  get #text(): string {
    return this.#soFar.replace(emptyThought, '');
  }
}

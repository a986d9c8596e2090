import type { DeviceFault } from '../../core/model/device';
import type { Answer, ChatMessage, Generation, Opened, OpenSettings } from '../in-tab/messages';
import { NumberChoices } from '../in-tab/number-choices';
import { PaddedCount } from '../in-tab/padded-count';
import { watchGrammar } from './grammar-watch';
import type { OpenEngine, OpenWebLlm, Piece, Question, WebllmLoad, WebllmOrder } from './open-engine';
import { replyGrammar } from './reply-grammar';
import { sentFor } from './sampling';
import { templateText } from './template-text';
import { faultOf, tokensOfTooLong } from './web-llm-faults';

/** A generation: whether it is to stop, and whether its grammar is being made, and its first word was said. */
interface Running {
  id: number;
  stopped: boolean;
  compiling: boolean;
  speaks: boolean;
}

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
  readonly #counting = new PaddedCount((messages) => this.#countAsItIs(messages));

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
        this.#answer({ id, kind: 'counted', tokens: await this.#counting.of(order.messages, order.context) });
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
    const choices = new NumberChoices();
    let last: Piece | null = null;
    let finish = '';
    const watch = watchGrammar(this.#engine, grammar, (compiling) => {
      running.compiling = compiling;
      this.#alive();
    });
    try {
      for await (const piece of this.#ask({ ...generation, grammar })) {
        watch.end();
        running.speaks = true;
        // What was to stop before the first word may have been overheard.
        if (running.stopped) this.#engine.interrupt();
        soFar += piece.text;
        const text = soFar.replace(emptyThought, '');
        if (piece.said) choices.note(piece.said.token, text, piece.said.options);
        finish = piece.finish ?? finish;
        if (piece.usage) last = piece;
        if (piece.text !== '') this.#answer({ id, kind: 'text', soFar: text });
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
          sent: sentFor(generation.temperature),
          choices: choices.noted,
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

import { messageOf } from '../../core/model/message-of';
import { LogLevel, Wllama, type ChatCompletionChunk } from '@wllama/wllama/esm/index.js';
import type { Answer, ChatMessage, Ending, Generation, OpenSettings, Order } from '../in-tab/messages';
import { listedOptions, NumberChoices } from '../in-tab/number-choices';
import { OrderLine, type Bench, type Breakage, type Work } from '../in-tab/order-line';
import { PaddedCount } from '../in-tab/padded-count';
import { countParameters } from './gguf-parameters';
import { grammarSchema } from './grammar-schema';
import { optionsOf, soundsLikeMemory, tokensOfTooLong, usageOf } from './llama-words';
import { billions, contextBytes } from './model-facts';

/** What llama.cpp needs to open a model. */
export interface LlamaLoad {
  /** Whether the graphics card computes; `refused`: it was to, and did not take the model. */
  gpu?: 'used' | 'refused';
  files: File[];
  /** The address of the runtime, which works without a network. */
  runtime: string;
}
export type LlamaOrder = Order<LlamaLoad>;

/** So that a long prompt gives signs of life while it is read. */
const batchTokens = 256;
const allLayers = 99_999;

/** One llama.cpp with one model, inside a worker of its own. It ends with the worker. */
export class LlamaSession {
  readonly #line: OrderLine<LlamaLoad>;
  #llama: Wllama | null = null;
  /** What llama.cpp complained about last. */
  #lastError = '';
  readonly #counting = new PaddedCount((messages) => this.#countAsItIs(messages));

  constructor(say: (answer: Answer) => void) {
    this.#line = new OrderLine(say, (order, bench) => this.#do(order, bench), breakageOf);
  }

  /** Resolves once the order is answered. */
  take(order: LlamaOrder): Promise<void> {
    return this.#line.take(order);
  }

  async #do(order: Work<LlamaLoad>, bench: Bench): Promise<Ending> {
    switch (order.kind) {
      case 'open':
        return this.#open(order);
      case 'count':
        return { kind: 'counted', tokens: await this.#counting.of(order.messages, order.context) };
      case 'generate':
        return this.#generate(order.generation, bench);
    }
  }

  /** The runtime hands its own worker's errors to nobody but its logger; whoever waits would wait for ever. */
  #hear(said: unknown): void {
    if (typeof said === 'string') this.#lastError = said;
    if (said instanceof ErrorEvent) this.#line.break(breakageOf(said.message));
  }

  async #open({
    load: { files, runtime, gpu },
    settings,
  }: {
    load: LlamaLoad;
    settings: OpenSettings;
  }): Promise<Ending> {
    const error = (said: unknown) => this.#hear(said);
    const logger = { debug: ignore, log: ignore, warn: ignore, error };
    const llama = new Wllama({ default: runtime }, { logger });
    // Otherwise some browsers would be sent to a host that is not ours for the runtime.
    llama.setCompat(null);
    await llama.loadModel(files, {
      log_level: LogLevel.ERROR,
      n_ctx: settings.context,
      n_threads: settings.threads,
      n_gpu_layers: gpu === 'used' ? allLayers : 0,
      // One question at a time: what is kept of the last one is then what the next one begins with.
      n_parallel: 1,
      n_batch: batchTokens,
      n_ubatch: batchTokens,
      // A context that is full ends the reply; its beginning is never thrown away.
      ctx_shift: false,
      reasoning: false,
      // A graphics card that cannot compute this model is to fail now, not on the first case.
      warmup: gpu === 'used',
    });
    this.#llama = llama;
    const {
      n_ctx: context,
      n_vocab: vocabulary,
      n_ctx_train: trainedContext,
      metadata,
    } = llama.getLoadedContextInfo();
    // A model that llama.cpp refuses counts as loaded all the same, with nothing in it.
    if (vocabulary === 0) throw new Error(this.#lastError);
    const parameters = billions(await countParameters(files), metadata);
    const bytesPerToken = contextBytes(metadata);
    return {
      kind: 'opened',
      opened: {
        context,
        trainedContext,
        threads: llama.getNumThreads(),
        parameters,
        ...(bytesPerToken !== null && { bytesPerToken }),
        ...(gpu && { gpu }),
      },
    };
  }

  async #countAsItIs(messages: ChatMessage[]): Promise<number> {
    let counted = 0;
    try {
      await this.#model.createChatCompletion({
        messages,
        max_tokens: 1,
        stream: true,
        onData: ({ timings }) => {
          if (timings) counted = timings.cache_n + timings.prompt_n;
        },
      });
    } catch (error) {
      const tokens = tokensOfTooLong(error);
      if (tokens === null) throw error;
      return tokens;
    }
    return counted;
  }

  async #generate(generation: Generation, { say, signal }: Bench): Promise<Ending> {
    const { messages, shape, mostTokens, temperature, seed } = generation;
    const reply = new Reply(say);
    try {
      await this.#model.createChatCompletion({
        messages,
        max_tokens: mostTokens,
        temperature,
        ...(seed === null ? {} : { seed }),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'judgement', schema: grammarSchema(shape), strict: true },
        },
        return_progress: true,
        // Those before grammar and temperature act: what the model itself holds likely.
        logprobs: true,
        top_logprobs: listedOptions,
        abortSignal: signal,
        stream: true,
        onData: (chunk) => reply.add(chunk),
      });
      return reply.end();
    } catch (error) {
      const tokens = tokensOfTooLong(error);
      if (signal.aborted) return { kind: 'stopped' };
      if (tokens !== null) return { kind: 'too-long', tokens };
      throw error;
    }
  }

  get #model(): Wllama {
    if (!this.#llama) throw new Error('Expected a model to be open.');
    return this.#llama;
  }
}

/** A reply as it comes, piece by piece. */
class Reply {
  readonly #say: Bench['say'];
  readonly #choices = new NumberChoices();
  #soFar = '';
  #last: ChatCompletionChunk | null = null;
  #finish = '';

  constructor(say: Bench['say']) {
    this.#say = say;
  }

  add(chunk: ChatCompletionChunk): void {
    const [choice] = chunk.choices;
    const words = choice?.delta.content ?? '';
    if (chunk.timings) this.#last = chunk;
    this.#finish = choice?.finish_reason ?? this.#finish;
    if (words === '') {
      this.#say({ kind: 'alive' });
      return;
    }
    this.#soFar += words;
    const said = choice?.logprobs?.content?.at(-1);
    if (said) this.#choices.note(said.token, this.#soFar, optionsOf(said));
    this.#say({ kind: 'text', soFar: this.#soFar });
  }

  end(): Ending {
    return {
      kind: 'generated',
      generated: {
        text: this.#soFar,
        stop: this.#finish === 'length' ? 'length' : 'complete',
        ...usageOf(this.#last),
        choices: this.#choices.noted,
      },
    };
  }
}

function breakageOf(error: unknown): Breakage {
  const message = messageOf(error);
  return { fault: soundsLikeMemory(message) ? 'memory' : 'crash', message };
}

function ignore(): void {
  // The runtime talks to itself.
}

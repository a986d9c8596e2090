import { LogLevel, Wllama, type ChatCompletionChunk } from '@wllama/wllama/esm/index.js';
import type { Answer, ChatMessage, Generation, Opened, OpenSettings, Order } from '../in-tab/messages';
import { listedOptions, NumberChoices } from '../in-tab/number-choices';
import { PaddedCount } from '../in-tab/padded-count';
import { grammarSchema } from './grammar-schema';
import { messageOf, optionsOf, soundsLikeMemory, tokensOfTooLong, usageOf } from './llama-words';
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
  readonly #say: (answer: Answer) => void;
  readonly #pending = new Set<number>();
  readonly #running = new Map<number, AbortController>();
  #llama: Wllama | null = null;
  /** What llama.cpp complained about last. */
  #lastError = '';
  readonly #counting = new PaddedCount((messages) => this.#countAsItIs(messages));

  constructor(say: (answer: Answer) => void) {
    this.#say = say;
  }

  async take(order: LlamaOrder): Promise<void> {
    const { id } = order;
    if (order.kind === 'stop') {
      this.#running.get(id)?.abort();
      return;
    }
    this.#pending.add(id);
    try {
      switch (order.kind) {
        case 'open':
          this.#say({ id, kind: 'opened', opened: await this.#open(order) });
          break;
        case 'count':
          this.#say({ id, kind: 'counted', tokens: await this.#counting.of(order.messages, order.context) });
          break;
        case 'generate':
          await this.#generate(id, order.generation);
          break;
      }
    } catch (error) {
      this.#break(id, messageOf(error));
    } finally {
      this.#pending.delete(id);
    }
  }

  #break(id: number, message: string): void {
    this.#say({ id, kind: 'broken', fault: soundsLikeMemory(message) ? 'memory' : 'crash', message });
  }

  /** The runtime hands its own worker's errors to nobody but its logger; whoever waits would wait for ever. */
  #hear(said: unknown): void {
    if (typeof said === 'string') this.#lastError = said;
    if (!(said instanceof ErrorEvent)) return;
    for (const id of this.#pending) this.#break(id, said.message);
    this.#pending.clear();
  }

  async #open({
    load: { files, runtime, gpu },
    settings,
  }: {
    load: LlamaLoad;
    settings: OpenSettings;
  }): Promise<Opened> {
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
    const parameters = billions(metadata['general.size_label'] ?? '');
    const bytesPerToken = contextBytes(metadata);
    return {
      context,
      trainedContext,
      threads: llama.getNumThreads(),
      parameters,
      ...(bytesPerToken !== null && { bytesPerToken }),
      ...(gpu && { gpu }),
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

  async #generate(id: number, { messages, shape, mostTokens, temperature, seed }: Generation): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    let soFar = '';
    const choices = new NumberChoices();
    let last: ChatCompletionChunk | null = null;
    let finish = '';
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
        abortSignal: controller.signal,
        stream: true,
        onData: (chunk) => {
          const [choice] = chunk.choices;
          const words = choice?.delta.content ?? '';
          if (chunk.timings) last = chunk;
          finish = choice?.finish_reason ?? finish;
          if (words === '') {
            this.#say({ id, kind: 'alive' });
            return;
          }
          soFar += words;
          const said = choice?.logprobs?.content?.at(-1);
          if (said) choices.note(said.token, soFar, optionsOf(said));
          this.#say({ id, kind: 'text', soFar });
        },
      });
      this.#say({
        id,
        kind: 'generated',
        generated: {
          text: soFar,
          stop: finish === 'length' ? 'length' : 'complete',
          ...usageOf(last),
          choices: choices.noted,
        },
      });
    } catch (error) {
      const tokens = tokensOfTooLong(error);
      if (controller.signal.aborted) this.#say({ id, kind: 'stopped' });
      else if (tokens !== null) this.#say({ id, kind: 'too-long', tokens });
      else throw error;
    } finally {
      this.#running.delete(id);
    }
  }

  get #model(): Wllama {
    if (!this.#llama) throw new Error('Expected a model to be open.');
    return this.#llama;
  }
}

function ignore(): void {
  // The runtime talks to itself.
}

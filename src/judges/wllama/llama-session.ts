import { LogLevel, Wllama, type ChatCompletionChunk } from '@wllama/wllama/esm/index.js';
import type { TokenOption } from '../../core/model/reply';
import type { Answer, ChatMessage, Generation, Opened, OpenSettings, Order } from '../in-tab/messages';
import { listedOptions, NumberChoices } from '../in-tab/number-choices';
import { grammarSchema } from './grammar-schema';

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

/** How llama.cpp says that a prompt does not fit. */
const tooLong = /request \((\d+) tokens\) exceeds the available context size/;

/** One llama.cpp with one model, inside a worker of its own. It ends with the worker. */
export class LlamaSession {
  readonly #say: (answer: Answer) => void;
  readonly #pending = new Set<number>();
  readonly #running = new Map<number, AbortController>();
  #llama: Wllama | null = null;
  /** What llama.cpp complained about last. */
  #lastError = '';
  /** Tokens of the text that is put behind a prompt to count it. */
  #padding: { context: number; text: string; tokens: number } | null = null;

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
          this.#say({ id, kind: 'counted', tokens: await this.#count(order.messages, order.context) });
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

  /**
   * The runtime has no call for counting, but it refuses what does not fit with the count, and before any work. So enough text
   * is put behind the prompt to make it too long, and taken off the count again.
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

/** What the cache of keys and values takes for a token, at two bytes a number. Null where the file does not say enough. */
function contextBytes(metadata: Record<string, string>): number | null {
  const figure = (name: string) => Number(metadata[`${metadata['general.architecture'] ?? ''}.${name}`]);
  const heads = figure('attention.head_count');
  const width = figure('embedding_length') / heads;
  const keys = figure('attention.key_length') || width;
  const values = figure('attention.value_length') || width;
  const bytes = 2 * figure('block_count') * (figure('attention.head_count_kv') || heads) * (keys + values);
  return Number.isFinite(bytes) && bytes > 0 ? bytes : null;
}

/** "4B", "600M"; of a mixture of experts such as "8x7B" nothing is said. */
function billions(label: string): number | null {
  const [, count, unit] = /^([\d.]+)([BM])$/i.exec(label) ?? [];
  if (count === undefined) return null;
  return unit?.toUpperCase() === 'B' ? Number(count) : Number(count) / 1000;
}

type Logprobs = NonNullable<ChatCompletionChunk['choices'][number]['logprobs']>;
type SaidToken = NonNullable<Logprobs['content']>[number];

/** What was said need not be among the likeliest. */
function optionsOf({ token, logprob, top_logprobs: top }: SaidToken): TokenOption[] {
  return [{ token, logprob }, ...top].map((each) => ({ text: each.token, logprob: each.logprob }));
}

function usageOf(chunk: ChatCompletionChunk | null) {
  const {
    cache_n: cachedTokens = 0,
    prompt_n: read = 0,
    predicted_n: replyTokens = 0,
  } = chunk?.timings ?? {};
  return { promptTokens: cachedTokens + read, cachedTokens, replyTokens };
}

function tokensOfTooLong(error: unknown): number | null {
  const found = tooLong.exec(messageOf(error))?.[1];
  return found === undefined ? null : Number(found);
}

function soundsLikeMemory(message: string): boolean {
  return /memory|alloc|out of bounds|\boom\b/i.test(message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function ignore(): void {
  // The runtime talks to itself.
}

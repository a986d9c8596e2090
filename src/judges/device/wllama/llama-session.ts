import {
  LogLevel,
  Wllama,
  type ChatCompletionChunk,
  type ChatCompletionParams,
} from '@wllama/wllama/esm/index.js';
import { errorMessage } from '../../../kit/error-message';
import type { DeviceFault } from '../device';
import { parametersInName } from '../files/gguf-model';
import type { ChatMessage, Ending, Generation, LlamaLoad, Opened, OpenSettings } from '../messages';
import { replyGrammar } from '../reply-grammar';
import { Session, streamedReply, tokenOptions } from '../session';

/** So that a long prompt gives signs of life while it is read. */
const batchTokens = 256;
const allLayers = 99_999;
/** How many of the likeliest tokens it is asked for in each place. */
const listedOptions = 40;
/** What the runtime logs where it cannot put its answer into JSON; the answer is then nothing that its own reader can read. */
const notText = /type_error\.316/;
type Choice = ChatCompletionChunk['choices'][number];

export class LlamaSession extends Session<LlamaLoad> {
  #llama: Wllama | null = null;
  #lastError = '';
  /** How often the runtime had something to say that is not text. */
  #unreadable = 0;
  /** The first line of the last case, which is each case's own. */
  #lastCase = '';

  /** The runtime gives the errors of its own worker to its logger alone: an order would wait for ever. */
  #hear(said: unknown): void {
    if (typeof said === 'string') this.#lastError = said;
    if (typeof said === 'string' && notText.test(said)) this.#unreadable += 1;
    if (said instanceof ErrorEvent) this.break(this.faultOf(said.message), said.message);
  }

  protected async open({ files, runtime, gpu }: LlamaLoad, settings: OpenSettings): Promise<Opened> {
    const ignore = () => {};
    const logger = { debug: ignore, log: ignore, warn: ignore, error: (said: unknown) => this.#hear(said) };
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
    const info = llama.getLoadedContextInfo();
    // A model that llama.cpp refuses counts as loaded all the same, with nothing in it.
    if (info.n_vocab === 0) throw new Error(this.#lastError);
    const bytesPerToken = contextBytes(info.metadata);
    return {
      context: info.n_ctx,
      trainedContext: info.n_ctx_train,
      threads: llama.getNumThreads(),
      parameters: parametersOf(info.metadata['general.size_label']) ?? parametersInName(files[0]?.name ?? ''),
      ...(bytesPerToken !== null && { bytesPerToken }),
      ...(gpu && { gpu }),
    };
  }

  protected async count(messages: ChatMessage[]): Promise<number> {
    const { cached, read } = await this.#complete({ messages, max_tokens: 1 });
    return cached + read;
  }

  protected async generate(generation: Generation, signal: AbortSignal): Promise<Ending> {
    const [rubric, own] = generation.messages;
    const [ownLine] = own?.content.split('\n', 1) ?? [];
    if (!rubric || ownLine === undefined || ownLine === this.#lastCase)
      return this.#reply(generation, signal, Infinity);
    // Where the runtime begins to read changes its figures. By itself it begins where a case differs from the one before; so it reads
    // up to the end of the rubric first, and each reply is the same whichever cases came before.
    const messages = [rubric, { role: 'user' as const, content: 'a' }];
    const { cached } = await this.#complete({ messages, max_tokens: 1, abortSignal: signal });
    this.#lastCase = ownLine;
    return this.#reply(generation, signal, cached);
  }

  /** `known`: tokens of the prompt that were read before this question, at most. */
  async #reply(generation: Generation, signal: AbortSignal, known: number, lists = true): Promise<Ending> {
    const { messages, shape, mostTokens, temperature, seed } = generation;
    const reply = streamedReply((answer) => this.say(answer));
    const { cached, read, said, whole } = await this.#complete(
      {
        messages,
        max_tokens: mostTokens,
        temperature,
        ...(seed === null ? {} : { seed }),
        grammar: replyGrammar(shape),
        // Those before grammar and temperature act: what the model itself holds likely.
        ...(lists && { logprobs: true, top_logprobs: listedOptions }),
        abortSignal: signal,
      },
      (choice) => {
        const text = choice.delta.content ?? '';
        const last = text === '' ? null : choice.logprobs?.content?.at(-1);
        reply.add(text, last ? tokenOptions(last) : null, choice.finish_reason);
      },
    );
    const cachedTokens = Math.min(known, cached);
    // A list may name the rest of a character alone, where what is said is whole: so it is asked without lists.
    if (!whole && lists) return this.#reply(generation, signal, cachedTokens, false);
    if (!whole) reply.add('', null, 'no-text');
    return reply.end({ promptTokens: cached + read, cachedTokens, replyTokens: said });
  }

  /** One question. What is no valid UTF-8 the runtime cannot give: the question ends there, not `whole`, and the next can be asked. */
  async #complete(question: ChatCompletionParams, onChoice: (choice: Choice) => void = () => {}) {
    let counted = { cached: 0, read: 0, said: 0 };
    const before = this.#unreadable;
    try {
      await this.#model.createChatCompletion({
        ...question,
        return_progress: true,
        timings_per_token: true,
        stream: true,
        onData: ({ choices: [choice], timings: known }) => {
          if (known) counted = { cached: known.cache_n, read: known.prompt_n, said: known.predicted_n };
          if (!choice?.delta.content) this.say({ kind: 'alive' });
          if (choice) onChoice(choice);
        },
      });
    } catch (error) {
      if (this.#unreadable === before) throw error;
    }
    return { ...counted, whole: this.#unreadable === before };
  }

  protected refusedTokens(error: unknown): number | null {
    const found = /request \((\d+) tokens\) exceeds the available context size/.exec(errorMessage(error));
    return found && Number(found[1]);
  }
  protected faultOf(error: unknown): DeviceFault {
    return /memory|alloc|out of bounds|\boom\b/i.test(errorMessage(error)) ? 'memory' : 'crash';
  }

  get #model(): Wllama {
    if (!this.#llama) throw new Error('Expected a model to be open.');
    return this.#llama;
  }
}

/** What the cache of keys and values takes for a token, at two bytes a number. Null where the file does not say enough. */
export function contextBytes(metadata: Record<string, string>): number | null {
  const figure = (name: string) => Number(metadata[`${metadata['general.architecture'] ?? ''}.${name}`]);
  const heads = figure('attention.head_count');
  const width = figure('embedding_length') / heads;
  const keys = figure('attention.key_length') || width;
  const values = figure('attention.value_length') || width;
  const bytes = 2 * figure('block_count') * (figure('attention.head_count_kv') || heads) * (keys + values);
  return Number.isFinite(bytes) && bytes > 0 ? bytes : null;
}

/** In billions, by a label such as "4B" or "600M". Of a mixture such as "8x7B" it says too little. */
export function parametersOf(label = ''): number | null {
  const [, count, unit = ''] = /^([\d.]+)([KMBT])$/i.exec(label) ?? [];
  const scale = { K: 1e-6, M: 1e-3, B: 1, T: 1e3 }[unit.toUpperCase()];
  return scale === undefined ? null : Number(count) * scale;
}

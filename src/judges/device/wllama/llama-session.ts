import { LogLevel, Wllama, type ChatCompletionChunk } from '@wllama/wllama/esm/index.js';
import { errorMessage } from '../../../kit/error-message';
import type { DeviceFault } from '../device';
import { parametersInName } from '../files/gguf-model';
import { jsonSchemaOf, llamaGrammar } from '../json-schema';
import type { ChatMessage, Ending, Generation, LlamaLoad, Opened, OpenSettings } from '../messages';
import { Session, streamedReply, tokenOptions } from '../session';

/** So that a long prompt gives signs of life while it is read. */
const batchTokens = 256;
const allLayers = 99_999;
/** How many of the likeliest tokens it is asked for in each place. */
const listedOptions = 40;

export class LlamaSession extends Session<LlamaLoad> {
  #llama: Wllama | null = null;
  #lastError = '';

  /** The runtime gives the errors of its own worker to its logger alone: an order would wait for ever. */
  #hear(said: unknown): void {
    if (typeof said === 'string') this.#lastError = said;
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
    let counted = 0;
    await this.#model.createChatCompletion({
      messages,
      max_tokens: 1,
      stream: true,
      onData: ({ timings }) => {
        if (timings) counted = timings.cache_n + timings.prompt_n;
      },
    });
    return counted;
  }

  protected async generate(
    { messages, shape, mostTokens, temperature, seed }: Generation,
    signal: AbortSignal,
  ): Promise<Ending> {
    const reply = streamedReply((answer) => this.say(answer));
    let timings: ChatCompletionChunk['timings'];
    await this.#model.createChatCompletion({
      messages,
      max_tokens: mostTokens,
      temperature,
      ...(seed === null ? {} : { seed }),
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'judgement', schema: jsonSchemaOf(shape, llamaGrammar), strict: true },
      },
      return_progress: true,
      // Those before grammar and temperature act: what the model itself holds likely.
      logprobs: true,
      top_logprobs: listedOptions,
      abortSignal: signal,
      stream: true,
      onData: (chunk) => {
        const [choice] = chunk.choices;
        const text = choice?.delta.content ?? '';
        const said = text === '' ? null : choice?.logprobs?.content?.at(-1);
        timings = chunk.timings ?? timings;
        if (text === '') this.say({ kind: 'alive' });
        reply.add(text, said ? tokenOptions(said) : null, choice?.finish_reason ?? null);
      },
    });
    const { cache_n: cachedTokens = 0, prompt_n: read = 0, predicted_n: replyTokens = 0 } = timings ?? {};
    return reply.end({ promptTokens: cachedTokens + read, cachedTokens, replyTokens });
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

import { MLCEngine } from '@mlc-ai/web-llm';
import { version } from '@mlc-ai/web-llm/package.json';
import { tokenOptions } from '../session';
import { member, reusePrefix } from './web-llm-prefix';
import {
  mostListed,
  samplingFor,
  unscaled,
  type OpenEngine,
  type OpenWebLlm,
  type Piece,
  type Question,
} from './web-llm-session';

/** The real WebLLM. All that it needs is in its caches by now; there is no address it could ask. */
export const openWebLlm: OpenWebLlm = async (load, { context }, { onRead, onLost }) => {
  watchDevices(onLost);
  const engine = new MLCEngine({
    appConfig: {
      cacheBackend: 'cache',
      model_list: [
        {
          model_id: load.id,
          model: load.model,
          model_lib: load.lib,
          required_features: load.f16 ? ['shader-f16'] : [],
          overrides: { context_window_size: context, sliding_window_size: -1 },
        },
      ],
    },
    initProgressCallback: onRead,
    logLevel: 'SILENT',
  });
  await engine.reload(load.id);
  const pipelines = member(engine, 'loadedModelIdToPipeline');
  const pipeline: unknown = pipelines instanceof Map ? pipelines.get(load.id) : undefined;
  const prefix = reusePrefix(pipeline, { version, onRead });
  return {
    ask: (question) => ask(engine, question),
    interrupt: () => {
      void engine.interruptGenerate();
    },
    reused: () => prefix?.reused ?? 0,
  } satisfies OpenEngine;
};

async function* ask(engine: MLCEngine, question: Question): AsyncGenerator<Piece> {
  const { grammar, seed, thinks } = question;
  const sampling = samplingFor(question.temperature);
  // Each question is one of its own; what they have in common is found by its tokens.
  await engine.resetChat();
  const stream = await engine.chat.completions.create({
    messages: question.messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: question.mostTokens,
    ...sampling,
    ...(grammar === null ? {} : { logprobs: true, top_logprobs: mostListed }),
    // Words are not to be avoided because they were used: a quotation is in the words of the case.
    repetition_penalty: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    ...(seed === null ? {} : { seed }),
    ...(grammar === null ? {} : { response_format: { type: 'grammar' as const, grammar } }),
    ...(thinks ? { extra_body: { enable_thinking: false } } : {}),
  });
  for await (const { choices, usage } of stream) {
    const [choice] = choices;
    const said = choice?.logprobs?.content?.at(-1);
    yield {
      text: choice?.delta.content ?? '',
      finish: choice?.finish_reason ?? null,
      options: said ? unscaled(tokenOptions(said), sampling.temperature) : null,
      usage: usage ? { promptTokens: usage.prompt_tokens, replyTokens: usage.completion_tokens } : null,
    };
  }
}

/** The library only logs that a device is lost. */
function watchDevices(onLost: (why: string) => void): void {
  if (!('gpu' in navigator)) return;
  const { gpu } = navigator;
  const findAdapter = gpu.requestAdapter.bind(gpu);
  gpu.requestAdapter = async (options) => {
    const adapter = await findAdapter(options);
    if (!adapter) return null;
    const openDevice = adapter.requestDevice.bind(adapter);
    adapter.requestDevice = async (descriptor) => {
      const device = await openDevice(descriptor);
      void device.lost.then(({ reason, message }) => {
        // Let go of on purpose.
        if (reason !== 'destroyed') onLost(message);
      });
      return device;
    };
    return adapter;
  };
}

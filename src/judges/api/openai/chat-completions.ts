import type { Structured, ListedModel, ListedPrice } from '../../../judgement/connection';
import type { Provider } from '../providers';
import {
  sharedPart,
  type WireFormat,
  type WireRequest,
  type RequestOptions,
  type ModelListing,
} from '../wire-format';
import { chunkAssembly, readCompletion } from './read-completion';
import { faultIn, readError, refusesShape } from './read-error';
import { z } from '../../../kit/zod';

const size = z.int().min(1).nullish().catch(null);
/** OpenRouter's prices are text, in US dollars for one token; below zero stands for "it depends". */
const money = z.string().regex(/^\d/).transform(Number).pipe(z.number().min(0)).nullish().catch(null);
const modelSchema = z.object({
  id: z.string().min(1),
  name: z.string().nullish().catch(null),
  // One thing, four names: OpenRouter, Groq, Mistral, vLLM.
  context_length: size,
  context_window: size,
  max_context_length: size,
  max_model_len: size,
  pricing: z
    .object({ prompt: money, completion: money, input_cache_read: money, input_cache_write: money })
    .nullish()
    .catch(null),
  capabilities: z.object({ completion_chat: z.boolean() }).nullish().catch(null),
});
const modelsSchema = z.array(modelSchema);
/** Together leaves the wrapper out. */
const listSchema = z.union([z.object({ data: modelsSchema }).transform(({ data }) => data), modelsSchema]);
type Listed = z.infer<typeof modelSchema>;

const modelListing: ModelListing = {
  path: () => '/models',
  read(json) {
    const read = listSchema.safeParse(json);
    if (!read.success) return null;
    const chatting = read.data.filter(({ capabilities }) => capabilities?.completion_chat !== false);
    return { models: chatting.map(listed), next: null };
  },
};

function listed(model: Listed): ListedModel {
  const { id, name, pricing } = model;
  const context =
    model.context_length ?? model.context_window ?? model.max_context_length ?? model.max_model_len;
  const price = pricing && priceOf(pricing);
  return {
    id,
    ...(name && name !== id && { name }),
    ...(context && { context }),
    ...(price && { price }),
  };
}

function priceOf(pricing: NonNullable<Listed['pricing']>) {
  const { prompt, completion, input_cache_read: cached, input_cache_write: written } = pricing;
  if (typeof prompt !== 'number' || typeof completion !== 'number') return null;
  const price: ListedPrice = {
    currency: 'USD',
    prompt: perMillion(prompt),
    reply: perMillion(completion),
    ...(typeof cached === 'number' && { cached: perMillion(cached) }),
    ...(typeof written === 'number' && { written: perMillion(written) }),
  };
  return price;
}

/** Without the dust that a multiplication of fractions leaves. */
function perMillion(perToken: number): number {
  return Number((perToken * 1_000_000).toPrecision(12));
}

const means: readonly Structured[] = ['schema', 'json', 'prompt'];
const path = () => '/chat/completions';

/** The format of OpenAI's chat completions, which most servers speak, each with its quirks. */
export function chatCompletions({ id, quirks }: Provider): WireFormat {
  const sampling = ({ seed, temperature }: Pick<RequestOptions, 'seed' | 'temperature'>) => ({
    ...(seed !== undefined && { [quirks.seedName ?? 'seed']: seed }),
    ...(temperature !== undefined && { temperature }),
  });
  const isStrict = (model: string) => model.startsWith(quirks.strictPrefix ?? '');
  const isMarked = (model: string) =>
    quirks.cachedPrefixes?.some((prefix) => model.startsWith(prefix)) === true;
  const responseFormat = ({ structured, shape, model }: WireRequest) => {
    switch (structured) {
      case 'schema': {
        const schema = { name: 'judgement', strict: isStrict(model), schema: shape };
        return { response_format: { type: 'json_schema', json_schema: schema } };
      }
      case 'json':
        return { response_format: { type: 'json_object' } };
      case 'prompt':
        return {};
    }
  };
  return {
    provider: id,
    means,
    path,
    streamPath: path,
    headers: (key): Record<string, string> => {
      if (key === '') return {};
      return quirks.keyHeader === undefined
        ? { Authorization: `Bearer ${key}` }
        : { [quirks.keyHeader]: key };
    },
    body: (question) => ({
      model: question.model,
      messages: messagesOf(question, isMarked(question.model)),
      ...responseFormat(question),
      ...sampling(question),
      ...(quirks.routes && question.structured !== 'prompt' && { provider: { require_parameters: true } }),
      ...(question.stream && { stream: true }),
      ...(question.stream &&
        question.countStream &&
        !quirks.countsStreams && { stream_options: { include_usage: true } }),
    }),
    parameters: ({ model, structured, ...tuning }) => ({ model, structured, ...sampling(tuning) }),
    readReply: readCompletion,
    assembly: chunkAssembly,
    readError,
    faultIn,
    refusesShape,
    models: modelListing,
  };
}

function messagesOf(question: WireRequest, marked: boolean) {
  const { prompt, previous } = question;
  const shared = sharedPart(question);
  const block = { type: 'text', text: shared, cache_control: { type: 'ephemeral' } };
  return [
    ...(shared === '' ? [] : [{ role: 'system', content: marked ? [block] : shared }]),
    { role: 'user', content: prompt.own },
    // A turn without words is refused by some.
    ...(previous && previous.text.trim() !== '' ? [{ role: 'assistant', content: previous.text }] : []),
    ...(previous ? [{ role: 'user', content: previous.problem }] : []),
  ];
}

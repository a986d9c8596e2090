import { z } from '../../../core/model/zod';
import type { ListedModel, ListedPrice } from '../../../core/model/connection';
import type { ModelListing } from '../wire-format';

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

export const modelListing: ModelListing = {
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

import { z } from '../../../core/model/zod';
import type { ModelListing } from '../wire-format';

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      display_name: z.string().nullish().catch(null),
      max_input_tokens: z.int().min(1).nullish().catch(null),
    }),
  ),
  has_more: z.boolean().catch(false),
  last_id: z.string().nullish(),
});

export const modelListing: ModelListing = {
  path: (page) => `/models?limit=1000${page === null ? '' : `&after_id=${encodeURIComponent(page)}`}`,
  read(json) {
    const read = listSchema.safeParse(json);
    if (!read.success) return null;
    const { data, has_more: more, last_id: last } = read.data;
    const models = data.map(({ id, display_name: name, max_input_tokens: context }) => ({
      id,
      ...(name && { name }),
      ...(context && { context }),
    }));
    return { models, next: more ? (last ?? null) : null };
  },
};

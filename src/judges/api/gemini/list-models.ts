import { z } from '../../../core/model/zod';
import type { ModelListing } from '../wire-format';

const listSchema = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1),
      displayName: z.string().nullish().catch(null),
      inputTokenLimit: z.int().min(1).nullish().catch(null),
      supportedGenerationMethods: z.array(z.string()).nullish().catch(null),
    }),
  ),
  nextPageToken: z.string().nullish(),
});

export const modelListing: ModelListing = {
  path: (page) => `/models?pageSize=1000${page === null ? '' : `&pageToken=${encodeURIComponent(page)}`}`,
  read(json) {
    const read = listSchema.safeParse(json);
    if (!read.success) return null;
    const models = read.data.models
      .filter(({ supportedGenerationMethods: can }) => can?.includes('generateContent') ?? true)
      .map(({ name, displayName, inputTokenLimit: context }) => ({
        id: name.replace(/^models\//, ''),
        ...(displayName && { name: displayName }),
        ...(context && { context }),
      }));
    return { models, next: read.data.nextPageToken || null };
  },
};

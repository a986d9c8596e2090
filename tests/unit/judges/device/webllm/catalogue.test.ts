import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, it } from 'vitest';
import { catalogue, findListed } from '../../../../../src/judges/device/webllm/catalogue';

const variants = catalogue.flatMap((model) =>
  (['f16', 'f32'] as const).map((numbers) => ({ model, numbers, variant: model[numbers] })),
);

describe('the models that are offered', () => {
  it.each(variants)('$variant.id is as WebLLM lists it', ({ variant }) => {
    const listed = prebuiltAppConfig.model_list.find(({ model_id: id }) => id === variant.id);
    expect({
      model: variant.model,
      lib: variant.lib,
      memory: variant.memoryMegabytes,
      context: variant.context,
      lowResource: variant.lowResource,
    }).toEqual({
      model: listed?.model,
      lib: listed?.model_lib,
      memory: listed?.vram_required_MB,
      context: listed?.overrides?.context_window_size,
      lowResource: listed?.low_resource_required,
    });
    expect(listed?.model_type ?? 0, 'it writes text').toBe(0);
  });

  it.each(variants)('$variant.id: what is worked out agrees with the list', ({ model, variant }) => {
    // Weights and context are most of what the list states, and the rest is never more than either.
    const stated = variant.memoryMegabytes * 2 ** 20;
    const worked = variant.downloadBytes + variant.context * variant.bytesPerToken;
    expect(worked).toBeLessThan(stated);
    expect(worked).toBeGreaterThan(stated / (model.parameters < 1 ? 2 : 1.75));
  });

  it('have no name twice, and are found by their ids', () => {
    expect(new Set(variants.map(({ variant }) => variant.id)).size).toBe(variants.length);
    for (const { variant } of variants) expect(findListed(variant.id)).toEqual(variant);
    expect(findListed('GPT-7')).toBeNull();
  });
});

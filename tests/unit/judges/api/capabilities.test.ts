import { expect, it } from 'vitest';
import { Capabilities } from '../../../../src/judges/api/capabilities';
import { providerById, type ProviderId, wireFor } from '../../../../src/judges/api/providers';

const refusal = { fault: 'request', status: 400, retryAfter: null } as const;

it.each<[ProviderId, string, boolean]>([
  ['groq', 'The model `whisper` does not support chat completions', false],
  ['compatible', 'special token <|im_start|> is not allowed', false],
  ['groq', 'This model does not support response format `json_schema`', true],
  ['compatible', 'json_schema is not supported', true],
  ['anthropic', 'output_config: Extra inputs are not permitted', true],
])('%s, "%s": asked for the shape by a weaker means: %s', (provider, message, weaker) => {
  const capabilities = new Capabilities(wireFor(providerById(provider)));
  const failed = { ...refusal, said: message, error: { message, code: '' } };
  expect(capabilities.downgrade(capabilities.current, failed, {})).toBe(weaker);
  expect(capabilities.current.structured === 'schema').toBe(!weaker);
});

it.each<[ProviderId, string]>([
  [
    'azure',
    "Invalid schema for response_format 'judgement': In context=('properties', 'pair'), 'minItems' is not permitted.",
  ],
  ['openrouter', "output_config.format.schema: For 'array' type, property 'maxItems' is not supported"],
])('%s, "%s": asked for the same shape without the length of lists', (provider, message) => {
  const capabilities = new Capabilities(wireFor(providerById(provider)));
  const failed = { ...refusal, said: message, error: { message, code: '' } };
  expect(capabilities.downgrade(capabilities.current, failed, { lengths: true })).toBe(true);
  expect(capabilities.current).toEqual({ structured: 'schema', without: new Set(['lengths']) });
});

import { expect, it } from 'vitest';
import { Manners } from '../../../../src/judges/api/manners';
import { providerOf, type ProviderId } from '../../../../src/judges/api/providers';
import { wireFor } from '../../../../src/judges/api/wires';

it.each<[ProviderId, string, boolean]>([
  ['groq', 'The model `whisper` does not support chat completions', false],
  ['compatible', 'special token <|im_start|> is not allowed', false],
  ['groq', 'This model does not support response format `json_schema`', true],
  ['compatible', 'json_schema is not supported', true],
  ['anthropic', 'output_config: Extra inputs are not permitted', true],
])('%s, "%s": asked for the shape by a weaker means: %s', (provider, message, weaker) => {
  const manners = new Manners(wireFor(providerOf(provider)));
  expect(manners.giveWay(manners.present, { message, code: '' }, {})).toBe(weaker);
  expect(manners.present.structured === 'schema').toBe(!weaker);
});

import { describe, expect, it } from 'vitest';
import type { ObjectSchema, OutputSchema } from '../../../src/rubric/output-schema';
import { fromPortable, portable, withoutLengths } from '../../../src/rubric/shape/portable';
import { validatorFor } from '../../../src/judgement/reply/validator';
import { rubricsUnderTest } from '../../contracts/support/rubric-cases';
import { answerSchema } from '../../support/loopback-judge/answer-schema';
import { dialectOf } from '../../support/loopback-judge/loopback-judge';
import { readChatRequest } from '../../support/loopback-judge/openai';
import {
  anthropicRules,
  geminiRules,
  mistralRules,
  openAiRules,
} from '../../support/loopback-judge/schema-rules';
import { schemaFault } from '../../support/loopback-judge/strict-schema';
import type { ProviderId } from '../../../src/judges/api/providers';

const properties: Record<string, OutputSchema> = { ok: { type: 'boolean' } };
const schema = { type: 'object', properties, required: ['ok'], additionalProperties: false };

function body(changes: object = {}, wanted: object = schema): string {
  return JSON.stringify({
    model: 'judge-1',
    messages: [{ role: 'user', content: 'case-1' }],
    response_format: { type: 'json_schema', json_schema: { name: 'n', strict: true, schema: wanted } },
    ...changes,
  });
}

describe('the loopback judge is as strict as the service', () => {
  it.each([
    ['text that is no JSON', '{', 'parse'],
    ['an unknown field', body({ reasoning: 1 }), "Unknown parameter: 'reasoning'"],
    ['an unknown role', body({ messages: [{ role: 'judge', content: '' }] }), 'messages.0.role'],
    ['a seed that is no integer', body({ seed: 0.5 }), 'seed'],
    ['JSON without the word', body({ response_format: { type: 'json_object' } }), "the word 'json'"],
    ['a count of a stream that is none', body({ stream_options: { include_usage: true } }), 'stream_options'],
    ['an optional key', body({}, { ...schema, required: [] }), "'required'"],
    ['open objects', body({}, { ...schema, additionalProperties: undefined }), 'additionalProperties'],
    ['a list at the top', body({}, { type: 'array', items: { type: 'string' } }), 'object'],
    ['lengths', body({}, { ...schema, properties: { ok: { type: 'string', minLength: 1 } } }), 'minLength'],
  ])('refuses %s', (_, text, message) => {
    const read = readChatRequest(text);
    expect(read.ok ? '' : read.refusal.message).toContain(message);
  });
});

describe('each provider is strict in its own way', () => {
  const format = { type: 'json_schema', json_schema: { name: 'n', strict: false, schema } };
  const message = (changes: object = {}) => ({
    model: 'judge-1',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'case-1' }],
    ...changes,
  });
  const output = (wanted: object) => ({ output_config: { format: { type: 'json_schema', schema: wanted } } });
  const content = (generationConfig: object, changes: object = {}) => ({
    contents: [{ role: 'user', parts: [{ text: 'case-1' }] }],
    generationConfig,
    ...changes,
  });
  const asked = (property: object) => ({ ...schema, properties: { ok: property } });
  it.each<[ProviderId, string, object, string]>([
    ['mistral', 'another’s seed', { seed: 1 }, 'seed'],
    ['openai', 'a router’s field', { provider: { require_parameters: true } }, 'provider'],
    ['openrouter', 'what has no effect', { usage: { include: true } }, 'usage'],
    ['openai', 'a schema as a hint', { response_format: format }, 'strict'],
    ['anthropic', 'no limit', message({ max_tokens: undefined }), 'max_tokens'],
    ['anthropic', 'a seed', message({ seed: 1 }), 'seed: Extra inputs'],
    ['anthropic', 'bounds', message(output(asked({ type: 'integer', minimum: 1 }))), "'minimum'"],
    ['anthropic', 'an open object', message(output({ ...schema, additionalProperties: true })), 'additional'],
    ['gemini', 'a schema without its type', content({ responseJsonSchema: schema }), 'response_mime_type'],
    ['gemini', 'an unknown name', content({}, { model: 'm' }), 'Unknown name "model"'],
    [
      'gemini',
      'lengths',
      content({
        responseMimeType: 'application/json',
        responseJsonSchema: asked({ type: 'string', minLength: 1 }),
      }),
      "'minLength'",
    ],
  ])('%s, %s', (provider, _, changes, message) => {
    const isOther = provider === 'anthropic' || provider === 'gemini';
    const given = isOther ? JSON.stringify(changes) : body(changes);
    const read = dialectOf(provider).read(given, { kind: 'question', model: 'judge-1' });
    expect(read.ok ? '' : read.refusal.message).toContain(message);
  });
});

const rules = { openAiRules, mistralRules, anthropicRules, geminiRules };
describe.each(rubricsUnderTest)('$id', ({ rubric }) => {
  it.each(Object.entries(rules))('asks for a shape within %s', (_, each) => {
    const shape = portable(rubric.output);
    // Anthropic is asked without the lengths of lists.
    expect(schemaFault(each === anthropicRules ? withoutLengths(shape) : shape, each)).toBeNull();
  });

  it('is given one that fits', () => {
    const shape: ObjectSchema = portable(rubric.output);
    expect(validatorFor(rubric.output)(fromPortable(rubric.output, answerSchema(shape)))).toMatchObject({
      ok: true,
    });
  });
});

import type { ProviderId } from '../../../../src/judges/api/providers';
import type { Ollama } from '../ollama';
import { badRequest, type Dialect, type Refusable } from '../dialect';
import { chunks, completion } from './completion';
import { readChatRequest } from './read-request';

const bases: Partial<Record<ProviderId, string>> = {
  openrouter: '/api/v1',
  groq: '/openai/v1',
  azure: '/openai/v1',
};

/** Chat completions, with what each provider that speaks them does in its own way. */
export function openAiDialect(provider: ProviderId, ollama?: Ollama): Dialect {
  const keyHeader = provider === 'azure' ? 'api-key' : 'authorization';
  const extras = { costs: provider === 'openrouter', ollama };
  return {
    base: bases[provider] ?? '/v1',
    headers: [keyHeader, 'content-type'],
    route: (path) =>
      path === '/chat/completions' ? { kind: 'question' } : path === '/models' ? { kind: 'models' } : null,
    keyIn: (headers) => {
      const value = headers[keyHeader];
      if (typeof value !== 'string') return undefined;
      return provider === 'azure' ? value : /^Bearer (.*)$/.exec(value)?.[1];
    },
    headerFault: () => null,
    read: (body) => readChatRequest(body, provider),
    reply: (question, number, choice) => completion(question, number, choice, extras),
    events: (question, number, choice) => chunks(question, number, choice, extras),
    error: ({ message, code, param }) => ({
      error: { message, type: 'invalid_request_error', param, code },
    }),
    models: (ids) => ({ object: 'list', data: ids.map((id) => listed(id, provider)) }),
    // The real service masks the key; a careless one says it back.
    noKey: (given) => ({
      status: 401,
      message:
        given === undefined ? "You didn't provide an API key." : `Incorrect API key provided: ${given}.`,
      code: given === undefined ? null : 'invalid_api_key',
      param: null,
    }),
    noModel: (model) => ({
      status: 404,
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      code: provider === 'azure' ? 'DeploymentNotFound' : 'model_not_found',
      param: null,
    }),
    refuses: (what) =>
      provider === 'openrouter' && what !== 'stream'
        ? { ...badRequest('No endpoints found that can handle the requested parameters.'), status: 404 }
        : refusals[what],
  };
}

const refusals: Record<Refusable, ReturnType<typeof badRequest>> = {
  schema: badRequest(
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    'response_format',
  ),
  json: badRequest(
    "Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.",
    'response_format',
  ),
  temperature: badRequest(
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    'temperature',
    'unsupported_value',
  ),
  seed: badRequest(
    "Unsupported parameter: 'seed' is not supported with this model.",
    'seed',
    'unsupported_parameter',
  ),
  stream: badRequest(
    'Your organization must be verified to stream this model.',
    'stream',
    'unsupported_value',
  ),
  'stream-count': badRequest("Unknown parameter: 'stream_options'.", 'stream_options', 'unknown_parameter'),
};

function listed(id: string, provider: ProviderId): unknown {
  const plain = { id, object: 'model', created: 1_700_000_000, owned_by: 'loopback' };
  switch (provider) {
    case 'openrouter':
      return {
        id,
        name: `The ${id}`,
        context_length: 32_768,
        pricing: {
          prompt: '0.000001',
          completion: '0.000002',
          input_cache_read: '0.0000001',
          input_cache_write: '0.00000125',
        },
      };
    case 'groq':
      return { ...plain, context_window: 32_768 };
    case 'mistral':
      return { ...plain, name: id, max_context_length: 32_768, capabilities: { completion_chat: true } };
    default:
      return plain;
  }
}

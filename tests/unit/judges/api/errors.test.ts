import { beforeEach, expect, it } from 'vitest';
import type { Cause } from '../../../../src/judgement/cause';
import { apiJudge } from '../../../../src/judges/api/api-judge';
import { providerById, type ProviderId, wireFor } from '../../../../src/judges/api/providers';
import { sampleRequest } from './sample-request';

let waits: number[];
beforeEach(() => {
  waits = [];
});

/** Asks a server that always says the same. */
function ask(provider: ProviderId, status: number, body: unknown) {
  const judge = apiJudge(
    wireFor(providerById(provider)),
    { baseUrl: 'https://api.example.com/v1', model: 'm', key: 'k', atOnce: 1 },
    {
      fetch: () =>
        Promise.resolve(
          typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
        ),
      clock: { now: () => 0, sleep: (wait) => (waits.push(wait), Promise.resolve()) },
      random: () => 0,
      sent: () => undefined,
      ollamas: new Set(),
    },
  );
  const { prompt } = sampleRequest();
  return judge.ask(sampleRequest({ prompt: { ...prompt, shared: 'json' } }));
}
type Named = Extract<Cause, { code: 'connection' }>['fault'] | 'filtered';

it.each<[ProviderId, number, unknown, Named]>([
  ['openai', 429, { error: { message: 'm', code: 'insufficient_quota' } }, 'credit'],
  ['openai', 429, openai('project_spend_limit_exceeded', 'm'), 'credit'],
  ['openai', 429, { error: { message: 'm', code: 'some_new_limit', type: 'insufficient_quota' } }, 'credit'],
  ['openai', 401, openai('ip_not_authorized', 'Your IP is not authorized.'), 'refused'],
  ['groq', 400, openai('blocked_api_access', 'm'), 'credit'],
  ['azure', 403, openai('403', 'Access denied due to Virtual Network/Firewall rules.'), 'refused'],
  ['openai', 403, openai('unsupported_country_region_territory', 'Country not supported'), 'refused'],
  ['openai', 403, '<!DOCTYPE html><title>Just a moment...</title>', 'refused'],
  ['openai', 403, { error: { message: 'You have insufficient permissions' } }, 'key'],
  ['openai', 429, openai('rate_limit_exceeded', 'Request too large for gpt-4o: Limit 9.'), 'too-long'],
  ['openai', 404, { error: { message: 'Not here', param: 'model' } }, 'model'],
  ['openai', 404, { error: { message: 'Not here', param: 'n' } }, 'address'],
  ['groq', 413, openai('rate_limit_exceeded', 'Too many tokens in one message'), 'too-long'],
  ['azure', 404, { error: { code: 'DeploymentNotFound', message: 'm' } }, 'model'],
  ['azure', 400, { error: { code: 'content_filter', message: 'm' } }, 'filtered'],
  ['openrouter', 403, { error: { code: 403, message: 'm', metadata: { reasons: ['x'] } } }, 'filtered'],
  ['openrouter', 400, { error: { code: 400, message: 'x is not a valid model ID' } }, 'model'],
  ['openrouter', 404, { error: { code: 404, message: 'No endpoints found for foo/bar.' } }, 'model'],
  ['openrouter', 404, routed(404, 'No endpoints found that support tool use.'), 'request'],
  ['openrouter', 400, upstream(400, openai('context_length_exceeded', 'Too much')), 'too-long'],
  ['openrouter', 429, upstream(429, 'm is temporarily rate-limited upstream'), 'busy'],
  // Its own account there is not the person's.
  ['openrouter', 429, upstream(429, openai('insufficient_quota', 'Quota')), 'busy'],
  ['openrouter', 502, upstream(502, openai('invalid_api_key', 'Wrong key')), 'server'],
  ['openrouter', 402, routed(402, 'Retry later', { limit_source: 'openrouter_in_flight_budget' }), 'busy'],
  ['openrouter', 403, routed(403, 'Key limit exceeded (total limit).'), 'credit'],
  ['openrouter', 403, routed(403, 'Only management keys can do this'), 'key'],
  ['openrouter', 403, routed(403, 'Request blocked: patterns', { patterns: ['ignore all'] }), 'filtered'],
  ['openrouter', 400, routed(400, 'm', { error_type: 'content_policy_violation' }), 'filtered'],
  ['openrouter', 400, routed(400, 'm', { error_type: 'context_length_exceeded' }), 'too-long'],
  [
    'openrouter',
    503,
    routed(503, 'm', { error_type: 'provider_overloaded', raw: 'Come back later' }),
    'busy',
  ],
  ['openrouter', 200, routed(400, 'Not so'), 'request'],
  // Its own key there is not the person's.
  ['openrouter', 200, routed(401, 'No key'), 'server'],
  ['compatible', 408, '<html><title>Request Timeout</title>', 'server'],
  ['openai', 400, openai('invalid_prompt', 'Flagged as potentially violating our usage policy.'), 'filtered'],
  ['mistral', 422, { detail: [{ msg: 'Extra inputs', loc: ['body', 'n'] }] }, 'request'],
  ['mistral', 422, { object: 'error', message: { detail: [{ msg: 'x', loc: [] }] } }, 'request'],
  ['compatible', 400, { errors: [{ message: 'Not so', code: 7 }] }, 'request'],
  // A gateway before the provider; and a server that is none of this kind.
  ['compatible', 403, { message: 'Forbidden' }, 'refused'],
  ['compatible', 200, { message: 'Welcome' }, 'format'],
  ['compatible', 404, { object: 'error', message: 'The model `m` does not exist.' }, 'model'],
  ['compatible', 404, { error: { message: 'model "m" not found, try pulling it first' } }, 'model'],
  ['compatible', 400, { error: 'Model unloaded.' }, 'request'],
  ['compatible', 200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }, 'address'],
  ['compatible', 503, { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } }, 'busy'],
  ['openai', 503, openai('server_error', 'That model is currently overloaded'), 'busy'],
  ['anthropic', 400, anthropic('invalid_request_error', 'Your credit balance is too low'), 'credit'],
  [
    'anthropic',
    400,
    anthropic('invalid_request_error', 'You have reached your specified API usage limits.'),
    'credit',
  ],
  ['anthropic', 429, anthropic('rate_limit_error', 'm', 'enforced_spend_limit_reached'), 'credit'],
  ['anthropic', 401, anthropic('authentication_error', 'CORS requests are not allowed for you.'), 'refused'],
  ['anthropic', 400, anthropic('invalid_request_error', 'prompt is too long: 9 > 8'), 'too-long'],
  ['anthropic', 404, anthropic('not_found_error', 'model: m'), 'model'],
  ['anthropic', 404, anthropic('not_found_error', 'Not Found'), 'address'],
  ['gemini', 400, gemini('INVALID_ARGUMENT', 'm', [{ reason: 'API_KEY_INVALID' }]), 'key'],
  ['gemini', 400, gemini('INVALID_ARGUMENT', 'The input token count (9) exceeds the maximum'), 'too-long'],
  ['gemini', 429, gemini('RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.'), 'credit'],
  ['anthropic', 403, { error: { type: 'forbidden', message: 'Request not allowed' } }, 'refused'],
  ['gemini', 400, gemini('FAILED_PRECONDITION', 'User location is not supported.'), 'refused'],
  ['gemini', 503, gemini('UNAVAILABLE', 'The model is overloaded. Please try again.'), 'busy'],
  ['gemini', 429, spentQuota('GenerateRequestsPerDayPerProjectPerModel'), 'credit'],
  ['gemini', 429, spentQuota('GenerateRequestsPerMinutePerProject', 'GenerateRequestsPerDay'), 'credit'],
  ['gemini', 429, spentQuota('GenerateRequestsPerMinutePerProject'), 'busy'],
  ['gemini', 429, gemini('RESOURCE_EXHAUSTED', 'Quota exceeded, limit: 0\nPlease retry in 20s.'), 'credit'],
  ['gemini', 429, gemini('RESOURCE_EXHAUSTED', 'Quota exceeded, limit: 05'), 'busy'],
  ['gemini', 400, [gemini('INVALID_ARGUMENT', 'odd')], 'request'],
])('%s, %s %j: %s', async (provider, code, said, named) => {
  const cause = named === 'filtered' ? { code: named } : { fault: named, status: code };
  expect(await ask(provider, code, said)).toMatchObject({ causes: [cause] });
});

it.each([
  ['JSON as text', JSON.stringify(openai('x', 'No room for it'))],
  ['JSON', openai('x', 'No room for it')],
  ['words', 'No room for it'],
])('what the company behind a router says is told with its name: %s', async (_, raw) => {
  expect(await ask('openrouter', 400, upstream(400, raw))).toMatchObject({
    causes: [{ fault: 'request', said: 'No room for it (Somebody)' }],
  });
});

it.each<[string, object, Named, number]>([
  ['a crowd', { code: 429, message: 'gone' }, 'busy', 20],
  ['a fault behind it', { code: 502, message: 'gone' }, 'server', 4],
  ['another fault', { message: 'gone' }, 'server', 4],
  ['a question that is not taken', { code: 400, message: 'gone' }, 'request', 1],
])('an error in the place of an answer is what its code says: %s', async (_, error, fault, sends) => {
  expect(await ask('openrouter', 200, choice({ finish_reason: 'error', error }))).toMatchObject({
    causes: [{ code: 'connection', fault, said: 'gone', sends }],
  });
  expect(waits).toHaveLength(sends - 1);
});

it.each<[ProviderId, object]>([
  ['compatible', { message: 'response_format is not supported' }],
  ['openrouter', upstream(400, openai('', "Invalid schema for response_format 'judgement'"))],
])('%s: a shape that is refused in words is asked for by weaker means', async (provider, said) => {
  expect(await ask(provider, 400, said)).toMatchObject({ causes: [{ fault: 'request', sends: 3 }] });
});

it.each([
  ['by the minute', '0000000004600', 'Thu, 01 Jan 1970 00:00:05 GMT', 5000],
  ['by the day, which nobody waits for', '1763424000000', 'Tue, 18 Nov 2025 00:00:00 GMT', undefined],
])('a limit of a router, %s', async (_, reset, retryAfter, wait) => {
  const said = routed(429, 'Rate limit exceeded', { headers: { 'X-RateLimit-Reset': reset } });
  expect(await ask('openrouter', 429, said)).toMatchObject({ causes: [{ fault: 'busy', retryAfter }] });
  expect(waits[0]).toBe(wait);
});

it.each<[ProviderId, object]>([
  ['openrouter', routed(429, 'm', { retry_after_seconds: 7 })],
  ['openrouter', routed(429, 'm', { headers: { 'Retry-After': '7' } })],
  ['openrouter', routed(429, 'm', { raw: 'Try later', retry_after_seconds: 7 })],
  ['gemini', gemini('RESOURCE_EXHAUSTED', 'Quota exceeded', [{ retryDelay: '7s' }])],
])('%s: a wait in the body is kept to: %j', async (provider, said) => {
  await ask(provider, 429, said);
  expect(waits.slice(0, 2)).toEqual([7000, 7000]);
});

it.each([
  [{ thoughtsTokenCount: 900 }, { replyTokens: 900 }],
  [{ candidatesTokenCount: 2, thoughtsTokenCount: 900 }, { replyTokens: 902 }],
  [{ candidatesTokenCount: 2 }, { replyTokens: 2 }],
])('thinking is paid for, were there nothing else: %j', async (usageMetadata, usage) => {
  expect(
    await ask('gemini', 200, { candidates: [{ finishReason: 'MAX_TOKENS' }], usageMetadata }),
  ).toMatchObject({ text: '', stop: 'length', usage });
});

it.each([
  ['Please try again in 1m20s.', 80_000],
  ['Limit 6000, Used 5034. Please try again in 4.77s. Need more tokens?', 4770],
  ['Please try again in 350ms.', 350],
  ['Please retry after 12 seconds.', 12_000],
  ['Please try again in 1 minute 5 seconds', 65_000],
  // No wait is told, or none that can be kept: the server is tried as if it had said nothing.
  ['Please try again in a moment', 250],
  ['Please try again in 3 days', 250],
])('a wait in words is kept to: %s', async (message, wait) => {
  await ask('openai', 429, openai('rate_limit_exceeded', message));
  expect(waits[0]).toBe(wait);
});

it('a wait in words that is too long is not waited for', async () => {
  expect(
    await ask('openai', 429, openai('rate_limit_exceeded', 'Please try again in 7h12m0s.')),
  ).toMatchObject({ causes: [{ fault: 'busy', retryAfter: '25920', sends: 1 }] });
  expect(waits).toEqual([]);
});

const thinking = [
  { type: 'thinking', thinking: 'hm' },
  { type: 'text', text: '{}' },
];
it.each<[ProviderId, number, unknown, object]>([
  // Groq refuses a reply that does not fit: it is read as any other.
  [
    'groq',
    400,
    { error: { message: 'm', code: 'json_validate_failed', failed_generation: '{"a": 1' } },
    { text: '{"a": 1', stop: 'unknown', parameters: { structured: 'schema' } },
  ],
  ['groq', 400, openai('tool_use_failed', 'm'), { causes: [{ code: 'tool-call' }], usage: {} }],
  ['openrouter', 200, choice({ finish_reason: 'error' }), { causes: [{ code: 'stopped', by: '' }] }],
  ['openrouter', 200, { ...choice({}), usage: { cost: 0.5 } }, { usage: { cost: { amount: 0.5 } } }],
  ['mistral', 200, choice({ message: { content: thinking } }), { text: '{}' }],
  ['mistral', 200, choice({ finish_reason: 'model_length' }), { stop: 'length' }],
  ['anthropic', 200, message(thinking, 'end_turn'), { text: '{}', stop: 'complete' }],
  ['anthropic', 200, message([], 'pause_turn'), { causes: [{ code: 'stopped', by: 'pause_turn' }] }],
  ['anthropic', 200, message([], 'model_context_window_exceeded'), { stop: 'length' }],
  ['gemini', 200, { promptFeedback: { blockReason: 'X' } }, { causes: [{ code: 'filtered', by: 'X' }] }],
  ['gemini', 200, candidate([], 'RECITATION'), { causes: [{ code: 'filtered', by: 'RECITATION' }] }],
  ['gemini', 200, candidate([{ text: 'hm', thought: true }, { text: '{}' }], 'STOP'), { text: '{}' }],
  ['gemini', 200, candidate([], 'MALFORMED_FUNCTION_CALL'), { causes: [{ code: 'tool-call' }] }],
  ['gemini', 200, candidate([{ text: '{}' }], 'OTHER'), { causes: [{ code: 'stopped', by: 'OTHER' }] }],
  ['gemini', 200, { choices: [] }, { causes: [{ fault: 'format' }] }],
])('%s, %s %j is read', async (provider, status, said, expected) => {
  expect(await ask(provider, status, said)).toMatchObject(expected);
});

function openai(code: string, message: string) {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}
/** As OpenRouter passes on what it was told. */
function upstream(code: number, raw: unknown) {
  return {
    error: { message: 'Provider returned error', code, metadata: { raw, provider_name: 'Somebody' } },
  };
}
/** As OpenRouter tells an error of its own. */
function routed(code: number, message: string, metadata: object = {}) {
  return { error: { message, code, metadata } };
}
function anthropic(type: string, message: string, error_code?: string) {
  return { type: 'error', error: { type, message, ...(error_code && { details: { error_code } }) } };
}
function gemini(status: string, message: string, details: object[] = []) {
  return { error: { code: 400, status, message, details } };
}
/** As Google tells it: it asks for a wait even where that is in vain. */
function spentQuota(...ids: string[]) {
  const violations = ids.map((quotaId) => ({ quotaId }));
  return gemini('RESOURCE_EXHAUSTED', 'You exceeded your current quota', [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' },
  ]);
}
function choice(changes: object) {
  return { choices: [{ finish_reason: 'stop', message: { content: '{}' }, ...changes }] };
}
function message(content: object[], reason: string) {
  return { type: 'message', content, stop_reason: reason };
}
function candidate(parts: object[], finishReason: string) {
  return { candidates: [{ content: { parts }, finishReason }] };
}

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Cause } from '../../../../src/judgement/cause';
import { apiJudge } from '../../../../src/judges/api/api-judge';
import { providerById, type ProviderId, wireFor } from '../../../../src/judges/api/providers';

let body: unknown;
let status: number;
let headers: Record<string, string>;
let waits: number[];
beforeEach(() => {
  waits = [];
  headers = {};
});
afterEach(() => {
  body = undefined;
});

/** A server that always says the same, in words of its own. */
function ask(provider: ProviderId) {
  const judge = apiJudge(
    wireFor(providerById(provider)),
    { baseUrl: 'https://api.example.com/v1', model: 'm', key: 'k', atOnce: 1 },
    {
      fetch: () =>
        Promise.resolve(
          typeof body === 'string'
            ? new Response(body, { status, headers })
            : Response.json(body, { status, headers }),
        ),
      clock: { now: () => 0, sleep: (wait) => (waits.push(wait), Promise.resolve()) },
      random: () => 0,
      sent: () => undefined,
      ollamas: new Set(),
    },
  );
  return judge.ask({
    prompt: {
      shared: 'json',
      own: 'o',
      boundary: '',
      language: 'en',
      neutralised: [],
      estimate: { shared: 0, own: 0 },
    },
    shape: { type: 'object', properties: {}, required: [], additionalProperties: false },
    signal: new AbortController().signal,
  });
}
type Named = Extract<Cause, { code: 'connection' }>['fault'] | 'filtered';

it.each<[ProviderId, string, number, unknown, Named]>([
  ['openai', 'no quota', 429, { error: { message: 'm', code: 'insufficient_quota' } }, 'credit'],
  ['openai', 'no balance', 429, openai('credit_balance_exhausted', 'm'), 'credit'],
  ['openai', 'a limit of the project', 429, openai('project_spend_limit_exceeded', 'm'), 'credit'],
  [
    'openai',
    'no quota by its type alone',
    429,
    { error: { message: 'm', code: 'some_new_limit', type: 'insufficient_quota' } },
    'credit',
  ],
  [
    'openai',
    'not from this network',
    401,
    openai('ip_not_authorized', 'Your IP is not authorized.'),
    'refused',
  ],
  ['groq', 'a limit on spending', 400, openai('blocked_api_access', 'm'), 'credit'],
  [
    'azure',
    'a firewall of its own',
    403,
    openai('403', 'Access denied due to Virtual Network/Firewall rules.'),
    'refused',
  ],
  ['openai', 'too long', 400, { error: { message: 'm', code: 'context_length_exceeded' } }, 'too-long'],
  ['openai', 'billing', 429, openai('billing_not_active', 'Your account is not active'), 'credit'],
  ['openai', 'billing by its type', 429, { error: { message: 'm', type: 'billing_not_active' } }, 'credit'],
  [
    'openai',
    'not from here',
    403,
    openai('unsupported_country_region_territory', 'Country, region, or territory not supported'),
    'refused',
  ],
  ['openai', 'a firewall’s page', 403, '<!DOCTYPE html><title>Just a moment...</title>', 'refused'],
  ['openai', 'a forbidden key', 403, { error: { message: 'You have insufficient permissions' } }, 'key'],
  [
    'openai',
    'more than a minute’s share',
    429,
    openai(
      'rate_limit_exceeded',
      'Request too large for gpt-4o on tokens per min (TPM): Limit 9, Requested 10.',
    ),
    'too-long',
  ],
  ['openai', 'a crowd', 429, openai('rate_limit_exceeded', 'Rate limit reached for gpt-4o'), 'busy'],
  ['openai', 'a model by its field', 404, { error: { message: 'Not here', param: 'model' } }, 'model'],
  ['openai', 'another field', 404, { error: { message: 'Not here', param: 'n' } }, 'address'],
  ['groq', 'too large', 413, openai('rate_limit_exceeded', 'Too many tokens in one message'), 'too-long'],
  [
    'groq',
    'a model of the past',
    400,
    openai('model_decommissioned', 'The model `m` has been decommissioned and is no longer supported.'),
    'model',
  ],
  ['azure', 'no deployment', 404, { error: { code: 'DeploymentNotFound', message: 'm' } }, 'model'],
  ['azure', 'a filter', 400, { error: { code: 'content_filter', message: 'm' } }, 'filtered'],
  [
    'openrouter',
    'moderation',
    403,
    { error: { code: 403, message: 'm', metadata: { reasons: ['x'] } } },
    'filtered',
  ],
  ['openrouter', 'no credit', 402, { error: { code: 402, message: 'Insufficient credits' } }, 'credit'],
  ['openrouter', 'no model', 400, { error: { code: 400, message: 'x is not a valid model ID' } }, 'model'],
  [
    'openrouter',
    'nobody offers the model',
    404,
    { error: { code: 404, message: 'No endpoints found for foo/bar.' } },
    'model',
  ],
  [
    'openrouter',
    'nobody takes the parameters',
    404,
    { error: { code: 404, message: 'No endpoints found that support tool use.' } },
    'request',
  ],
  [
    'openrouter',
    'what the company behind it says of the question',
    400,
    upstream(400, openai('context_length_exceeded', 'Too much')),
    'too-long',
  ],
  [
    'openrouter',
    'a company that does not serve this country',
    403,
    upstream(403, openai('unsupported_country_region_territory', 'Country not supported')),
    'refused',
  ],
  ['openrouter', 'a filter behind it', 400, upstream(400, openai('content_filter', 'm')), 'filtered'],
  ['openrouter', 'a crowd behind it', 429, upstream(429, 'm is temporarily rate-limited upstream'), 'busy'],
  // Its own account there is not the person's.
  ['openrouter', 'no quota behind it', 429, upstream(429, openai('insufficient_quota', 'Quota')), 'busy'],
  ['openrouter', 'no key behind it', 502, upstream(502, openai('invalid_api_key', 'Wrong key')), 'server'],
  ['openrouter', 'nothing behind it', 502, upstream(502, ''), 'server'],
  [
    'openrouter',
    'more under way than the account has for it: that passes',
    402,
    routed(402, 'Retry after in-flight requests settle', { limit_source: 'openrouter_in_flight_budget' }),
    'busy',
  ],
  [
    'openrouter',
    'a question that costs more than there is',
    402,
    routed(402, 'Too expensive', { limit_source: 'openrouter_credits' }),
    'credit',
  ],
  [
    'openrouter',
    'a budget of the workspace',
    403,
    routed(403, 'Budget limit exceeded', { limit_source: 'openrouter_workspace_budget' }),
    'credit',
  ],
  ['openrouter', 'a limit of the key', 403, routed(403, 'Key limit exceeded (total limit).'), 'credit'],
  ['openrouter', 'a key without rights', 403, routed(403, 'Only management keys can do this'), 'key'],
  [
    'openrouter',
    'a guard of the account’s own',
    403,
    routed(403, 'Request blocked: prompt injection patterns detected', { patterns: ['ignore all'] }),
    'filtered',
  ],
  ['openrouter', 'another guard', 403, routed(403, 'Request blocked: content filter'), 'filtered'],
  [
    'openrouter',
    'a filter by its type',
    400,
    routed(400, 'm', { error_type: 'content_policy_violation' }),
    'filtered',
  ],
  ['openrouter', 'a refusal by its type', 400, routed(400, 'm', { error_type: 'refusal' }), 'filtered'],
  [
    'openrouter',
    'too long by its type',
    400,
    routed(400, 'm', { error_type: 'context_length_exceeded' }),
    'too-long',
  ],
  [
    'openrouter',
    'a crowd by its type, whatever the company says',
    503,
    routed(503, 'm', { error_type: 'provider_overloaded', raw: 'Come back later' }),
    'busy',
  ],
  ['openrouter', 'a crowd, told as if it were a reply', 200, routed(429, 'Rate limit exceeded'), 'busy'],
  ['openrouter', 'a fault, told as if it were a reply', 200, routed(502, 'Gone'), 'server'],
  ['openrouter', 'a refusal of the question, told so', 200, routed(400, 'Not so'), 'request'],
  // Its own key there is not the person's.
  ['openrouter', 'no key behind it, told so', 200, routed(401, 'No key'), 'server'],
  ['openrouter', 'a call that took too long', 408, routed(408, 'Operation timed out'), 'server'],
  ['azure', 'a call that took too long', 408, { error: { code: 'Timeout', message: 'm' } }, 'server'],
  ['compatible', 'a proxy that waits no longer', 408, '<html><title>Request Timeout</title>', 'server'],
  [
    'openai',
    'a question that was flagged',
    400,
    openai(
      'invalid_prompt',
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
    ),
    'filtered',
  ],
  [
    'openai',
    'a limit on spending',
    400,
    openai('billing_hard_limit_reached', 'Billing hard limit'),
    'credit',
  ],
  ['mistral', 'a field', 422, { detail: [{ msg: 'Extra inputs', loc: ['body', 'n'] }] }, 'request'],
  [
    'mistral',
    'a wrapped field',
    422,
    { object: 'error', message: { detail: [{ msg: 'x', loc: [] }] } },
    'request',
  ],
  ['mistral', 'words alone', 422, { message: 'Not so', request_id: 'r' }, 'request'],
  ['compatible', 'words in a list', 400, { errors: [{ message: 'Not so', code: 7 }] }, 'request'],
  // A gateway before the provider; and a server that is none of this kind.
  ['compatible', 'words of a guard', 403, { message: 'Forbidden' }, 'refused'],
  ['compatible', 'words of anybody', 200, { message: 'Welcome' }, 'format'],
  [
    'compatible',
    'vLLM: no model',
    404,
    { object: 'error', message: 'The model `m` does not exist.' },
    'model',
  ],
  [
    'compatible',
    'Ollama: no model',
    404,
    { error: { message: 'model "m" not found, try pulling it first' } },
    'model',
  ],
  [
    'compatible',
    'llama.cpp: too long',
    400,
    { error: { message: 'm', type: 'exceed_context_size_error' } },
    'too-long',
  ],
  ['compatible', 'LM Studio: words', 400, { error: 'Model unloaded.' }, 'request'],
  [
    'compatible',
    'LM Studio: no path',
    200,
    { error: 'Unexpected endpoint or method. (POST /chat/completions)' },
    'address',
  ],
  [
    'compatible',
    'llama.cpp: not ready',
    503,
    { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } },
    'busy',
  ],
  [
    'compatible',
    'Ollama: a crowd',
    503,
    { error: { message: 'server busy, please try again.  maximum pending requests exceeded' } },
    'busy',
  ],
  ['openai', 'overload', 503, openai('server_error', 'That model is currently overloaded'), 'busy'],
  ['openai', 'a fault', 503, openai('server_error', 'The server had an error'), 'server'],
  [
    'anthropic',
    'no credit',
    400,
    anthropic('invalid_request_error', 'Your credit balance is too low'),
    'credit',
  ],
  [
    'anthropic',
    'a limit on spending',
    400,
    anthropic(
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01.',
    ),
    'credit',
  ],
  [
    'anthropic',
    'a limit of the workspace',
    400,
    anthropic('invalid_request_error', 'You have reached your specified workspace API usage limits.'),
    'credit',
  ],
  [
    'anthropic',
    'a limit that is enforced',
    429,
    {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: 'm',
        details: { error_code: 'enforced_spend_limit_reached' },
      },
    },
    'credit',
  ],
  [
    'anthropic',
    'no pages for this organization',
    401,
    anthropic('authentication_error', 'CORS requests are not allowed for this Organization.'),
    'refused',
  ],
  ['anthropic', 'too long', 400, anthropic('invalid_request_error', 'prompt is too long: 9 > 8'), 'too-long'],
  ['anthropic', 'no model', 404, anthropic('not_found_error', 'model: m'), 'model'],
  ['anthropic', 'no path', 404, anthropic('not_found_error', 'Not Found'), 'address'],
  ['anthropic', 'overload', 529, anthropic('overloaded_error', 'Overloaded'), 'busy'],
  ['gemini', 'a bad key', 400, gemini('INVALID_ARGUMENT', 'm', [{ reason: 'API_KEY_INVALID' }]), 'key'],
  [
    'gemini',
    'too long',
    400,
    gemini('INVALID_ARGUMENT', 'The input token count (9) exceeds the maximum'),
    'too-long',
  ],
  [
    'gemini',
    'no credit',
    429,
    gemini('RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.'),
    'credit',
  ],
  [
    'anthropic',
    'not from here',
    403,
    { error: { type: 'forbidden', message: 'Request not allowed' } },
    'refused',
  ],
  [
    'gemini',
    'not from here',
    400,
    gemini('FAILED_PRECONDITION', 'User location is not supported for the API use.'),
    'refused',
  ],
  ['gemini', 'overload', 503, gemini('UNAVAILABLE', 'The model is overloaded. Please try again.'), 'busy'],
  [
    'gemini',
    'overload in newer words',
    503,
    gemini('UNAVAILABLE', 'This model is currently experiencing high demand.'),
    'busy',
  ],
  ['gemini', 'a fault', 503, gemini('UNAVAILABLE', 'The service is currently unavailable.'), 'server'],
  ['gemini', 'a quota by the day', 429, spentQuota('GenerateRequestsPerDayPerProjectPerModel'), 'credit'],
  [
    'gemini',
    'a quota by the minute and by the day',
    429,
    spentQuota('GenerateRequestsPerMinutePerProjectPerModel', 'GenerateRequestsPerDayPerProjectPerModel'),
    'credit',
  ],
  ['gemini', 'a quota by the minute', 429, spentQuota('GenerateRequestsPerMinutePerProject'), 'busy'],
  [
    'gemini',
    'a model that the plan does not have',
    429,
    gemini('RESOURCE_EXHAUSTED', 'Quota exceeded for metric: x, limit: 0, model: m\nPlease retry in 20s.'),
    'credit',
  ],
  ['gemini', 'a small quota', 429, gemini('RESOURCE_EXHAUSTED', 'Quota exceeded, limit: 05'), 'busy'],
  ['gemini', 'quota', 429, gemini('RESOURCE_EXHAUSTED', 'Quota exceeded'), 'busy'],
  ['gemini', 'an error in a list', 400, [gemini('INVALID_ARGUMENT', 'odd')], 'request'],
])('%s, %s', async (provider, _, code, said, named) => {
  body = said;
  status = code;
  const cause = named === 'filtered' ? { code: named } : { fault: named, status: code };
  expect(await ask(provider)).toMatchObject({ causes: [cause] });
});

it.each([
  ['JSON as text', JSON.stringify(openai('x', 'No room for it'))],
  ['JSON', openai('x', 'No room for it')],
  ['words', 'No room for it'],
])('what the company behind a router says is told with its name: %s', async (_, raw) => {
  body = upstream(400, raw);
  status = 400;
  expect(await ask('openrouter')).toMatchObject({
    causes: [{ fault: 'request', said: 'No room for it (Somebody)' }],
  });
});

it.each<[string, object, Named, number]>([
  ['a crowd', { code: 429, message: 'gone' }, 'busy', 20],
  ['a fault behind it', { code: 502, message: 'gone' }, 'server', 4],
  ['nobody there', { code: 503, message: 'gone' }, 'server', 4],
  ['another fault', { message: 'gone' }, 'server', 4],
  ['a question that is not taken', { code: 400, message: 'gone' }, 'request', 1],
  ['a question that is too long', { code: 413, message: 'gone' }, 'too-long', 1],
])('an error in the place of an answer is what its code says: %s', async (_, error, fault, sends) => {
  body = choice({ finish_reason: 'error', error });
  status = 200;
  expect(await ask('openrouter')).toMatchObject({
    causes: [{ code: 'connection', fault, said: 'gone', sends }],
  });
  expect(waits).toHaveLength(sends - 1);
});

it('an error in the place of an answer may be a filter', async () => {
  const error = { code: 403, message: 'Flagged', metadata: { reasons: ['x'] } };
  body = choice({ finish_reason: 'error', error });
  status = 200;
  expect(await ask('openrouter')).toMatchObject({ reason: 'refused', causes: [{ code: 'filtered' }] });
});

it('a shape that is refused in words alone is asked for by weaker means', async () => {
  body = { message: 'response_format is not supported' };
  status = 400;
  expect(await ask('compatible')).toMatchObject({
    causes: [{ fault: 'request', sends: 3, said: 'response_format is not supported' }],
  });
});

it('a shape that the company behind a router does not take is asked for by weaker means', async () => {
  body = upstream(400, openai('', "Invalid schema for response_format 'judgement'"));
  status = 400;
  expect(await ask('openrouter')).toMatchObject({ causes: [{ fault: 'request', sends: 3 }] });
});

it.each([
  ['by the minute', '0000000004600', 'Thu, 01 Jan 1970 00:00:05 GMT', 5000],
  ['by the day, which nobody waits for', '1763424000000', 'Tue, 18 Nov 2025 00:00:00 GMT', undefined],
])('a limit of a router, %s', async (_, reset, retryAfter, wait) => {
  const headers = { 'X-RateLimit-Limit': '20', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': reset };
  body = { error: { message: 'Rate limit exceeded', code: 429, metadata: { headers, provider_name: null } } };
  status = 429;
  expect(await ask('openrouter')).toMatchObject({ causes: [{ fault: 'busy', retryAfter }] });
  expect(waits[0]).toBe(wait);
});

it.each([
  ['told by the router', { retry_after_seconds: 7 }],
  ['in a header that it passes on', { headers: { 'Retry-After': '7' } }],
  ['beside what the company says', { raw: 'Try later', retry_after_seconds: 7 }],
])('a wait %s is kept to', async (_, metadata) => {
  body = routed(429, 'Provider returned error', metadata);
  status = 429;
  await ask('openrouter');
  expect(waits[0]).toBe(7000);
});

it('what no wait can mend is sent once', async () => {
  body = openai('billing_not_active', 'Your account is not active');
  status = 429;
  await ask('openai');
  expect(waits).toEqual([]);
});

it.each([
  [{ thoughtsTokenCount: 900 }, { replyTokens: 900 }],
  [{ candidatesTokenCount: 2, thoughtsTokenCount: 900 }, { replyTokens: 902 }],
  [{ candidatesTokenCount: 2 }, { replyTokens: 2 }],
])('thinking is paid for, were there nothing else: %j', async (usageMetadata, usage) => {
  body = { candidates: [{ finishReason: 'MAX_TOKENS' }], usageMetadata };
  status = 200;
  expect(await ask('gemini')).toMatchObject({ text: '', stop: 'length', usage });
});

it('a wait that stands in the body is kept to', async () => {
  body = gemini('RESOURCE_EXHAUSTED', 'Quota exceeded', [{ retryDelay: '7s' }]);
  status = 429;
  await ask('gemini');
  expect(waits.slice(0, 3)).toEqual([7000, 7000, 7000]);
});

it.each([
  ['Rate limit reached. Please try again in 20s. Visit https://x.example', 20_000],
  ['Please try again in 1m20s.', 80_000],
  ['Limit 6000, Used 5034. Please try again in 4.77s. Need more tokens?', 4770],
  ['Please try again in 350ms.', 350],
  ['Please retry after 12 seconds.', 12_000],
  ['Please try again in 1 minute 5 seconds', 65_000],
  // No wait is told, or none that can be kept: the server is tried as if it had said nothing.
  ['Please try again in a moment', 250],
  ['Please try again in 3 days', 250],
])('a wait in words is kept to: %s', async (message, wait) => {
  body = openai('rate_limit_exceeded', message);
  status = 429;
  await ask('openai');
  expect(waits[0]).toBe(wait);
});

it('a wait in words that is too long is not waited for', async () => {
  body = openai('rate_limit_exceeded', 'Please try again in 7h12m0s.');
  status = 429;
  expect(await ask('openai')).toMatchObject({ causes: [{ fault: 'busy', retryAfter: '25920', sends: 1 }] });
  expect(waits).toEqual([]);
});

it('a reply that the provider itself found not to fit is read as any other', async () => {
  body = { error: { message: 'm', code: 'json_validate_failed', failed_generation: '{"a": 1' } };
  status = 400;
  expect(await ask('groq')).toMatchObject({
    text: '{"a": 1',
    stop: 'unknown',
    parameters: { structured: 'schema' },
  });
});

it('a tool that a model calls where there is none is told as that, also where the provider takes it for an error', async () => {
  body = { error: { message: 'Tool choice is none, but model called a tool', code: 'tool_use_failed' } };
  status = 400;
  expect(await ask('groq')).toMatchObject({ reason: 'failed', causes: [{ code: 'tool-call' }], usage: {} });
});

it.each<[ProviderId, string, unknown, object]>([
  [
    'openrouter',
    'an end for an error that is not told',
    choice({ finish_reason: 'error' }),
    { causes: [{ code: 'stopped', by: '' }] },
  ],
  [
    'openrouter',
    'what it cost',
    { ...choice({}), usage: { cost: 0.5 } },
    { usage: { cost: { amount: 0.5, currency: 'USD' } } },
  ],
  [
    'mistral',
    'thinking in blocks',
    choice({
      message: {
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: '{}' },
        ],
      },
    }),
    { text: '{}' },
  ],
  ['mistral', 'a full window', choice({ finish_reason: 'model_length' }), { stop: 'length' }],
  [
    'anthropic',
    'thinking in blocks',
    message(
      [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: '{}' },
      ],
      'end_turn',
    ),
    { text: '{}', stop: 'complete' },
  ],
  [
    'anthropic',
    'a turn that pauses',
    message([], 'pause_turn'),
    { causes: [{ code: 'stopped', by: 'pause_turn' }] },
  ],
  ['anthropic', 'a full window', message([], 'model_context_window_exceeded'), { stop: 'length' }],
  [
    'gemini',
    'a blocked question',
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    { reason: 'refused', causes: [{ code: 'filtered', by: 'PROHIBITED_CONTENT' }] },
  ],
  [
    'gemini',
    'recited text',
    candidate([], 'RECITATION'),
    { reason: 'refused', causes: [{ code: 'filtered', by: 'RECITATION' }] },
  ],
  [
    'gemini',
    'thoughts',
    candidate([{ text: 'hm', thought: true }, { text: '{}' }], 'STOP'),
    { text: '{}', stop: 'complete' },
  ],
  [
    'gemini',
    'thoughts that are paid for',
    {
      ...candidate([{ text: '{}' }], 'STOP'),
      usageMetadata: { candidatesTokenCount: 2, thoughtsTokenCount: 5 },
    },
    { usage: { replyTokens: 7 } },
  ],
  ['gemini', 'a broken call', candidate([], 'MALFORMED_FUNCTION_CALL'), { causes: [{ code: 'tool-call' }] }],
  [
    'gemini',
    'another end',
    candidate([{ text: '{}' }], 'OTHER'),
    { causes: [{ code: 'stopped', by: 'OTHER' }] },
  ],
  ['gemini', 'another format', { choices: [] }, { causes: [{ fault: 'format' }] }],
])('%s, %s', async (provider, _, said, expected) => {
  body = said;
  status = 200;
  expect(await ask(provider)).toMatchObject(expected);
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
function anthropic(type: string, message: string) {
  return { type: 'error', error: { type, message } };
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

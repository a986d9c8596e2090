import type { ConnectionFault, ConnectionReport, ListedModel, ModelList } from '../../judgement/connection';
import type { ApiSettings } from './api-judge';
import { acceptedOptions, Capabilities } from './capabilities';
import { reachOf, validAddress, type Reach } from './http/address';
import { callFailure, exchange } from './http/exchange';
import { send, type Fetch, type Sleep } from './http/send';
import { isOllamaPort, OllamaContext } from './ollama-context';
import type { WireFormat, WireRequest } from './protocols/wire-format';

/** A question without any case in it, put the way cases are: what works here works for them. */
const question: Pick<WireRequest, 'prompt' | 'shape'> = {
  prompt: { shared: 'Answer with one JSON object.', own: 'Set "ready" to true.' },
  shape: {
    type: 'object',
    properties: { ready: { type: 'boolean' } },
    required: ['ready'],
    additionalProperties: false,
  },
};

export interface TestTools {
  fetch: Fetch;
  sleep: Sleep;
  /** Whether anything answers at an address, without reading it and without the key. Null: the browser does not say. */
  probe(origin: string, signal: AbortSignal): Promise<boolean | null>;
  /** Whether the browser lets this page reach servers on this machine or network. Null: it does not say, or does not ask. */
  localNetwork(reach: Exclude<Reach, 'internet'>): Promise<'granted' | 'denied' | 'prompt' | null>;
  ollamas: Set<string>;
}

export async function testConnection(
  wire: WireFormat,
  settings: Omit<ApiSettings, 'atOnce'>,
  tools: TestTools,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const { url, origin } = validAddress(settings.baseUrl);
  const { model, key } = settings;
  const capabilities = new Capabilities(wire);
  for (;;) {
    const accepted = capabilities.current;
    const options = acceptedOptions(accepted, settings);
    const body = wire.body({ ...question, ...options });
    const outcome = await exchange(tools, { wire, url: url + wire.path(model), key, body, signal });
    if (outcome.kind === 'reply') {
      const { byOllama, model: said = model } = outcome.reply;
      if (byOllama) tools.ollamas.add(origin);
      const context = new OllamaContext({ wire, url, model, key, fetch: tools.fetch, sleep: tools.sleep });
      const ollama = byOllama ? await context.read(signal) : null;
      return { ok: true, model: said, structured: accepted.structured, ...(ollama && { ollama }) };
    }
    if (outcome.kind === 'judge-failure')
      return { ok: false, fault: 'request', said: outcome.failure.detail };
    if (capabilities.downgrade(accepted, outcome, options)) continue;
    const { fault, said } = outcome;
    const why = fault === 'no-answer' ? await whyNoAnswer(origin, tools, signal) : fault;
    return { ok: false, fault: why, said };
  }
}

export async function whyNoAnswer(
  origin: string,
  { probe, localNetwork }: Pick<TestTools, 'probe' | 'localNetwork'>,
  signal: AbortSignal,
): Promise<ConnectionFault> {
  const reach = reachOf(origin);
  const allowed = reach === 'internet' ? null : await localNetwork(reach);
  if (allowed === 'denied' || allowed === 'prompt') return 'local-network';
  const answers = await probe(origin, signal);
  if (answers === null) return 'no-answer';
  if (!answers) return 'unreachable';
  return isOllamaPort(origin) ? 'ollama-origins' : 'cors';
}

/** People read no longer list; it also ends one whose pages lead in a circle. */
const mostPages = 20;

/** The models that a provider offers to this key, in its own order. Rejects only when it is cancelled. */
export async function listModels(
  wire: WireFormat,
  { baseUrl, key }: Pick<ApiSettings, 'baseUrl' | 'key'>,
  tools: { fetch: Fetch },
  signal: AbortSignal,
): Promise<ModelList> {
  const { url } = validAddress(baseUrl);
  // A proxy before several servers may list a model for each of them.
  const models = new Map<string, ListedModel>();
  let next: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const message = { url: url + wire.modelsPath(next), headers: wire.headers(key), key, signal };
    const answered = await send(tools.fetch, message);
    if ('fault' in answered) return { ok: false, fault: answered.fault, said: '' };
    const { response, json } = answered;
    const error = wire.readError(json);
    const failed = !response.ok || error !== null;
    const page = failed ? null : wire.readModels(json);
    if (page === null) {
      const { fault, said } = callFailure(answered, error, { wire, key });
      return { ok: false, fault: failed ? fault : 'format', said };
    }
    for (const model of page.models) if (!models.has(model.id)) models.set(model.id, model);
    ({ next } = page);
    if (next === null) break;
  }
  return { ok: true, models: [...models.values()] };
}

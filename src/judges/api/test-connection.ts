import type { ConnectionFault, ConnectionReport, ServerAddress } from '../../judgement/connection';
import type { ApiSettings } from './api-judge';
import { exchange } from './http/exchange';
import { acceptedOptions, Capabilities } from './capabilities';
import { isOllamaPort, OllamaApi } from './ollama/ollama-api';
import { reachOf, type Reach, readAddress } from './http/address';
import type { Sleep } from './http/send';
import type { WireFormat, WireRequest } from './wire-format';

/** A question without any case in it, put the way cases are: what works here works for them. */
const question: Pick<WireRequest, 'prompt' | 'shape'> = {
  prompt: {
    shared: 'Answer with one JSON object.',
    own: 'Set "ready" to true.',
    boundary: '',
    language: 'en',
    neutralised: [],
    estimate: { shared: 0, own: 0 },
  },
  shape: {
    type: 'object',
    properties: { ready: { type: 'boolean' } },
    required: ['ready'],
    additionalProperties: false,
  },
};

/** Whether anything answers at an address, without reading it and without the key. Null: the browser does not tell. */
export type Probe = (origin: string, signal: AbortSignal) => Promise<boolean | null>;
/** Whether the browser lets this page reach servers on this machine or network. Null: it does not tell, or does not ask. */
export type LocalNetwork = (
  reach: Exclude<Reach, 'internet'>,
) => Promise<'granted' | 'denied' | 'prompt' | null>;

export interface TestTools {
  fetch: typeof fetch;
  sleep: Sleep;
  probe: Probe;
  localNetwork: LocalNetwork;
  /** Origins at which an Ollama answered; added to. */
  ollamas: Set<string>;
}

type Address = Extract<ServerAddress, { ok: true }>;

export async function testConnection(
  wire: WireFormat,
  settings: Omit<ApiSettings, 'atOnce'>,
  tools: TestTools,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const address = readAddress(settings.baseUrl);
  if (!address.ok) throw new Error(`Expected the address of a server, got one that is ${address.fault}.`);
  const { model, key } = settings;
  const capabilities = new Capabilities(wire);
  for (;;) {
    const accepted = capabilities.current;
    const options = acceptedOptions(accepted, settings);
    const url = address.url + wire.path(model);
    const body = JSON.stringify(wire.body({ ...question, ...options }));
    const outcome = await exchange(tools, { wire, url, key, body, signal });
    if (outcome.kind === 'reply') {
      const { byOllama, model: said = model } = outcome.reply;
      if (byOllama) tools.ollamas.add(address.origin);
      const api = new OllamaApi(wire, { url: address.url, model, key }, tools.fetch);
      const ollama = byOllama ? await api.context(signal) : null;
      return { ok: true, model: said, structured: accepted.structured, ...(ollama && { ollama }) };
    }
    if (outcome.kind === 'judge-failure')
      return { ok: false, fault: 'request', said: outcome.failure.detail };
    if (capabilities.downgrade(accepted, outcome, options)) continue;
    const { fault, said } = outcome;
    if (fault !== 'no-answer') return { ok: false, fault, said };
    return { ok: false, fault: await whyNoAnswer(address, tools, signal), said };
  }
}

/** What stands between the page and a server of which it can read nothing. */
export async function whyNoAnswer(
  { origin }: Pick<Address, 'origin'>,
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

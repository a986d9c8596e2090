import type { ConnectionReport } from '../../core/model/connection';
import type { ApiSettings } from './api-judge';
import { exchange } from './exchange';
import { readAddress } from './read-address';
import type { WireFormat, WireQuestion } from './wire-format';

/** A question without any case in it, put the way cases are: what works here works for them. */
const question: Pick<WireQuestion, 'prompt' | 'shape'> = {
  prompt: {
    shared: 'Answer with one JSON object.',
    own: 'Set "ready" to true.',
    boundary: '',
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

export async function testConnection(
  wire: WireFormat,
  { baseUrl, model, key, temperature }: ApiSettings,
  tools: { fetch: typeof fetch; probe: Probe },
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const address = readAddress(baseUrl);
  if (!address.ok) throw new Error(`Expected the address of a server, got one that is ${address.fault}.`);
  const body = wire.body({ ...question, model, ...(temperature !== undefined && { temperature }) });
  const outcome = await exchange(tools.fetch, { wire, url: address.url + wire.path, key, body, signal });
  switch (outcome.kind) {
    case 'reply':
      return { ok: true, model: outcome.reply.model ?? model };
    case 'judge-failure':
      return { ok: false, fault: 'request', said: outcome.failure.detail };
    case 'failed': {
      const { fault, said } = outcome;
      if (fault !== 'no-answer') return { ok: false, fault, said };
      const answers = await tools.probe(address.origin, signal);
      const found = answers === null ? 'no-answer' : answers ? 'cors' : 'unreachable';
      return { ok: false, fault: found, said };
    }
  }
}

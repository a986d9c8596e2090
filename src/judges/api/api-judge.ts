import { told } from '../../core/model/cause-in-english';
import type { ConnectionFault } from '../../core/model/connection';
import type { JudgeFailure, JudgeRequest, ModelJudge } from '../judge';
import { waitBefore } from './back-off';
import { exchange, type CallFailure } from './exchange';
import { readAddress } from './read-address';
import type { WireFormat } from './wire-format';

export interface ApiSettings {
  baseUrl: string;
  model: string;
  /** Empty for a server that wants none. */
  key: string;
  atOnce: number;
  temperature?: number;
}

export interface ApiTools {
  fetch: typeof fetch;
  clock: { now(): number; sleep(milliseconds: number, signal: AbortSignal): Promise<void> };
  /** From 0 up to 1. */
  random(): number;
  /** Told of each send before it is made: how many bytes of case text go to which host. */
  sent(host: string, bytes: number): void;
}

/** A browser opens no more connections than this to a server that does not encrypt, and so speaks HTTP/1.1. */
export const mostPlainConnections = 6;

const worthAnotherSend: ReadonlySet<ConnectionFault> = new Set(['no-answer', 'busy', 'server']);

/** A model behind a server. Throws where the address was not read before: the form must see to that. */
export function apiJudge(wire: WireFormat, settings: ApiSettings, tools: ApiTools): ModelJudge {
  const address = readAddress(settings.baseUrl);
  if (!address.ok) throw new Error(`Expected the address of a server, got one that is ${address.fault}.`);
  const { model, key, temperature } = settings;
  const url = address.url + wire.path;
  const tuning = temperature === undefined ? {} : { temperature };
  const parametersWith = (seed?: number) => ({
    endpoint: url,
    ...wire.parameters({ model, ...tuning, ...(seed !== undefined && { seed }) }),
  });

  return {
    kind: 'model',
    id: 'api',
    atOnce: address.plain ? Math.min(settings.atOnce, mostPlainConnections) : settings.atOnce,
    describe: () => ({ model, parameters: parametersWith() }),
    async ask({ signal, ...request }) {
      const body = wire.body({ ...request, model, ...tuning });
      for (let sends = 1; ; sends += 1) {
        signal.throwIfAborted();
        tools.sent(address.host, caseBytes(request));
        const outcome = await exchange(tools.fetch, { wire, url, key, body, signal });
        if (outcome.kind === 'reply') {
          return { model, ...outcome.reply, parameters: parametersWith(request.seed) };
        }
        if (outcome.kind === 'judge-failure') return outcome.failure;
        const timing = { now: tools.clock.now(), random: () => tools.random() };
        const wait = worthAnotherSend.has(outcome.fault)
          ? waitBefore(sends, outcome.retryAfter, timing)
          : null;
        if (wait === null) return failureOf(outcome, { host: address.host, model, sends });
        await tools.clock.sleep(wait, signal);
      }
    },
  };
}

/** The rubric's part is no case text. A correction quotes the reply, which may quote the case. */
function caseBytes({ prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>): number {
  const text = prompt.own + (previous ? previous.text + previous.problem : '');
  return new TextEncoder().encode(text).length;
}

function failureOf(
  { fault, said, status, retryAfter }: CallFailure,
  asked: { host: string; model: string; sends: number },
): JudgeFailure {
  const reason = fault === 'too-long' ? 'too-long' : 'failed';
  return { reason, ...told({ code: 'connection', fault, ...asked, status, retryAfter, said }) };
}

import type { ConnectionFault, Structured } from '../../core/model/connection';
import type { BusyNotice, JudgeRequest, ModelJudge } from '../judge';
import { waitBefore, wishIn } from './back-off';
import { takenBy, type CallFailure } from './call-failure';
import { exchange } from './exchange';
import { failure } from './failures';
import { Manners } from './manners';
import { readAddress } from './read-address';
import { isAboutManner, tuningIn } from './tuning';
import type { WireFormat, WireTuning } from './wire-format';

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
  /** Told when the model does not take a schema, and from now on is asked by a weaker means. */
  onWeaker?(structured: Structured): void;
}

/** A browser opens no more connections than this to a server that does not encrypt, and so speaks HTTP/1.1. */
export const mostPlainConnections = 6;

const worthAnotherSend: ReadonlySet<ConnectionFault> = new Set(['no-answer', 'broken-off', 'busy', 'server']);
const overloaded: ReadonlySet<number | null> = new Set([429, 503, 529]);

/** A model behind a server. Throws where the address was not read before: the form must see to that. */
export function apiJudge(wire: WireFormat, settings: ApiSettings, tools: ApiTools): ModelJudge {
  const address = readAddress(settings.baseUrl);
  if (!address.ok) throw new Error(`Expected the address of a server, got one that is ${address.fault}.`);
  const { model, key } = settings;
  const manners = new Manners(wire, (structured) => tools.onWeaker?.(structured));
  const listeners = new Set<(notice: BusyNotice) => void>();
  const endpoint = address.url + wire.path(model);
  const parametersOf = (tuning: WireTuning) => ({
    provider: wire.provider,
    endpoint,
    ...wire.parameters(tuning),
  });

  return {
    kind: 'model',
    id: 'api',
    atOnce: address.plain ? Math.min(settings.atOnce, mostPlainConnections) : settings.atOnce,
    onBusy(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    describe: () => ({ model, parameters: parametersOf(tuningIn(manners.present, settings)) }),
    async ask({ signal, onText, mayGoAgain, onFailedSend, ...request }) {
      for (let sends = 1; ; sends += 1) {
        if (sends > 1) await mayGoAgain?.();
        signal.throwIfAborted();
        tools.sent(address.host, caseBytes(request));
        const manner = manners.present;
        const stream = onText !== undefined && !manner.without.has('stream');
        const tuning = tuningIn(manner, settings, request.seed);
        const { prompt, shape, previous } = request;
        const sentAt = tools.clock.now();
        const outcome = await exchange(tools.fetch, {
          wire,
          url: stream ? address.url + wire.streamPath(model) : endpoint,
          key,
          body: wire.body({ prompt, shape, ...(previous && { previous }), ...tuning, stream }),
          onText: stream ? onText : undefined,
          signal,
        });
        if (outcome.kind === 'reply') {
          return { model, ...outcome.reply, parameters: parametersOf(tuning) };
        }
        if (outcome.kind === 'judge-failure') return outcome.failure;
        tellIfBusy(outcome, sentAt);
        const wait = waitAfter(outcome, sends);
        const givesWay = () =>
          isAboutManner(outcome, sends) && manners.giveWay(manner, outcome.error, { ...tuning, stream });
        if (wait === null && !givesWay()) return failureOf(outcome, { host: address.host, model, sends });
        onFailedSend?.(takenBy(outcome));
        if (wait !== null) await tools.clock.sleep(wait, signal);
      }
    },
  };

  function waitAfter({ fault, retryAfter }: CallFailure, sends: number): number | null {
    if (!worthAnotherSend.has(fault)) return null;
    return waitBefore(sends, retryAfter, { now: tools.clock.now(), random: () => tools.random() });
  }

  function tellIfBusy({ status, fault, retryAfter }: CallFailure, sentAt: number): void {
    // An account without credit is no crowd: asking less at once does not help it.
    if (!overloaded.has(status) || !worthAnotherSend.has(fault)) return;
    const now = tools.clock.now();
    const waitMilliseconds = retryAfter === null ? null : wishIn(retryAfter, now);
    for (const listener of [...listeners]) listener({ waitMilliseconds, outMilliseconds: now - sentAt });
  }
}

/** The rubric's part is no case text. A correction quotes the reply, which may quote the case. */
function caseBytes({ prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>): number {
  const text = prompt.own + (previous ? previous.text + previous.problem : '');
  return new TextEncoder().encode(text).length;
}

function failureOf(failed: CallFailure, circumstances: { host: string; model: string; sends: number }) {
  const { fault, status, retryAfter, said } = failed;
  const reason = fault === 'too-long' ? 'too-long' : 'failed';
  const told = failure(reason, { code: 'connection', fault, status, retryAfter, said, ...circumstances });
  return { ...told, ...takenBy(failed) };
}

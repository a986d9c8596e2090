import { mostConnections, type ConnectionFault, type Structured } from '../../core/model/connection';
import type { BusyNotice, JudgeFailure, ModelJudge } from '../judge';
import { waitBefore, waitForCrowd, wishIn } from './back-off';
import { takenBy, type CallFailure } from './call-failure';
import { mostAtOnceTo } from './connections';
import { exchange } from './exchange';
import { failure } from './failures';
import { Manners } from './manners';
import { isOllamaPort, OllamaNative } from './ollama/native';
import { OllamaRoom } from './ollama/ollama-room';
import { readAddress } from './read-address';
import { isAboutManner, tuningIn } from './tuning';
import type { WireFormat, WireTuning } from './wire-format';
import { caseBytes, WrittenQuestions } from './written-questions';

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
  /** Over which protocol a server answers; null where the browser does not say, or nothing came yet. */
  protocolOf(origin: string): string | null;
  /** Origins at which an Ollama answered. It is added to, and asked before a run. */
  ollamas: Set<string>;
  /** Told when the model does not take a schema, and from now on is asked by a weaker means. */
  onWeaker?(structured: Structured): void;
}

const worthAnotherSend: ReadonlySet<ConnectionFault> = new Set(['no-answer', 'broken-off', 'busy', 'server']);
const overloaded: ReadonlySet<number | null> = new Set([429, 503, 529]);

/** A model behind a server. Throws where the address was not read before: the form must see to that. */
export function apiJudge(wire: WireFormat, settings: ApiSettings, tools: ApiTools): ModelJudge {
  const address = readAddress(settings.baseUrl);
  if (!address.ok) throw new Error(`Expected the address of a server, got one that is ${address.fault}.`);
  const { model, key } = settings;
  const manners = new Manners(wire, (structured) => tools.onWeaker?.(structured));
  const questions = new WrittenQuestions(wire, settings);
  const listeners = new Set<(notice: BusyNotice) => void>();
  const endpoint = address.url + wire.path(model);
  // Whoever it is that answers at an address of one's own may be an Ollama.
  const room =
    wire.provider === 'compatible'
      ? new OllamaRoom({
          native: new OllamaNative(wire, { url: address.url, model, key }, tools.fetch),
          clock: tools.clock,
          sending: (request) => tools.sent(address.host, caseBytes(request)),
        })
      : null;
  const parametersOf = (tuning: WireTuning) => ({
    provider: wire.provider,
    endpoint,
    ...wire.parameters(tuning),
  });

  return {
    kind: 'model',
    id: 'api',
    atOnce: address.plain ? Math.min(settings.atOnce, mostConnections) : settings.atOnce,
    mostNow: () => mostAtOnceTo(address, tools.protocolOf(address.origin)),
    onBusy(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // Other servers are not bothered with questions that only Ollama answers.
    ...(room &&
      (isOllamaPort(address.origin) || tools.ollamas.has(address.origin)) && {
        prepare: (questions, signal) => room.prepare(questions, signal),
      }),
    describe: () => ({ model, parameters: parametersOf(tuningIn(manners.present, settings)) }),
    expect: (request) => questions.expect(request, manners.present),
    async ask(request) {
      const { signal, onText, mayGoAgain, onFailedSend } = request;
      /** How often it was turned away since the server had too much to do: such sends are no tries. */
      let refusals = 0;
      /** How often it was put in an easier manner: neither are those. */
      let yields = 0;
      /** What the server asked to wait for before the next send, which a run waits for as a whole. */
      let first: (() => Promise<void>) | undefined;
      for (let sends = 1; ; sends += 1) {
        if (sends > 1) await (mayGoAgain ? mayGoAgain(first) : first?.());
        first = undefined;
        signal.throwIfAborted();
        const manner = manners.present;
        const { tuning, stream, countStream, body, json, bytes } = questions.take(request, manner);
        tools.sent(address.host, bytes);
        const sentAt = tools.clock.now();
        const outcome = await exchange(tools.fetch, {
          wire,
          url: stream ? address.url + wire.streamPath(model) : endpoint,
          key,
          body: json,
          onText: stream ? onText : undefined,
          signal,
        });
        if (outcome.kind === 'reply') {
          const { byOllama, ...reply } = outcome.reply;
          if (byOllama) tools.ollamas.add(address.origin);
          const asked = { ...request, messages: body()['messages'] };
          const loss = byOllama && room ? await room.lossIn(asked, reply) : null;
          if (loss) return { ...loss, usage: reply.usage ?? {}, text: reply.text };
          const filled = byOllama && room ? room.filledBy(reply) : null;
          return { model, ...reply, ...(filled !== null && { filled }), parameters: parametersOf(tuning) };
        }
        if (outcome.kind === 'judge-failure') return outcome.failure;
        const circumstances = { host: address.host, model, sends };
        tellIfBusy(outcome, sentAt, circumstances);
        const crowded = outcome.fault === 'busy';
        if (crowded) refusals += 1;
        const wait = waitAfter(outcome, crowded ? refusals : sends - refusals - yields);
        const givesWay = () =>
          isAboutManner(outcome) &&
          manners.giveWay(manner, outcome.error, { ...tuning, stream, countStream });
        if (wait === null && !givesWay()) return failureOf(outcome, circumstances);
        onFailedSend?.(takenBy(outcome));
        if (wait === null) {
          yields += 1;
          continue;
        }
        const sleep = () => tools.clock.sleep(wait, signal);
        if (crowded) first = sleep;
        else await sleep();
      }
    },
  };

  function waitAfter({ fault, retryAfter }: CallFailure, times: number): number | null {
    if (!worthAnotherSend.has(fault)) return null;
    const chance = { now: tools.clock.now(), random: () => tools.random() };
    return fault === 'busy' ? waitForCrowd(times, retryAfter, chance) : waitBefore(times, retryAfter, chance);
  }

  function tellIfBusy(failed: CallFailure, sentAt: number, circumstances: Circumstances): void {
    const { status, fault, retryAfter } = failed;
    // An account without credit is no crowd: asking less at once does not help it.
    if (fault !== 'busy' && (!overloaded.has(status) || fault !== 'server')) return;
    const now = tools.clock.now();
    const waitMilliseconds = retryAfter === null ? null : wishIn(retryAfter, now);
    const { detail, causes } = failureOf(failed, circumstances);
    const told = { detail, ...(causes && { causes }) };
    for (const listener of [...listeners])
      listener({ waitMilliseconds, told, outMilliseconds: now - sentAt });
  }
}

interface Circumstances {
  host: string;
  model: string;
  sends: number;
}

function failureOf(failed: CallFailure, circumstances: Circumstances): JudgeFailure {
  const { fault, status, retryAfter, said } = failed;
  const reason = fault === 'too-long' ? 'too-long' : 'failed';
  const told = failure(reason, { code: 'connection', fault, status, retryAfter, said, ...circumstances });
  return { ...told, ...takenBy(failed) };
}

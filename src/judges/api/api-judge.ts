import { describeCause } from '../../i18n/en/causes';
import { mostConnections, type ConnectionFault, type Structured } from '../../judgement/connection';
import type {
  BusyNotice,
  JudgeFailure,
  JudgeRequest,
  ModelJudge,
  UnscoredReason,
} from '../../judgement/judge';
import { withoutLengths } from '../../rubric/shape/portable';
import { acceptedOptions, Capabilities } from './capabilities';
import { validAddress } from './http/address';
import { backOff, consumedBy, exchange, retryAfterMilliseconds } from './http/exchange';
import type { CallFailure, Fetch, Sleep } from './http/send';
import { isOllamaPort, OllamaContext } from './ollama-context';
import type { RequestOptions, WireFormat } from './protocols/wire-format';

export interface ApiSettings {
  baseUrl: string;
  model: string;
  key: string;
  atOnce: number;
  temperature?: number;
}

export interface ApiTools {
  fetch: Fetch;
  clock: { now(): number; sleep: Sleep };
  random(): number;
  /** Called before each send: how many bytes of case text go to which host. */
  sent(host: string, bytes: number): void;
  /** Origins at which an Ollama answered; the judge adds to them. */
  ollamas: Set<string>;
  /** Called when the model takes no schema and is asked by a weaker means from now on. */
  onWeaker?(structured: Structured): void;
}

const worthAnotherSend: ReadonlySet<ConnectionFault> = new Set(['no-answer', 'broken-off', 'busy', 'server']);
const overloaded: ReadonlySet<number | null> = new Set([429, 503, 529]);

export function apiJudge(wire: WireFormat, settings: ApiSettings, tools: ApiTools): ModelJudge {
  const { url, origin, host, plain } = validAddress(settings.baseUrl);
  const { model, key } = settings;
  const { clock } = tools;
  const capabilities = new Capabilities(wire);
  const listeners = new Set<(notice: BusyNotice) => void>();
  // Any server of one's own may turn out to be an Ollama.
  const ollama =
    wire.provider === 'compatible'
      ? new OllamaContext({ wire, url, model, key, fetch: tools.fetch, sleep: clock.sleep })
      : null;
  const parametersOf = (options: RequestOptions) => ({
    provider: wire.provider,
    endpoint: url + wire.path(model),
    ...wire.parameters(options),
  });

  return {
    kind: 'model',
    id: 'api',
    atOnce: plain ? Math.min(settings.atOnce, mostConnections) : settings.atOnce,
    ...(plain && settings.atOnce > mostConnections && { limitedBy: 'connections' }),
    onBusy(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...(ollama &&
      (isOllamaPort(origin) || tools.ollamas.has(origin)) && {
        prepare: (questions, signal) => ollama.prepare(questions, signal),
      }),
    describe: () => ({ model, parameters: parametersOf(acceptedOptions(capabilities.current, settings)) }),
    async ask(request) {
      const { prompt, shape, previous, seed, signal, onText, mayGoAgain, onFailedSend } = request;
      /** Sends that a busy server turned away, and sends repeated with less in them, are not counted as tries. */
      let refusals = 0;
      let downgrades = 0;
      let backingOff: (() => Promise<void>) | undefined;
      for (let sends = 1; ; sends += 1) {
        if (sends > 1) await (mayGoAgain ? mayGoAgain(backingOff) : backingOff?.());
        backingOff = undefined;
        signal.throwIfAborted();
        const accepted = capabilities.current;
        const options = acceptedOptions(accepted, settings, seed);
        const stream = onText !== undefined && !accepted.without.has('stream');
        const countStream = stream && !accepted.without.has('countStream');
        const lengths = !accepted.without.has('lengths');
        const asked = { prompt, shape: lengths ? shape : withoutLengths(shape), lengths };
        const sent = { ...asked, ...(previous && { previous }), ...options, stream, countStream };
        const body = wire.body(sent);
        const countBytes = () => tools.sent(host, caseBytes(request));
        countBytes();
        const sentAt = clock.now();
        const call = {
          wire,
          url: url + wire.path(model, stream),
          key,
          body,
          signal,
          ...(stream && { onText }),
        };
        const outcome = await exchange({ fetch: tools.fetch, sleep: clock.sleep }, call);
        if (outcome.kind === 'judge-failure') return outcome.failure;
        if (outcome.kind === 'reply') {
          const { byOllama, ...reply } = outcome.reply;
          const answer = { model, ...reply, parameters: parametersOf(options) };
          if (!byOllama) return answer;
          tools.ollamas.add(origin);
          const question = { prompt, previous, signal, messages: body['messages'] };
          const loss = await ollama?.lossIn(question, reply, countBytes);
          if (loss) return { ...loss, usage: reply.usage ?? {}, text: reply.text };
          const filled = ollama?.filledBy(reply) ?? null;
          return filled === null ? answer : { ...answer, filled };
        }
        const { fault, status, retryAfter } = outcome;
        const failure = failureOf(outcome, { host, model, sends });
        const isBusy = fault === 'busy';
        if (isBusy || (fault === 'server' && overloaded.has(status))) notify(failure, retryAfter, sentAt);
        if (isBusy) refusals += 1;
        const times = isBusy ? refusals : sends - refusals - downgrades;
        const chance = { now: clock.now(), random: () => tools.random() };
        const wait = worthAnotherSend.has(fault) ? backOff(times, { isBusy, retryAfter }, chance) : null;
        if (wait === null) {
          if (!capabilities.downgrade(accepted, outcome, sent)) return failure;
          const { structured } = capabilities.current;
          if (structured !== accepted.structured) tools.onWeaker?.(structured);
          downgrades += 1;
        }
        onFailedSend?.(consumedBy(outcome));
        if (wait !== null) backingOff = () => clock.sleep(wait, signal);
      }
    },
  };

  function notify({ detail, causes }: JudgeFailure, retryAfter: string | null, sentAt: number): void {
    const now = clock.now();
    const waitMilliseconds = retryAfter === null ? null : retryAfterMilliseconds(retryAfter, now);
    const told = { detail, ...(causes && { causes }) };
    for (const listener of [...listeners])
      listener({ waitMilliseconds, told, outMilliseconds: now - sentAt });
  }
}

const reasons = new Map<ConnectionFault, UnscoredReason>([
  ['too-long', 'too-long'],
  ['reply-too-long', 'truncated'],
]);

function failureOf(
  failed: CallFailure,
  circumstances: { host: string; model: string; sends: number },
): JudgeFailure {
  const { fault, status, retryAfter, said } = failed;
  return {
    reason: reasons.get(fault) ?? 'failed',
    ...describeCause({ code: 'connection', fault, status, retryAfter, said, ...circumstances }),
    ...consumedBy(failed),
  };
}

/** The rubric's part is no case text. A correction quotes the reply, which may quote the case. */
function caseBytes({ prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>): number {
  const text = prompt.own + (previous ? previous.text + previous.problem : '');
  return new TextEncoder().encode(text).length;
}

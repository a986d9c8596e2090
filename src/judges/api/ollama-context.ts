import type { ComingQuestion, JudgeFailure, JudgeRequest, Misfit } from '../../judgement/judge';
import { describeCause } from '../../i18n/en/causes';
import { z } from '../../kit/zod';
import { send, type Fetch, type Sleep } from './http/send';
import type { WireFormat, WireReply } from './protocols/wire-format';

export function isOllamaPort(origin: string): boolean {
  return new URL(origin).port === '11434';
}

interface AnsweredQuestion {
  context: number | null;
  /** What Ollama read of the question, as it counted; null where it did not. */
  read: number | null;
  reply: number;
  /** Of what was sent; may be wrong by half, and leans to the high side. */
  estimate: number;
}

/** After a cut the count may exceed a round share by so many tokens. */
const kept = 16;
/** The contexts that a server may have that does not say how much it has. */
const likelyContexts = Array.from({ length: 12 }, (_, power) => 512 * 2 ** power);
/** Vocabularies that know little of a script make more than twice as many tokens of it as were estimated. */
const leastOfContext = 0.4;
/** An estimate that is so much too high is rarer than a cut. */
const suspiciousShare = 1.5;
/** Estimated in a few milliseconds. */
const questionsPerTurn = 50;
/** Without a second count, an estimate that exceeds the count by more is believed rather than the count. */
const doubtfulShare = 1.25;
const replyTokens = 512;
/** What a model's own format puts around the messages. */
const formatTokens = 64;
/** Of a full context a few tokens may be left. */
const leftOver = 16;

// Ollama cuts what does not fit, does not say so and counts what it had left: the whole context (until version 0.31), a little
// over half of it (since), or, of a correction, only the last messages.
export function wasCut({ context, read, reply, estimate }: AnsweredQuestion): 'no' | 'yes' | 'perhaps' {
  if (context !== null && estimate < leastOfContext * context && (read ?? 0) + reply <= context) return 'no';
  if (read === null) return 'perhaps';
  if (context !== null && read >= context - 1) return 'yes';
  // It went on all the same: then it dropped the question's first half to make room for the reply.
  if (context !== null && read + reply > context) return 'yes';
  // A context that serves several questions at once leaves smaller parts too.
  const shares = context === null ? likelyContexts : [2, 4, 8].map((part) => Math.floor(context / part));
  const isShare = shares.some((share) => read >= share - 1 && read <= share + kept);
  return isShare || estimate >= suspiciousShare * read ? 'perhaps' : 'no';
}

const runningSchema = z.object({
  models: z.array(
    z.object({ name: z.string(), context_length: z.int().min(1).nullish().catch(null) }).catch({ name: '' }),
  ),
});
const countedSchema = z.object({ prompt_eval_count: z.int().min(0) });

interface Server {
  wire: Pick<WireFormat, 'headers'>;
  /** The address of the interface that Ollama shares with other servers, which ends in /v1. */
  url: string;
  model: string;
  key: string;
  fetch: Fetch;
  sleep: Sleep;
}
type AskedQuestion = Pick<JudgeRequest, 'prompt'> & { previous?: JudgeRequest['previous'] | undefined };

// Misfits are named before the run as far as they can be estimated, and found out afterwards from what Ollama counted. Only its own
// interface says how much context a model was loaded with, and can be told not to cut. In any other server all fits.
export class OllamaContext {
  readonly #server: Server;
  #known: { context: number | null } | null = null;

  constructor(server: Server) {
    this.#server = server;
  }

  /** The context of the model, null where Ollama does not say. Null: this is no Ollama. */
  async read(signal: AbortSignal): Promise<{ context: number | null } | null> {
    const { model } = this.#server;
    // Without a prompt it only loads the model; anew where someone else had it loaded with another context.
    await this.#send('/api/generate', signal, { model, stream: false });
    const answered = await this.#send('/api/ps', signal);
    const running = answered?.response.ok ? runningSchema.safeParse(answered.json).data : undefined;
    if (!running) return null;
    const names = [model, `${model}:latest`].map((name) => name.toLowerCase());
    const found = running.models.find(({ name }) => names.includes(name.toLowerCase()));
    return { context: found?.context_length ?? null };
  }

  /** Which questions are certainly too long for it. Null: none, or it is no Ollama, or does not say. */
  async prepare(
    questions: Iterable<ComingQuestion>,
    signal: AbortSignal,
  ): Promise<{ misfits: readonly Misfit[] } | null> {
    const context = await this.#context(signal, true);
    if (context === null) return null;
    const misfits: Misfit[] = [];
    let question = 0;
    for (const coming of questions) {
      const estimate = estimateOf(coming);
      // Only what is too long even if the estimate is far too high. The reply shows the rest.
      if (estimate > suspiciousShare * context)
        misfits.push({
          question,
          tokens: estimate + formatTokens,
          reply: replyTokens,
          context,
          by: 'ollama',
        });
      question += 1;
      // Gives the page its turn, and ends where the signal was aborted.
      if (question % questionsPerTurn === 0) await this.#server.sleep(0, signal);
    }
    return misfits.length > 0 ? { misfits } : null;
  }

  /** Why a reply cannot be used: Ollama dropped part of the question. Null: it read all of it. `sending` comes before another send. */
  async lossIn(
    request: AskedQuestion & { signal: AbortSignal; messages: unknown },
    { usage = {} }: Pick<WireReply, 'usage'>,
    sending: () => void,
  ): Promise<JudgeFailure | null> {
    const { signal, messages } = request;
    const estimate = estimateOf(request);
    const read = usage.promptTokens ?? null;
    const cutBy = (context: number | null) =>
      wasCut({ context, read, reply: usage.replyTokens ?? 0, estimate });
    let context = await this.#context(signal);
    let cut = cutBy(context);
    if (cut === 'no' && context !== null && cutBy(null) !== 'no') {
      // Ollama may have been restarted with a smaller context.
      context = await this.#context(signal, true);
      cut = cutBy(context);
    }
    if (cut === 'no') return null;
    if (cut === 'perhaps') {
      // A version that does not name its context cuts even when told not to.
      const counted = context === null ? null : await this.#count(messages, signal, sending);
      // If it counts no more than before, though it must not cut now, it cut nothing before.
      if (typeof counted === 'number' && (read === null || counted <= read + formatTokens)) return null;
      if (counted === null && read !== null && estimate < doubtfulShare * read) return null;
    }
    this.#known = null;
    return { reason: 'too-long', ...describeCause({ code: 'cut-by-ollama', sent: estimate, read, context }) };
  }

  /** Its context, where a reply broke off since it was full. Null: it was not full, or the context is unknown. */
  filledBy({ stop, usage = {} }: Pick<WireReply, 'stop' | 'usage'>): number | null {
    const { promptTokens: read, replyTokens: reply } = usage;
    const context = this.#known?.context ?? null;
    if (stop !== 'length' || context === null || read === undefined || reply === undefined) return null;
    return read + reply >= context - leftOver ? context : null;
  }

  async #context(signal: AbortSignal, anew = false): Promise<number | null> {
    if (anew || this.#known === null) this.#known = await this.read(signal);
    return this.#known?.context ?? null;
  }

  /** How many tokens of a question it reads when it must not cut it; 'no-room' where it refuses. Null: it does not say. */
  async #count(
    messages: unknown,
    signal: AbortSignal,
    sending: () => void,
  ): Promise<number | 'no-room' | null> {
    const { model } = this.#server;
    sending();
    const asked = { model, messages, stream: false, truncate: false, shift: false };
    const answered = await this.#send('/api/chat', signal, { ...asked, options: { num_predict: 1 } });
    if (answered?.response.status === 400 && /context (length|size|window)/i.test(answered.text))
      return 'no-room';
    return answered?.response.ok
      ? (countedSchema.safeParse(answered.json).data?.prompt_eval_count ?? null)
      : null;
  }

  async #send(path: string, signal: AbortSignal, body?: unknown) {
    const { wire, url, key, fetch } = this.#server;
    if (!url.endsWith('/v1')) return null;
    const answered = await send(fetch, {
      url: url.slice(0, -'/v1'.length) + path,
      headers: wire.headers(key),
      key,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    return 'fault' in answered ? null : answered;
  }
}

function estimateOf({ prompt, previous }: AskedQuestion): number {
  const correction = previous ? Math.ceil((previous.text.length + previous.problem.length) / 4) : 0;
  return prompt.estimate.shared + prompt.estimate.own + correction;
}

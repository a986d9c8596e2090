import type { ComingQuestion, JudgeFailure, JudgeRequest, Misfit } from '../../../judgement/judge';
import { failure } from '../http/call-failure';
import { withTimeout } from '../http/send';
import type { WireReply } from '../wire-format';
import { mostInVain, type OllamaContext, type OllamaApi } from './ollama-api';

/** What is known of a question that Ollama answered. Tokens, all of them. */
interface AnsweredQuestion {
  /** Null where it does not say. */
  context: number | null;
  /** As it counted what it read, which is what it had left of the question; null where it did not. */
  read: number | null;
  reply: number;
  /** Of what was sent; may be wrong by half, and leans to the high side. */
  estimate: number;
}

/** What a cut leaves may be a few tokens more than a round share: it keeps the first ones. */
const kept = 16;
const leastContext = 512;
const mostContext = 2 ** 20;
/** Vocabularies that know little of a script make more than twice as many tokens of it as were estimated. */
const leastOfContext = 0.4;
/** An estimate that is so much too high is rarer than a cut. */
const suspiciousShare = 1.5;

/**
 * Whether Ollama read the whole question. It cuts what does not fit, says nothing of it and counts what it had left: the whole
 * context (until version 0.31), a little over half of it (since), or, of a correction, only the last messages.
 */
export function wasCut({ context, read, reply, estimate }: AnsweredQuestion): 'no' | 'yes' | 'perhaps' {
  if (context !== null && estimate < leastOfContext * context && (read ?? 0) + reply <= context) return 'no';
  if (read === null) return 'perhaps';
  if (context !== null && read >= context - 1) return 'yes';
  // It went on all the same: then it dropped the question's first half to make room for the reply.
  if (context !== null && read + reply > context) return 'yes';
  const odd = shares(context).some((share) => read >= share - 1 && read <= share + kept);
  return odd || estimate >= suspiciousShare * read ? 'perhaps' : 'no';
}

/** The sizes that a cut leaves: of a context that serves several at once, also smaller parts. */
function shares(context: number | null): number[] {
  if (context !== null) return [2, 4, 8].map((part) => Math.floor(context / part));
  const sizes: number[] = [];
  for (let size = leastContext; size <= mostContext; size *= 2) sizes.push(size);
  return sizes;
}

/** What a reply with its reasons takes, about. One that takes more and does not get it is told as such when it comes. */
const replyTokens = 512;
/** What a model's own format puts around the messages. */
const formatTokens = 64;
/** Where nobody can tell: an estimate that exceeds the count by more is believed rather than the count. */
const doubtfulShare = 1.25;
/** Of a full context a few tokens may be left. */
const leftOver = 16;
/** How long the page may be kept waiting while questions are counted. */
const turnMilliseconds = 10;

interface RoomTools {
  api: OllamaApi;
  clock: { now(): number; sleep(milliseconds: number, signal: AbortSignal): Promise<void> };
  /** Told before the question is sent once more, only to be counted. */
  sending: (request: AskedQuestion) => void;
}

type AskedQuestion = Pick<JudgeRequest, 'prompt' | 'previous'>;

/**
 * How much of a question fits Ollama. What does not is cut there without a word, so it is told before the run as far as it can
 * be estimated, and found out afterwards from what Ollama counted. Where the server is no Ollama, nothing is known and all fits.
 */
export class OllamaContextCheck {
  readonly #tools: RoomTools;
  #known: OllamaContext | null = null;
  #looksInVain = 0;

  constructor(tools: RoomTools) {
    this.#tools = tools;
  }

  /** Which questions are too long for it beyond doubt. Null: none, or it is no Ollama, or does not say. */
  async prepare(
    questions: Iterable<ComingQuestion>,
    signal: AbortSignal,
  ): Promise<{ misfits: readonly Misfit[] } | null> {
    const { api, clock } = this.#tools;
    const limit = {
      signal,
      sleep: (milliseconds: number, over: AbortSignal) => clock.sleep(milliseconds, over),
    };
    const found = await withTimeout(limit, (limited) => api.context(limited));
    this.#known = found && 'context' in found ? found : null;
    this.#looksInVain = 0;
    const context = this.#known?.context ?? null;
    if (context === null) return null;
    const misfits: Misfit[] = [];
    let [question, since] = [0, clock.now()];
    for (const coming of questions) {
      const estimate = estimateOf(coming);
      // Only what is too long even if the estimate is far too high. Of the rest the reply tells.
      if (estimate > suspiciousShare * context)
        misfits.push({
          question,
          tokens: estimate + formatTokens,
          reply: replyTokens,
          context,
          by: 'ollama',
        });
      question += 1;
      if (clock.now() - since < turnMilliseconds) continue;
      await clock.sleep(0, signal);
      signal.throwIfAborted();
      since = clock.now();
    }
    return misfits.length > 0 ? { misfits } : null;
  }

  /** Why a reply is not to be used: Ollama dropped part of the question. Null: it read all of it. */
  async lossIn(
    request: AskedQuestion & { signal: AbortSignal; messages: unknown },
    { usage = {} }: Pick<WireReply, 'usage'>,
  ): Promise<JudgeFailure | null> {
    const { api, sending } = this.#tools;
    const { signal, messages } = request;
    const estimate = estimateOf(request);
    const read = usage.promptTokens ?? null;
    const toldBy = (known: number | null) =>
      wasCut({ context: known, read, reply: usage.replyTokens ?? 0, estimate });
    let context = await this.#context(signal);
    let told = toldBy(context);
    if (told === 'no' && context !== null && toldBy(null) !== 'no') {
      // Only what is known speaks for it, and it may have been started anew since, with less.
      this.#known = await api.context(signal);
      context = this.#known?.context ?? null;
      told = toldBy(context);
    }
    if (told === 'no') return null;
    if (told === 'perhaps') {
      const counted = await api.count(messages, signal, () => sending(request));
      // One that counts no more than before, though it must not cut now, cut nothing before.
      if (typeof counted === 'number' && (read === null || counted <= read + formatTokens)) return null;
      if (counted === null && read !== null && estimate < doubtfulShare * read) return null;
    }
    // It may have been started anew since it was looked at.
    this.#known = null;
    return failure('too-long', { code: 'cut-by-ollama', sent: estimate, read, context });
  }

  /** Its context, where a reply broke off since it was full. Null: it was not, or nobody knows. */
  filledBy({ stop, usage = {} }: Pick<WireReply, 'stop' | 'usage'>): number | null {
    const { promptTokens: read, replyTokens: reply } = usage;
    const context = this.#known?.context ?? null;
    if (stop !== 'length' || context === null || read === undefined || reply === undefined) return null;
    return read + reply >= context - leftOver ? context : null;
  }

  /** Null: it does not say. */
  async #context(signal: AbortSignal): Promise<number | null> {
    if (this.#known === null && this.#looksInVain < mostInVain) {
      const found = await this.#tools.api.context(signal);
      this.#looksInVain = found ? 0 : this.#looksInVain + 1;
      this.#known = found ?? this.#known;
    }
    return this.#known?.context ?? null;
  }
}

function estimateOf({ prompt, previous }: AskedQuestion): number {
  const correction = previous ? Math.ceil((previous.text.length + previous.problem.length) / 4) : 0;
  return prompt.estimate.shared + prompt.estimate.own + correction;
}

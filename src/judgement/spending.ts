import type { Judgement, Receipt } from './judgement';
import { costSchema, type Usage } from './raw-reply';
import { z } from '../kit/zod';
import { estimateTokens } from './prompt/estimate-tokens';
import type { JudgeRequest, JudgeFailure, JudgeReply, ModelJudge, TakenSend } from './judge';
import { type Price, costOf } from './price';
import type { CallSpending } from './ready-rubric';

/** What judgements took, of tokens and of money. */
export const spendingSchema = z.strictObject({
  tokens: z.strictObject({
    prompt: z.int().min(0),
    cached: z.int().min(0),
    /** What was put into the provider's cache, where it counts that. */
    written: z.int().min(0).optional(),
    reply: z.int().min(0),
    estimated: z.boolean(),
  }),
  /** What the provider says it cost, where it says so; `computed` where a part is worked out from a price. */
  cost: costSchema.nullable(),
});
export type Spending = z.infer<typeof spendingSchema>;

export const nothingSpent: Spending = {
  tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
  cost: null,
};

/** What was paid for, were it for nothing. */
export function spentWith(before: Spending, { receipt, attempts }: Judgement): Spending {
  const usages = attempts.flatMap(({ reply }) => reply.usage ?? []);
  return sumSpending(before, spendingOf(receipt.tokens, [...usages, receipt.unanswered ?? {}]));
}

/** Of questions that took these tokens together. */
export function spendingOf(
  { prompt, reply, estimated }: Receipt['tokens'],
  usages: readonly Usage[],
): Spending {
  const written = usages.reduce((sum, { writtenTokens = 0 }) => sum + writtenTokens, 0);
  return {
    tokens: {
      prompt,
      cached: usages.reduce((sum, { cachedTokens = 0 }) => sum + cachedTokens, 0),
      ...(written > 0 && { written }),
      reply,
      estimated,
    },
    cost: usages.reduce<Spending['cost']>((sum, { cost }) => (cost ? addCost(sum, cost) : sum), null),
  };
}

/** Of several questions. A count that nobody gave for one of them is not known of all. */
export function sumUsage(a: Usage | undefined, b: Usage): Usage {
  if (!a) return b;
  const both = (x: number | undefined, y: number | undefined) =>
    x === undefined || y === undefined ? undefined : x + y;
  const either = (x: number | undefined, y: number | undefined) =>
    x === undefined && y === undefined ? undefined : (x ?? 0) + (y ?? 0);
  const promptTokens = both(a.promptTokens, b.promptTokens);
  const replyTokens = both(a.replyTokens, b.replyTokens);
  const cachedTokens = either(a.cachedTokens, b.cachedTokens);
  const writtenTokens = either(a.writtenTokens, b.writtenTokens);
  const cost = b.cost ? addCost(a.cost ?? null, b.cost) : a.cost;
  return {
    ...(promptTokens !== undefined && { promptTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(writtenTokens !== undefined && { writtenTokens }),
    ...(replyTokens !== undefined && { replyTokens }),
    ...(cost && { cost }),
  };
}

export function sumSpending(a: Spending, b: Spending): Spending {
  const written = (a.tokens.written ?? 0) + (b.tokens.written ?? 0);
  return {
    tokens: {
      prompt: a.tokens.prompt + b.tokens.prompt,
      cached: a.tokens.cached + b.tokens.cached,
      ...(written > 0 && { written }),
      reply: a.tokens.reply + b.tokens.reply,
      estimated: a.tokens.estimated || b.tokens.estimated,
    },
    cost: b.cost === null ? a.cost : addCost(a.cost, b.cost),
  };
}

/** A run has one judge and so one currency: what comes in another is left out rather than added wrongly. */
function addCost(sum: Spending['cost'], cost: NonNullable<Spending['cost']>): Spending['cost'] {
  if (sum === null) return cost;
  if (sum.currency !== cost.currency) return sum;
  const computed = sum.computed ?? cost.computed;
  const writesAsSent = sum.writesAsSent ?? cost.writesAsSent;
  const estimated = sum.estimated ?? cost.estimated;
  return {
    currency: sum.currency,
    amount: sum.amount + cost.amount,
    ...(computed && { computed }),
    ...(writesAsSent && { writesAsSent }),
    ...(estimated && { estimated }),
  };
}

export type Tokens = Receipt['tokens'];

export const noTokens: Tokens = { prompt: 0, reply: 0, estimated: false };

/** What one question took: the judge's own figures, and estimates where it gives none. */
export function countTokens(
  { prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>,
  { text = '', usage = {} }: { text?: string; usage?: Usage | undefined } = {},
): Tokens {
  const { promptTokens, cachedTokens, replyTokens } = usage;
  const sent = () =>
    prompt.estimate.shared +
    prompt.estimate.own +
    (previous ? estimateTokens(previous.text) + estimateTokens(previous.problem) : 0);
  return {
    prompt: promptTokens ?? sent(),
    ...(cachedTokens === undefined ? {} : { reused: cachedTokens }),
    reply: replyTokens ?? estimateTokens(text),
    estimated: promptTokens === undefined || replyTokens === undefined,
  };
}

export function sumTokens(a: Tokens, b: Tokens): Tokens {
  const reused =
    a.reused === undefined && b.reused === undefined ? undefined : (a.reused ?? 0) + (b.reused ?? 0);
  return {
    prompt: a.prompt + b.prompt,
    ...(reused === undefined ? {} : { reused }),
    reply: a.reply + b.reply,
    estimated: a.estimated || b.estimated,
  };
}

/** Works out what a question cost where nobody says it and a price is known; `tokens` are estimates where nobody counted. */
export function pricedUsage(usage: Usage = {}, tokens: Tokens, price: Price): Usage {
  if (usage.cost !== undefined) return usage;
  const { prompt, reply, estimated } = tokens;
  const { cachedTokens: cached = 0, writtenTokens: written = 0 } = usage;
  const unknown = written > 0 && typeof price.written !== 'number';
  const cost = {
    ...costOf({ prompt, cached, written, reply }, price),
    computed: true as const,
    ...(unknown && { writesAsSent: true as const }),
    ...(estimated && { estimated: true as const }),
  };
  return { ...usage, cost };
}

type Asked = Pick<JudgeRequest, 'prompt' | 'previous'>;

/** What the questions about a case took: all that somebody worked on, were it for nothing. */
export class CaseBill {
  readonly #judge: ModelJudge;
  readonly #onSpent: ((call: CallSpending) => void) | undefined;
  #tokens = noTokens;
  #calls = 0;
  #unanswered: Usage | undefined;

  constructor(judge: ModelJudge, onSpent?: (call: CallSpending) => void) {
    this.#judge = judge;
    this.#onSpent = onSpent;
  }

  get sum(): { tokens: Tokens; calls: number; unanswered?: Usage } {
    const unanswered = this.#unanswered;
    return { tokens: this.#tokens, calls: this.#calls, ...(unanswered && { unanswered }) };
  }

  /** Puts a question's outcome on the bill, and its cost beside it where a price is known. A failure without usage was free. */
  answered(request: Asked, answer: JudgeReply | JudgeFailure): JudgeReply | JudgeFailure {
    this.#calls += 1;
    const failed = 'reason' in answer;
    if (failed && answer.usage === undefined) {
      this.#onSpent?.({ ...spendingOf(noTokens, []), free: true });
      return answer;
    }
    const usage = this.#count(request, answer);
    if (failed) this.#unanswered = sumUsage(this.#unanswered, usage ?? {});
    return usage ? { ...answer, usage } : answer;
  }

  /** A send that came to nothing, before the question is sent again. */
  failed(request: Asked, took: TakenSend): void {
    this.#calls += 1;
    this.#unanswered = sumUsage(this.#unanswered, this.#count(request, took, true) ?? took.usage);
  }

  #count(
    request: Asked,
    took: { text?: string; usage?: Usage | undefined },
    resent = false,
  ): Usage | undefined {
    const tokens = countTokens(request, took);
    const price = this.#judge.price?.() ?? null;
    const usage = price === null ? took.usage : pricedUsage(took.usage, tokens, price);
    this.#tokens = sumTokens(this.#tokens, tokens);
    const spent = spendingOf(tokens, usage ? [usage] : []);
    this.#onSpent?.({ ...spent, free: false, ...(resent && { resent }) });
    return usage;
  }
}

/** Tokens sent and received, as far as they were counted, and the cost where it is known. */
export function usageInFigures({ promptTokens, replyTokens, cost }: Usage): string {
  const tokens = `${promptTokens ?? '?'} + ${replyTokens ?? '?'}`;
  if (!cost) return tokens;
  return `${tokens}, ${cost.estimated ? '≈ ' : ''}${Number(cost.amount.toPrecision(6))} ${cost.currency}`;
}

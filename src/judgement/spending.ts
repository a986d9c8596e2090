import type { Judgement, Receipt } from './judgement';
import {
  costSchema,
  type Usage,
  type JudgeRequest,
  type JudgeFailure,
  type JudgeReply,
  type ModelJudge,
  type FailedSendUsage,
} from './judge';
import { z } from '../kit/zod';
import { estimateTokens, type Span } from './prompt/estimate-tokens';
import type { CallSpending } from './ready-rubric';

/** Dearer than any: more is a slip of the hand. */
export const mostPerMillion = 1_000_000;
const perMillion = z.number().min(0).max(mostPerMillion);

/** What a million tokens of a model cost. None is built in: a price comes from the provider or from the person. */
export const priceSchema = z.strictObject({
  prompt: perMillion,
  /** Of prompt tokens that the provider had kept from an earlier question. Null: as any other. */
  cached: perMillion.nullable(),
  /** Of prompt tokens that the provider puts into its cache for later questions. Null or absent: not known. */
  written: perMillion.nullable().optional(),
  reply: perMillion,
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Price = z.infer<typeof priceSchema>;

export const datedPriceSchema = z.strictObject({
  price: priceSchema,
  source: z.enum(['typed', 'published']),
  date: z.iso.datetime(),
});
export type DatedPrice = z.infer<typeof datedPriceSchema>;

const moneySchema = z.strictObject({ amount: z.number().min(0), currency: z.string() });
export type Money = z.infer<typeof moneySchema>;

/** `prompt` is all that was sent; the provider had `cached` of it, and put `written` of it into its cache. */
export function costOf(
  { prompt, cached, written = 0, reply }: { prompt: number; cached: number; written?: number; reply: number },
  price: Price,
): Money {
  const kept = Math.min(cached, prompt);
  const put = Math.min(written, prompt - kept);
  const sum =
    (prompt - kept - put) * price.prompt +
    kept * (price.cached ?? price.prompt) +
    put * (price.written ?? price.prompt) +
    reply * price.reply;
  return { amount: sum / 1_000_000, currency: price.currency };
}

/** Tokens before they were used: what replies come to is a guess, and so is what the provider keeps of prompts. */
interface Forecast {
  prompt: number;
  reusable: number;
  reply: Span;
}

/** From terse replies and everything kept that can be, to talkative ones and nothing kept, but put there each time. */
export function costRange({ prompt, reusable, reply }: Forecast, price: Price): { low: Money; high: Money } {
  const dearer = (price.written ?? 0) > price.prompt;
  return {
    low: costOf({ prompt, cached: reusable, reply: reply.low }, price),
    high: costOf({ prompt, cached: 0, written: dearer ? reusable : 0, reply: reply.high }, price),
  };
}

export const runBudgetSchema = z.strictObject({
  tokens: z.int().min(0).optional(),
  money: moneySchema.optional(),
});
export type RunBudget = z.infer<typeof runBudgetSchema>;

/** What of a budget is used up, or is not known: the run waits for the person. */
export const usedBudgetSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('tokens'), spent: z.int().min(0), budget: z.int().min(0) }),
  z.strictObject({
    of: z.literal('money'),
    spent: z.number().min(0),
    budget: z.number().min(0),
    currency: z.string(),
  }),
  /** The cost in this currency is not known, so the budget cannot be kept. */
  z.strictObject({ of: z.literal('unknown'), budget: z.number().min(0), currency: z.string() }),
]);
export type UsedBudget = z.infer<typeof usedBudgetSchema>;

export const spendingSchema = z.strictObject({
  tokens: z.strictObject({
    prompt: z.int().min(0),
    cached: z.int().min(0),
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

export function spentWith(before: Spending, { receipt, attempts }: Judgement): Spending {
  const usages = attempts.flatMap(({ reply }) => reply.usage ?? []);
  return sumSpending(before, spendingOf(receipt.tokens, [...usages, receipt.unanswered ?? {}]));
}

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

type Count = number | undefined;
const sumIfBoth = (a: Count, b: Count) => (a === undefined || b === undefined ? undefined : a + b);
const sumIfAny = (a: Count, b: Count) =>
  a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);

/** Of several questions. A count that is missing for one of them is not known of all. */
export function sumUsage(a: Usage | undefined, b: Usage): Usage {
  if (!a) return b;
  const promptTokens = sumIfBoth(a.promptTokens, b.promptTokens);
  const replyTokens = sumIfBoth(a.replyTokens, b.replyTokens);
  const cachedTokens = sumIfAny(a.cachedTokens, b.cachedTokens);
  const writtenTokens = sumIfAny(a.writtenTokens, b.writtenTokens);
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
  return { ...cost, ...sum, amount: sum.amount + cost.amount };
}

export type Tokens = Receipt['tokens'];

export const noTokens: Tokens = { prompt: 0, reply: 0, estimated: false };

/** What one question took: the judge's own figures, and estimates where it gives none. */
export function countTokens(
  { prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>,
  { text = '', usage = {} }: { text?: string; usage?: Usage | undefined } = {},
): Tokens {
  const { promptTokens, cachedTokens, replyTokens } = usage;
  const again = previous ? estimateTokens(previous.text) + estimateTokens(previous.problem) : 0;
  return {
    prompt: promptTokens ?? prompt.estimate.shared + prompt.estimate.own + again,
    ...(cachedTokens !== undefined && { reused: cachedTokens }),
    reply: replyTokens ?? estimateTokens(text),
    estimated: promptTokens === undefined || replyTokens === undefined,
  };
}

export function sumTokens(a: Tokens, b: Tokens): Tokens {
  const reused = sumIfAny(a.reused, b.reused);
  return {
    prompt: a.prompt + b.prompt,
    ...(reused !== undefined && { reused }),
    reply: a.reply + b.reply,
    estimated: a.estimated || b.estimated,
  };
}

/** Works out what a question cost where the provider does not say it; `tokens` may be estimates. */
function pricedUsage(usage: Usage = {}, tokens: Tokens, price: Price): Usage {
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

export class CaseBill {
  readonly sum: { tokens: Tokens; calls: number; unanswered?: Usage } = { tokens: noTokens, calls: 0 };
  readonly #judge: ModelJudge;
  readonly #onSpent: ((call: CallSpending) => void) | undefined;

  constructor(judge: ModelJudge, onSpent?: (call: CallSpending) => void) {
    this.#judge = judge;
    this.#onSpent = onSpent;
  }

  /** Puts a question's outcome on the bill, and its cost beside it where a price is known. A failure without usage was free. */
  answered(request: Asked, answer: JudgeReply | JudgeFailure): JudgeReply | JudgeFailure {
    const failed = 'reason' in answer;
    if (failed && answer.usage === undefined) {
      this.sum.calls += 1;
      this.#onSpent?.({ ...nothingSpent, free: true });
      return answer;
    }
    const usage = this.#count(request, answer);
    if (failed) this.sum.unanswered = sumUsage(this.sum.unanswered, usage ?? {});
    return usage ? { ...answer, usage } : answer;
  }

  failed(request: Asked, took: FailedSendUsage): void {
    const usage = this.#count(request, took, true) ?? took.usage;
    this.sum.unanswered = sumUsage(this.sum.unanswered, usage);
  }

  #count(
    request: Asked,
    took: { text?: string; usage?: Usage | undefined },
    resent = false,
  ): Usage | undefined {
    const tokens = countTokens(request, took);
    const price = this.#judge.price?.() ?? null;
    const usage = price === null ? took.usage : pricedUsage(took.usage, tokens, price);
    this.sum.calls += 1;
    this.sum.tokens = sumTokens(this.sum.tokens, tokens);
    const spent = spendingOf(tokens, usage ? [usage] : []);
    this.#onSpent?.({ ...spent, free: false, ...(resent && { resent }) });
    return usage;
  }
}

export function usageInFigures({ promptTokens, replyTokens, cost }: Usage): string {
  const tokens = `${promptTokens ?? '?'} + ${replyTokens ?? '?'}`;
  if (!cost) return tokens;
  return `${tokens}, ${cost.estimated ? '≈ ' : ''}${Number(cost.amount.toPrecision(6))} ${cost.currency}`;
}

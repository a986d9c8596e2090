import type { Usage } from '../core/model/reply';
import { spendingOf, sumUsage } from '../core/stats/spending';
import type { JudgeFailure, JudgeReply, JudgeRequest, ModelJudge, TakenSend } from '../judges/judge';
import { countTokens, noTokens, sumTokens, type Tokens } from './count-tokens';
import { pricedUsage } from './priced-usage';
import type { CallSpending } from './ready-rubric';

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

import type { Cause } from '../core/model/cause';
import type { JsonObject } from '../core/model/json';
import type { Judgement, Receipt } from '../core/model/judgement';
import type { UnscoredReason } from '../core/model/reply';
import { correction } from '../core/prompt/render';
import { readReply } from '../core/reply/read-reply';
import type { JudgeRequest, ModelJudge } from '../judges/judge';
import { countTokens, noTokens } from './count-tokens';
import type { Question } from './plan-question';

/** A malformed reply is sent back at most twice, each time with what was wrong. */
const mostTries = 3;
const worthAnotherTry: ReadonlySet<UnscoredReason> = new Set(['unparseable', 'invalid']);

/** What was said in all tries, and what it took. */
interface Exchange {
  attempts: Judgement['attempts'];
  tokens: Receipt['tokens'];
}
export type Answer =
  | ({ ok: true; output: JsonObject; repairs: string[] } & Exchange)
  | ({ ok: false; reason: UnscoredReason; detail: string; causes?: Cause[] } & Exchange);

export async function askModel(
  judge: ModelJudge,
  question: Question,
  language: string,
  signal: AbortSignal,
): Promise<Answer> {
  const attempts: Judgement['attempts'] = [];
  let tokens = noTokens;
  let previous: JudgeRequest['previous'];
  for (;;) {
    signal.throwIfAborted();
    const request = {
      prompt: question.prompt,
      shape: question.portable,
      ...(previous ? { previous } : {}),
      signal,
    };
    const reply = await judge.ask(request);
    if ('reason' in reply) {
      return { ok: false, ...reply, attempts, tokens: countTokens(tokens, request, null) };
    }
    tokens = countTokens(tokens, request, reply);

    const read = readReply(reply, question.validator.validate);
    if (read.ok) {
      attempts.push({ reply });
      const repairs = [...read.repairs, ...question.validator.mends(read.output)];
      return { ok: true, output: read.output, repairs, attempts, tokens };
    }
    const { reason, detail, causes } = read;
    attempts.push({ reply, failure: `${reason}: ${detail}`, reason, causes });
    const again = worthAnotherTry.has(reason) || (reason === 'truncated' && judge.retriesCutOff);
    if (!again || attempts.length === mostTries)
      return { ok: false, reason, detail, causes, attempts, tokens };
    previous = correction(reply.text, detail, language);
  }
}

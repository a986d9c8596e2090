import type { JsonObject } from '../core/model/json';
import type { Judgement } from '../core/model/judgement';
import type { UnscoredReason } from '../core/model/reply';
import { correctionText } from '../core/prompt/render';
import { readReply } from '../core/reply/read-reply';
import { fromPortable } from '../core/shape/portable';
import type { JudgeRequest, ModelJudge } from '../judges/judge';
import type { Question } from './plan-question';

/** A malformed reply is sent back at most twice, each time with what was wrong. */
const mostTries = 3;
const worthAnotherTry: ReadonlySet<UnscoredReason> = new Set(['unparseable', 'invalid']);

type Attempts = Judgement['attempts'];
export type Answer =
  | { ok: true; output: JsonObject; repairs: string[]; attempts: Attempts }
  | { ok: false; reason: UnscoredReason; detail: string; attempts: Attempts };

export async function askModel(
  judge: ModelJudge,
  question: Question,
  language: string,
  signal: AbortSignal,
): Promise<Answer> {
  const attempts: Attempts = [];
  let previous: JudgeRequest['previous'];
  for (;;) {
    signal.throwIfAborted();
    const reply = await judge.ask({
      prompt: question.prompt,
      shape: question.portable,
      ...(previous ? { previous } : {}),
      signal,
    });
    if ('reason' in reply) return { ok: false, ...reply, attempts };

    const read = readReply(reply, (value) => question.validate(fromPortable(question.shape, value)));
    if (read.ok) {
      attempts.push({ reply });
      return { ok: true, output: read.output, repairs: read.repairs, attempts };
    }
    attempts.push({ reply, failure: `${read.reason}: ${read.detail}` });
    const again = worthAnotherTry.has(read.reason) || (read.reason === 'truncated' && judge.retriesCutOff);
    if (!again || attempts.length === mostTries) {
      return { ok: false, reason: read.reason, detail: read.detail, attempts };
    }
    previous = { text: reply.text, problem: correctionText(read.detail, language) };
  }
}

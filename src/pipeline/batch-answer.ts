import type { ResultLine } from '../core/export/batch/read-result-line';
import type { Cause } from '../core/model/cause';
import { causeInEnglish } from '../core/model/cause-in-english';
import type { RawReply, UnscoredReason } from '../core/model/reply';
import { answerGiven, type Answer } from './ask-model';
import type { BatchWire } from './batch-unit';
import type { Question } from './plan-question';

type Answered = Extract<ResultLine, { kind: 'reply' | 'error' }>;
type What = Extract<Cause, { code: 'batch-failed' }>['what'];

/** A line of a result file as the answer to its question: read as a live reply is, but nobody can be asked again. */
export function batchAnswer(
  line: Answered,
  question: Question,
  wire: BatchWire,
  asked: Pick<RawReply, 'model' | 'parameters'>,
): Answer {
  if (line.kind === 'error') {
    const reason = line.what === 'timeout' ? 'timeout' : reasonOf(line.body, wire);
    // Only an error of the model's own API shows that the question reached it; what it took is not told.
    return answerGiven(question, { ...failure(reason, line.what, line.said), sent: false });
  }
  const read = wire.readReply(line.body);
  if (read === null) {
    const error = wire.readError(line.body);
    const what = error === null ? 'format' : 'error';
    return answerGiven(question, {
      ...failure(reasonOf(line.body, wire), what, error?.message ?? ''),
      sent: false,
    });
  }
  return answerGiven(question, 'reason' in read ? { ...read, sent: true } : { ...asked, ...read });
}

function reasonOf(body: unknown, wire: BatchWire): UnscoredReason {
  const error = wire.readError(body);
  return error !== null && wire.faultIn(error) === 'too-long' ? 'too-long' : 'failed';
}

function failure(reason: UnscoredReason, what: What, said: string) {
  const cause: Cause = { code: 'batch-failed', what, said };
  return { reason, detail: causeInEnglish(cause), causes: [cause] };
}

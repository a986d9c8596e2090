import type { ResultLine } from '../core/export/batch/read-result-line';
import type { Cause } from '../core/model/cause';
import { told } from '../core/model/cause-in-english';
import type { RawReply, UnscoredReason } from '../core/model/reply';
import { answerGiven, type Answer } from './ask-model';
import type { BatchWire } from './batch-unit';
import type { Question } from './plan-question';

type Answered = Extract<ResultLine, { kind: 'reply' | 'error' }>;

/** A line of a result file as the answer to its question: read as a live reply is, but nobody can be asked again. */
export function batchAnswer(
  line: Answered,
  question: Question,
  wire: BatchWire,
  asked: Pick<RawReply, 'model' | 'parameters'>,
): Answer {
  const refused = line.kind === 'error';
  const read = refused ? null : wire.readReply(line.body);
  if (read === null) {
    const error = wire.readError(line.body);
    // What the model said, or did, is read as in the page, also where the engine takes it for an error.
    if (error?.reply !== undefined)
      return answerGiven(question, { ...asked, text: error.reply, stop: 'unknown' });
    if (error?.filtered)
      return answerGiven(question, { ...ended('refused', { code: 'filtered', by: error.code }), sent: true });
    if (error?.calledTool)
      return answerGiven(question, { ...ended('failed', { code: 'tool-call' }), sent: true });
    const what = refused ? line.what : error === null ? 'format' : 'error';
    const said = refused ? line.said : (error?.message ?? '');
    const tooLong = error !== null && wire.faultIn(error) === 'too-long';
    const reason = what === 'timeout' ? 'timeout' : tooLong ? 'too-long' : 'failed';
    // Only an error of the model's own API shows that the question reached it; what it took is not told.
    return answerGiven(question, { ...ended(reason, { code: 'batch-failed', what, said }), sent: false });
  }
  if ('reason' in read) return answerGiven(question, { ...read, sent: true });
  // A wire may tell more than a record holds: what is kept is named.
  const { text, stop, usage, model = asked.model } = read;
  return answerGiven(question, { ...asked, text, stop, model, ...(usage && { usage }) });
}

function ended(reason: UnscoredReason, cause: Cause) {
  return { reason, ...told(cause) };
}

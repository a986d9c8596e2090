import type { JudgeRequest, ModelJudge } from '../judge';

/** Stands in receipts where nobody said which model answered. The page finds the words. */
export const unnamedModel = 'unnamed';

/** As every cause is told; those words come with the first run, this judge with the page. */
const noReply = 'No reply was given for this case.';

/** What a person hands back from the chat window of their choice, or null when they give up on this case. */
export type FetchReply = (request: JudgeRequest) => Promise<{ text: string; model: string } | null>;

/**
 * A judge with a person as its wire: they carry the prompt to any chat and bring the reply back. The page itself sends
 * nothing. A chat does not tell why it stopped, so the reply's own text must show whether it is complete.
 */
export function pastedJudge(fetchReply: FetchReply): ModelJudge {
  return {
    kind: 'model',
    id: 'pasted',
    retriesCutOff: true,
    // The person names the model with the reply.
    describe: () => ({ model: unnamedModel, parameters: {} }),
    async ask(request) {
      const reply = await fetchReply(request);
      request.signal.throwIfAborted();
      if (reply === null) return { reason: 'failed', detail: noReply, causes: [{ code: 'no-reply' }] };
      return { text: reply.text, stop: 'unknown', model: reply.model || unnamedModel, parameters: {} };
    },
  };
}

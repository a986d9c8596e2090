import type { JudgeRequest, ModelJudge } from '../../judgement/judge';

const unnamedModel = 'unnamed';

export type FetchReply = (request: JudgeRequest) => Promise<{ text: string; model: string } | null>;

/** A chat does not tell why it stopped, so the reply's own text must show whether it is complete. */
export function pastedJudge(fetchReply: FetchReply): ModelJudge {
  return {
    kind: 'model',
    id: 'pasted',
    retriesCutOff: true,
    describe: () => ({ model: unnamedModel, parameters: {} }),
    async ask(request) {
      const reply = await fetchReply(request);
      request.signal.throwIfAborted();
      if (reply === null) {
        // Loaded already with the code that judges a case.
        const { describeCause } = await import('../../i18n/en/causes');
        return { reason: 'skipped', ...describeCause({ code: 'no-reply' }) };
      }
      return { text: reply.text, stop: 'unknown', model: reply.model || unnamedModel, parameters: {} };
    },
  };
}

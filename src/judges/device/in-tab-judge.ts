import type { DeviceProblem } from './device';
import type { JudgeChoices } from './device-runtime';
import type { JudgeRequest, ModelJudge } from '../../judgement/judge';
import { askPersistently, isWhole, withoutRoom } from './ask-persistently';
import { EngineBroken } from './engine';
import type { InTabModel } from './in-tab-model';
import { messagesOf, mostTokensOf, roomFor } from './question';

/** A reply that is longer than expected is better than one that is cut off; one without end fills the context. */
const roomFactor = 2;

/** A model in this browser, as the judge of one run. */
export function inTabJudge<Load>(
  model: InTabModel<Load>,
  { temperature, explain }: JudgeChoices,
): ModelJudge {
  const { name, bytes, runtime } = model.loaded;
  const fixed = { runtime, bytes, temperature, ...model.parameters };

  async function tryOnce(request: JudgeRequest) {
    const { context } = model.loaded;
    const messages = messagesOf(request);
    const room = roomFor(request);
    const most = mostTokensOf(messages);
    const tokens = most + room <= context ? most : await model.count(messages);
    if (tokens + room > context) return withoutRoom(tokens, room, context);
    const mostTokens = Math.min(room * roomFactor, context - tokens);
    const outcome = await model.engine.generate(
      {
        messages,
        shape: request.exact ?? request.shape,
        mostTokens,
        temperature,
        seed: request.seed ?? null,
      },
      { onText: (soFar) => request.onText?.(soFar), signal: request.signal },
    );
    if (outcome.kind === 'too-long') return withoutRoom(outcome.tokens, room, context);
    const { text, stop, promptTokens, cachedTokens, replyTokens, sent, choices } = outcome.generated;
    return {
      text,
      stop: stop === 'length' && isWhole(text) ? ('complete' as const) : stop,
      model: name,
      usage: { promptTokens, cachedTokens, replyTokens },
      ...(choices && choices.length > 0 && { choices }),
      parameters: {
        ...fixed,
        ...sent,
        context,
        max_tokens: mostTokens,
        ...(request.seed === undefined ? {} : { seed: request.seed }),
      },
    };
  }

  async function revive(): Promise<DeviceProblem | null> {
    try {
      await model.revive();
      return null;
    } catch (error) {
      if (error instanceof EngineBroken) return error.problem;
      throw error;
    }
  }

  return {
    kind: 'model',
    id: 'device',
    ownPace: true,
    describe: () => ({ model: name, parameters: fixed }),
    async prepare(questions, signal, onCount) {
      try {
        const misfits = await model.makeRoom(questions, signal, onCount);
        return misfits.length > 0 ? { misfits } : null;
      } catch (error) {
        if (!(error instanceof EngineBroken)) throw error;
        return { problem: await explain(error.problem) };
      }
    },
    ask: askPersistently({
      ready: () => (model.engine.broken ? revive() : Promise.resolve(null)),
      tryOnce,
      problemOf: (error) => (error instanceof EngineBroken ? error.problem : null),
      isWorthAgain: () => true,
      explain,
    }),
  };
}

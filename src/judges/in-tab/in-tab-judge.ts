import type { Cause } from '../../core/model/cause';
import { causeInEnglish } from '../../core/model/cause-in-english';
import type { DeviceProblem } from '../../core/model/device';
import type { JudgeChoices } from '../device';
import type { JudgeFailure, JudgeRequest, ModelJudge } from '../judge';
import { EngineBroken } from './engine';
import type { InTabModel } from './in-tab-model';
import { messagesOf, mostTokensOf, roomFor } from './question';

/** How often a case is put to a new engine after the one before broke on it. */
const mostRevivals = 2;
/** A reply that is longer than expected is better than one that is cut off; one without end fills the context. */
const roomFactor = 2;

/** A model in this browser, as the judge of one run. */
export function inTabJudge<Load>(
  model: InTabModel<Load>,
  { temperature, explain }: JudgeChoices,
): ModelJudge {
  const { name, bytes, runtime } = model.loaded;
  const fixed = { runtime, bytes, temperature, ...model.parameters };
  /** Cases in a row that no engine survived. One may be the case's own doing, two are not. */
  let lostCases = 0;

  async function tryOnce(request: JudgeRequest) {
    const { context } = model.loaded;
    const messages = messagesOf(request);
    const room = roomFor(request);
    const most = mostTokensOf(messages);
    const tokens = most + room <= context ? most : await model.count(messages);
    if (tokens + room > context) return tooLong(tokens, room, context);
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
    if (outcome.kind === 'too-long') return tooLong(outcome.tokens, room, context);
    const { text, stop, promptTokens, cachedTokens, replyTokens, choices } = outcome.generated;
    return {
      text,
      // A reply can be complete when the limit is met; whoever reads it finds out.
      stop: stop === 'length' && isWhole(text) ? ('complete' as const) : stop,
      model: name,
      usage: { promptTokens, cachedTokens, replyTokens },
      ...(choices && choices.length > 0 && { choices }),
      parameters: {
        ...fixed,
        context,
        max_tokens: mostTokens,
        ...(request.seed === undefined ? {} : { seed: request.seed }),
      },
    };
  }

  async function revive(): Promise<DeviceProblem | null> {
    try {
      await model.reload();
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
    async ask(request) {
      let problem: DeviceProblem | null = null;
      for (let revivals = 0; revivals <= mostRevivals; revivals += 1) {
        const dead = model.engine.broken ? await revive() : null;
        if (dead) return { ...(await failure(dead)), putBack: true };
        try {
          const outcome = await tryOnce(request);
          lostCases = 0;
          return outcome;
        } catch (error) {
          if (!(error instanceof EngineBroken)) throw error;
          request.signal.throwIfAborted();
          ({ problem } = error);
        }
      }
      lostCases += 1;
      const lost = await failure(problem ?? { fault: 'crash', said: '' });
      return lostCases > 1 ? { ...lost, putBack: true } : lost;
    },
  };

  async function failure(problem: DeviceProblem): Promise<JudgeFailure> {
    return { reason: 'failed', detail: await explain(problem) };
  }
}

function tooLong(tokens: number, reply: number, context: number): JudgeFailure {
  const cause: Cause = { code: 'no-room', tokens, reply, context };
  return { reason: 'too-long', detail: causeInEnglish(cause), causes: [cause] };
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

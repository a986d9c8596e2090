import type { DeviceProblem } from '../device';
import type { Prompt } from '../../../judgement/prompt/build-prompt';
import type { Fit, JudgeChoices } from '../device-runtime';
import { askPersistently, isWhole, withoutRoom } from '../ask-persistently';
import { EngineBroken } from '../engine';
import { messagesOf, mostTokensOf, roomFor } from '../question';
import type { ComingQuestion, JudgeRequest, Misfit, ModelJudge } from '../../../judgement/judge';
import { constraintOf } from './constraint';
import { type Conversations, hear, type Clock } from './conversation';
import { askAvailability, measure, usedOf, type BuiltInApi, type PromptOptions } from './language-model';

export interface BuiltInTools {
  api: BuiltInApi;
  clock: Clock;
}

interface BuiltInModel {
  name: string;
  tools: BuiltInTools;
  conversations: Conversations;
  tell: (fit: Fit) => void;
}

/** The browser's own model, as the judge of one run. */
export function builtInJudge(
  { name, tools, conversations, tell }: BuiltInModel,
  { temperature, explain }: JudgeChoices,
): ModelJudge {
  const { api, clock } = tools;
  const predictable = temperature === 0;
  const parameters = {
    runtime: 'built-in',
    sampling_mode: predictable ? 'most-predictable' : 'default',
    response_format: 'json_schema',
  };
  /** Whether the browser takes bounds and fixed places; one that refuses them gets the shape without. */
  let takesBounds = true;

  const optionsFor = ({ exact, shape }: ComingQuestion): PromptOptions => ({
    responseConstraint: constraintOf(takesBounds && exact ? exact : shape),
  });
  /** Another rubric may be on the screen than the one that is judged by: its question says which language it is in. */
  const mannerFor = ({ language }: Prompt, signal: AbortSignal) => ({ language, predictable, signal });

  function tryOnce(request: JudgeRequest) {
    return conversations.with(
      request.prompt.shared,
      mannerFor(request.prompt, request.signal),
      async (talk, signal) => {
        const { session } = talk;
        const [, ...own] = messagesOf(request);
        const options = optionsFor(request);
        const room = roomFor(request);
        const tokens = (await measure(session, own, options)) ?? mostTokensOf(own);
        if (talk.shared + tokens + room > talk.window)
          return withoutRoom(talk.shared + tokens, room, talk.window);
        const text = await hear(session, own, options, { signal, clock, onText: request.onText });
        conversations.wasAsked();
        const replyTokens = Math.max(0, usedOf(session) - talk.shared - tokens);
        return {
          text,
          stop: isWhole(text) ? ('complete' as const) : ('length' as const),
          model: name,
          usage: { promptTokens: talk.shared + tokens, cachedTokens: talk.reused, replyTokens },
          parameters: { ...parameters, context: talk.window },
        };
      },
    );
  }

  async function count(all: readonly ComingQuestion[], given: AbortSignal, onCount?: CountHook) {
    const rowOf = (question: number) => all[question]?.row ?? question;
    const cases = new Set(all.map((_, question) => rowOf(question))).size;
    const [first] = all;
    if (!first) return [];
    // The rubric's part is the same for all.
    return conversations.with(first.prompt.shared, mannerFor(first.prompt, given), async (talk, signal) => {
      const { session, shared, window } = talk;
      const fit: Fit = { cases, tooLong: 0, longest: 0, reply: 0 };
      const misfits: Misfit[] = [];
      for (const [question, asked] of all.entries()) {
        const reply = roomFor(asked);
        const [, ...own] = messagesOf(asked);
        const most = mostTokensOf(own);
        if (shared + most + reply <= window) continue;
        onCount?.(question, all.length);
        const counted = await measure(session, own, { ...optionsFor(asked), signal });
        signal.throwIfAborted();
        const tokens = shared + (counted ?? most);
        if (tokens + reply > fit.longest + fit.reply) Object.assign(fit, { longest: tokens, reply });
        if (tokens + reply > window) misfits.push({ question, tokens, reply, context: window });
      }
      tell({ ...fit, tooLong: new Set(misfits.map(({ question }) => rowOf(question))).size });
      return misfits;
    });
  }

  return {
    kind: 'model',
    id: 'device',
    ownPace: true,
    describe: () => ({ model: name, parameters }),
    async prepare(questions, signal, onCount) {
      const all = [...questions];
      const [first] = all;
      const problem = first && (await refusal(api, first.prompt.language));
      if (problem) return { problem: await explain(problem) };
      try {
        const misfits = await count(all, signal, onCount);
        return misfits.length > 0 ? { misfits } : null;
      } catch (error) {
        signal.throwIfAborted();
        return { problem: await explain(problemOf(error)) };
      }
    },
    ask: askPersistently({
      ready: () => Promise.resolve(conversations.closed ? unloaded : null),
      tryOnce,
      problemOf,
      isWorthAgain: ({ fault }, { exact }) => {
        conversations.forget();
        if (fault === 'load' && takesBounds && exact) {
          takesBounds = false;
          return true;
        }
        // What the browser refuses it refuses again; what broke may work in a new conversation.
        return fault === 'crash' || fault === 'hang' || fault === 'unloaded';
      },
      explain,
    }),
    release: () => conversations.forget(),
  };
}

const unloaded: DeviceProblem = { fault: 'unloaded', said: '' };

type CountHook = (counted: number, of: number) => void;

/** Why the browser's model cannot be used for this language; null where it can. */
export async function refusal(api: BuiltInApi | null, language: string): Promise<DeviceProblem | null> {
  if ((await askAvailability(api, language)) !== 'unavailable') return null;
  const atAll = await askAvailability(api, null);
  return atAll === 'unavailable' ? { fault: 'unsupported', said: '' } : { fault: 'language', said: language };
}

export function problemOf(error: unknown): DeviceProblem {
  if (error instanceof EngineBroken) return error.problem;
  const said = error instanceof Error ? error.message : String(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotSupportedError') return { fault: 'load', said };
  if (name === 'NetworkError') return { fault: 'download', said };
  if (name === 'SyntaxError') return { fault: 'grammar', said };
  return { fault: 'crash', said };
}

import type { Cause } from '../../core/model/cause';
import { causeInEnglish } from '../../core/model/cause-in-english';
import type { DeviceProblem } from '../../core/model/device';
import type { Fit, JudgeChoices } from '../device';
import { EngineBroken } from '../in-tab/engine';
import { messagesOf, mostTokensOf, roomFor } from '../in-tab/question';
import type { ComingQuestion, JudgeFailure, JudgeRequest, Misfit, ModelJudge } from '../judge';
import { constraintOf } from './constraint';
import { Conversations, type Talk } from './conversation';
import { askAvailability, measure, usedOf, type BuiltInApi, type PromptOptions } from './language-model';
import { hear, type Clock } from './hear';

export interface BuiltInTools {
  api: BuiltInApi;
  clock: Clock;
  /** Of the rubric that is judged by. */
  language: () => string;
}

/** How often a case is put to a new conversation after the one before broke on it. */
const mostRevivals = 2;

/** The browser's own model, as the judge of one run. */
export function builtInJudge(
  { name, tools, tell }: { name: string; tools: BuiltInTools; tell: (fit: Fit) => void },
  { temperature, explain }: JudgeChoices,
): ModelJudge {
  const { api, clock } = tools;
  const conversations = new Conversations(api);
  const predictable = temperature === 0;
  const parameters = {
    runtime: 'built-in',
    sampling_mode: predictable ? 'most-predictable' : 'default',
    response_format: 'json_schema',
  };
  let lostCases = 0;
  /** Whether the browser takes bounds and fixed places; one that refuses them gets the shape without. */
  let takesBounds = true;

  const optionsFor = ({ exact, shape }: ComingQuestion): PromptOptions => ({
    responseConstraint: constraintOf(takesBounds && exact ? exact : shape),
  });
  const talkAbout = (shared: string, signal: AbortSignal): Promise<Talk> =>
    conversations.about(shared, { language: tools.language(), predictable, signal });

  async function tryOnce(request: JudgeRequest) {
    const { signal } = request;
    const talk = await talkAbout(request.prompt.shared, signal);
    const { session } = talk;
    try {
      const [, ...own] = messagesOf(request);
      const options = optionsFor(request);
      const room = roomFor(request);
      const tokens = (await measure(session, own, options)) ?? mostTokensOf(own);
      if (talk.shared + tokens + room > talk.window) return tooLong(talk.shared + tokens, room, talk.window);
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
    } finally {
      session.destroy();
    }
  }

  async function count(questions: Iterable<ComingQuestion>, signal: AbortSignal, onCount?: CountHook) {
    const all = [...questions];
    const rowOf = (question: number) => all[question]?.row ?? question;
    const cases = new Set(all.map((_, question) => rowOf(question))).size;
    const fit: Fit = { cases, tooLong: 0, longest: 0, reply: 0 };
    const misfits: Misfit[] = [];
    const [first] = all;
    if (!first) return misfits;
    // The rubric's part is the same for all.
    const { session, shared, window } = await talkAbout(first.prompt.shared, signal);
    for (const [question, asked] of all.entries()) {
      const reply = roomFor(asked);
      const [, ...own] = messagesOf(asked);
      const most = mostTokensOf(own);
      if (shared + most + reply <= window) continue;
      onCount?.(question, all.length);
      const counted = await measure(session, own, { ...optionsFor(asked), signal });
      const tokens = shared + (counted ?? most);
      if (tokens + reply > fit.longest + fit.reply) Object.assign(fit, { longest: tokens, reply });
      if (tokens + reply > window) misfits.push({ question, tokens, reply, context: window });
    }
    session.destroy();
    tell({ ...fit, tooLong: new Set(misfits.map(({ question }) => rowOf(question))).size });
    return misfits;
  }

  return {
    kind: 'model',
    id: 'device',
    ownPace: true,
    describe: () => ({ model: name, parameters }),
    async prepare(questions, signal, onCount) {
      const problem = await refusal(api, tools.language());
      if (problem) return { problem: await explain(problem) };
      try {
        const misfits = await count(questions, signal, onCount);
        return misfits.length > 0 ? { misfits } : null;
      } catch (error) {
        signal.throwIfAborted();
        return { problem: await explain(problemOf(error)) };
      }
    },
    async ask(request) {
      let problem: DeviceProblem = { fault: 'crash', said: '' };
      for (let revivals = 0; revivals <= mostRevivals; revivals += 1) {
        try {
          const outcome = await tryOnce(request);
          lostCases = 0;
          return outcome;
        } catch (error) {
          request.signal.throwIfAborted();
          problem = problemOf(error);
          // What the browser refuses it refuses again; what broke may work in a new conversation.
          conversations.forget();
          if (problem.fault === 'load' && takesBounds && request.exact) takesBounds = false;
          else if (problem.fault !== 'crash' && problem.fault !== 'hang') break;
        }
      }
      lostCases += 1;
      const lost: JudgeFailure = { reason: 'failed', detail: await explain(problem) };
      return lostCases > 1 ? { ...lost, putBack: true } : lost;
    },
  };
}

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

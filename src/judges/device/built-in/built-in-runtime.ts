import type { ComingQuestion, JudgeRequest, ModelJudge } from '../../../judgement/judge';
import { errorMessage } from '../../../kit/error-message';
import { withoutLengths } from '../../../rubric/shape/portable';
import { z } from '../../../kit/zod';
import type { DeviceProblem, DeviceRuntime, JudgeChoices, LoadHooks, OpenModel } from '../device';
import { EngineBroken, type Clock } from '../engine';
import { jsonSchemaOf } from '../json-schema';
import {
  countQuestions,
  deviceModelJudge,
  fitOf,
  isWhole,
  messagesOf,
  roomFor,
  withoutRoom,
} from '../question';
import {
  askAvailability,
  Conversations,
  hear,
  languages,
  type BuiltInApi,
  type Conversation,
  type PromptOptions,
} from './language-model';

interface BuiltInRuntimeTools {
  clock: Clock;
  language: () => string;
  findApi(): BuiltInApi | null;
  browserName: string;
}

const progressSchema = z.object({ loaded: z.number() });

/** The model that the browser brings along. The browser fetches, keeps and updates it, and shares it between all pages. */
export function builtInRuntime(tools: BuiltInRuntimeTools): DeviceRuntime {
  return {
    fetchAhead: () => Promise.resolve(),
    async open(_, __, hooks) {
      const api = tools.findApi();
      if (!api) return { ok: false, problem: { fault: 'unsupported', said: '' } };
      const problem = await refusal(api, tools.language());
      if (problem) return { ok: false, problem };
      try {
        const window = await firstWindow(api, tools.language(), hooks);
        return { ok: true, model: builtInModel(api, window, tools) };
      } catch (error) {
        hooks.signal.throwIfAborted();
        return { ok: false, problem: problemOf(error) };
      }
    },
  };
}

async function firstWindow(api: BuiltInApi, language: string, { onStep, signal }: LoadHooks) {
  const session = await api.create({
    ...languages(language),
    signal,
    monitor: (target) => {
      target.addEventListener('downloadprogress', (event) => {
        const heard = progressSchema.safeParse(event);
        if (!heard.success) return;
        onStep({ kind: 'download', loaded: heard.data.loaded, total: 1, bytesPerSecond: null });
      });
    },
  });
  const window = Math.floor(session.contextWindow);
  session.destroy();
  // An older Chrome has other names for it.
  if (!(window > 0)) throw new Error('This browser’s own model is too old for Assay. Update the browser.');
  return window;
}

function builtInModel(
  api: BuiltInApi,
  window: number,
  { browserName, clock }: BuiltInRuntimeTools,
): OpenModel {
  const conversations = new Conversations(api);
  const name = `built-in (${browserName})`;
  const figures = { bytes: 0, context: window, trainedContext: window, threads: 1, parameters: null };
  const model: OpenModel = {
    loaded: { runtime: 'built-in', name, ...figures },
    fit: null,
    onChange: () => {},
    change() {
      model.onChange();
      return Promise.resolve(null);
    },
    close: () => conversations.close(),
    judge,
  };
  return model;

  function judge({ temperature, explain }: JudgeChoices): ModelJudge {
    const predictable = temperature === 0;
    const parameters = {
      runtime: 'built-in',
      sampling_mode: predictable ? 'most-predictable' : 'default',
      response_format: 'json_schema',
    };
    /** A browser that refuses bounds and fixed places gets the shape without them. */
    let takesBounds = true;
    const optionsFor = ({ exact, shape }: ComingQuestion): PromptOptions => ({
      responseConstraint: jsonSchemaOf(takesBounds && exact ? exact : withoutLengths(shape)),
    });
    /** The language is that of the question: another rubric may be on the screen by now. */
    const topicOf = ({ prompt: { shared, language } }: ComingQuestion) => ({ shared, language, predictable });
    /** Tokens of a question, the rubric's part included. */
    const count = async ({ session, shared }: Conversation, asked: ComingQuestion, signal: AbortSignal) => {
      const [, ...own] = messagesOf(asked);
      return shared + Math.ceil(await session.measureContextUsage(own, { ...optionsFor(asked), signal }));
    };

    const tryOnce = (request: JudgeRequest) =>
      conversations.with(topicOf(request), request.signal, async (talk, signal) => {
        const { session, reused, window: context } = talk;
        const room = roomFor(request);
        const tokens = await count(talk, request, signal);
        if (tokens + room > context) return withoutRoom(tokens, room, context);
        const [, ...own] = messagesOf(request);
        const text = await hear(session, own, optionsFor(request), { signal, clock, onText: request.onText });
        conversations.wasAsked();
        const replyTokens = Math.max(0, Math.ceil(session.contextUsage) - tokens);
        return {
          text,
          stop: isWhole(text) ? ('complete' as const) : ('length' as const),
          model: name,
          usage: { promptTokens: tokens, cachedTokens: reused, replyTokens },
          parameters: { ...parameters, context },
        };
      });

    const modelJudge = deviceModelJudge({
      name,
      parameters,
      explain,
      makeRoom: async (all, signal, onCount) => {
        const [first] = all;
        if (!first) return [];
        const problem = await refusal(api, first.prompt.language);
        if (problem) throw new EngineBroken(problem.fault, problem.said);
        return conversations.with(topicOf(first), signal, async (talk, either) => {
          const { shared: sharedTokens, window: context } = talk;
          const counted = await countQuestions(all, {
            context,
            sharedTokens,
            count: (asked) => count(talk, asked, either),
            signal: either,
            onCount,
          });
          const { fit, misfits } = fitOf(all, counted, context);
          model.fit = fit;
          model.onChange();
          return misfits;
        });
      },
      ready: () => {
        conversations.throwIfClosed();
        return Promise.resolve();
      },
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
    });
    return { ...modelJudge, release: () => conversations.forget() };
  }
}

/** Why the browser's model cannot be used for this language; null where it can. */
async function refusal(api: BuiltInApi, language: string): Promise<DeviceProblem | null> {
  if ((await askAvailability(api, language)) !== 'unavailable') return null;
  const atAll = await askAvailability(api, null);
  return atAll === 'unavailable' ? { fault: 'unsupported', said: '' } : { fault: 'language', said: language };
}

const faultNames: Record<string, DeviceProblem['fault']> = {
  NotSupportedError: 'load',
  NetworkError: 'download',
  SyntaxError: 'grammar',
};

function problemOf(error: unknown): DeviceProblem {
  if (error instanceof EngineBroken) return error.problem;
  const name = error instanceof Error ? error.name : '';
  return { fault: faultNames[name] ?? 'crash', said: errorMessage(error) };
}

import type { ComingQuestion, JudgeRequest, Misfit, ModelJudge } from '../../../judgement/judge';
import { errorMessage } from '../../../kit/error-message';
import { z } from '../../../kit/zod';
import type { DeviceProblem, DeviceRuntime, Fit, JudgeChoices, LoadHooks, OpenModel } from '../device';
import { EngineBroken, type Clock } from '../engine';
import { jsonSchemaOf, standard } from '../json-schema';
import {
  countQuestions,
  deviceModelJudge,
  fitOf,
  isWhole,
  messagesOf,
  mostTokensOf,
  roomFor,
  withoutRoom,
} from '../question';
import {
  askAvailability,
  Conversations,
  hear,
  languages,
  measure,
  usedOf,
  windowOf,
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
    id: 'built-in',
    takes: ['built-in'],
    fetchAhead: () => Promise.resolve(),
    async open(_, __, hooks) {
      const api = tools.findApi();
      if (!api) return { ok: false, problem: { fault: 'unsupported', said: '' } };
      const problem = await refusal(api, tools.language());
      if (problem) return { ok: false, problem };
      try {
        const window = await firstWindow(api, tools.language(), hooks);
        return { ok: true, model: new BuiltInModel(api, window, tools) };
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
  const window = windowOf(session);
  session.destroy();
  return window;
}

class BuiltInModel implements OpenModel {
  readonly #api: BuiltInApi;
  readonly #clock: Clock;
  readonly #conversations: Conversations;
  readonly loaded: OpenModel['loaded'];
  fit: Fit | null = null;
  onChange = () => {};

  constructor(api: BuiltInApi, window: number, { browserName, clock }: BuiltInRuntimeTools) {
    this.#api = api;
    this.#clock = clock;
    this.#conversations = new Conversations(api);
    this.loaded = {
      runtime: 'built-in',
      name: `built-in (${browserName})`,
      bytes: 0,
      context: window,
      trainedContext: window,
      threads: 1,
      parameters: null,
    };
  }

  change(): Promise<null> {
    this.onChange();
    return Promise.resolve(null);
  }
  close(): void {
    this.#conversations.close();
  }

  judge({ temperature, explain }: JudgeChoices): ModelJudge {
    const conversations = this.#conversations;
    const { name } = this.loaded;
    const predictable = temperature === 0;
    const parameters = {
      runtime: 'built-in',
      sampling_mode: predictable ? 'most-predictable' : 'default',
      response_format: 'json_schema',
    };
    /** Whether the browser takes bounds and fixed places; one that refuses them gets the shape without. */
    let takesBounds = true;
    const optionsFor = ({ exact, shape }: ComingQuestion): PromptOptions => ({
      responseConstraint: jsonSchemaOf(takesBounds && exact ? exact : shape, standard),
    });
    /** Another rubric may be on the screen than the one that is judged by: its question says which language it is in. */
    const topicOf = ({ prompt }: ComingQuestion) => ({
      shared: prompt.shared,
      language: prompt.language,
      predictable,
    });

    const tryOnce = (request: JudgeRequest) =>
      conversations.with(
        topicOf(request),
        request.signal,
        async ({ session, shared, reused, window }, signal) => {
          const [, ...own] = messagesOf(request);
          const options = optionsFor(request);
          const room = roomFor(request);
          const tokens = shared + ((await measure(session, own, options)) ?? mostTokensOf(own));
          if (tokens + room > window) return withoutRoom(tokens, room, window);
          const { onText } = request;
          const text = await hear(session, own, options, { signal, clock: this.#clock, onText });
          conversations.wasAsked();
          const replyTokens = Math.max(0, usedOf(session) - tokens);
          return {
            text,
            stop: isWhole(text) ? ('complete' as const) : ('length' as const),
            model: name,
            usage: { promptTokens: tokens, cachedTokens: reused, replyTokens },
            parameters: { ...parameters, context: window },
          };
        },
      );

    const judge = deviceModelJudge({
      name,
      parameters,
      explain,
      makeRoom: async (all, signal, onCount) => {
        const [first] = all;
        if (!first) return [];
        const problem = await refusal(this.#api, first.prompt.language);
        if (problem) throw new EngineBroken(problem.fault, problem.said);
        return conversations.with(topicOf(first), signal, (talk, either) =>
          this.#count(all, optionsFor, talk, either, onCount),
        );
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
    return { ...judge, release: () => conversations.forget() };
  }

  async #count(
    all: readonly ComingQuestion[],
    optionsFor: (question: ComingQuestion) => PromptOptions,
    { session, shared, window }: Conversation,
    signal: AbortSignal,
    onCount?: (counted: number, of: number) => void,
  ): Promise<Misfit[]> {
    const counted = await countQuestions(all, {
      context: window,
      sharedTokens: shared,
      count: async (asked) => {
        const [, ...own] = messagesOf(asked);
        const measured = await measure(session, own, { ...optionsFor(asked), signal });
        return shared + (measured ?? mostTokensOf(own));
      },
      signal,
      onCount,
    });
    const { fit, misfits } = fitOf(all, counted, window);
    this.fit = fit;
    this.onChange();
    return misfits;
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

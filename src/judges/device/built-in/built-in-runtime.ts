import { z } from '../../../kit/zod';
import type { DeviceRuntime, Fit, LoadHooks, OpenModel } from '../device-runtime';
import { builtInJudge, problemOf, refusal, type BuiltInTools } from './built-in-judge';
import { Conversations } from './conversation';
import { languages, windowOf, type BuiltInApi } from './language-model';

export interface BuiltInRuntimeTools extends Omit<BuiltInTools, 'api'> {
  /** Of the rubric that is on the screen: what is opened is asked for it first. */
  language: () => string;
  findApi(): BuiltInApi | null;
  /** The browser and its version: all that is known of its model. */
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
        return { ok: true, model: openModel(api, window, tools) };
      } catch (error) {
        hooks.signal.throwIfAborted();
        return { ok: false, problem: problemOf(error) };
      }
    },
    // The browser keeps it, and lets no page delete or check it.
    kept: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
    verify: () => Promise.resolve(null),
  };
}

/** Makes a conversation, so that the browser fetches what it needs, and looks how much fits. */
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

function openModel(api: BuiltInApi, window: number, tools: BuiltInRuntimeTools): OpenModel {
  const name = `built-in (${tools.browserName})`;
  const conversations = new Conversations(api);
  let fit: Fit | null = null;
  let told = () => {};
  return {
    loaded: {
      runtime: 'built-in',
      name,
      bytes: 0,
      context: window,
      trainedContext: window,
      threads: 1,
      parameters: null,
    },
    get fit() {
      return fit;
    },
    judge: (choices) =>
      builtInJudge(
        {
          name,
          conversations,
          tools: { api, clock: tools.clock },
          tell: (found) => {
            fit = found;
            told();
          },
        },
        choices,
      ),
    change: () => {
      told();
      return Promise.resolve(null);
    },
    listen: (listener) => {
      told = listener;
    },
    close: () => conversations.close(),
  };
}

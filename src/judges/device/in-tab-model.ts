import type { ComingQuestion, JudgeRequest, Misfit, ModelJudge } from '../../judgement/judge';
import type { Json } from '../../kit/json';
import type {
  DeviceProblem,
  DeviceRuntime,
  DeviceSettings,
  JudgeChoices,
  LoadedModel,
  OpenModel,
  RuntimeId,
} from './device';
import { Engine, EngineBroken, type EngineTools } from './engine';
import type { ChatMessage } from './messages';
import {
  countQuestions,
  deviceModelJudge,
  failureBy,
  fitOf,
  isWhole,
  messagesOf,
  mostTokensOf,
  roomFor,
  withoutRoom,
} from './question';

interface Loadable<Load> {
  runtime: RuntimeId;
  name: string;
  bytes: number;
  parameters: Record<string, Json>;
  /** Ways to load it: the first that works is kept to. */
  loads: readonly [Load, ...Load[]];
}

export interface InTabTools<Load> extends EngineTools<Load> {
  /** Resolves with null where another tab has a model open. */
  hold: () => Promise<{ release(): void } | null>;
}

function brokenProblem(error: unknown): DeviceProblem {
  if (error instanceof EngineBroken) return error.problem;
  throw error;
}

/** Until the cases of a run say how much they take. */
const firstContext = 4096;
const contextStep = 512;
/** The words that fence a case are drawn anew when it is asked, and may take a few tokens more. */
const slack = 64;
/** A larger context is the person's decision: it takes memory by the gigabyte. */
const mostByItself = 32_768;
/** A reply that is longer than expected is better than one that is cut off; one without end fills the context. */
const roomFactor = 2;

/** Opens a model. Rejects with the signal's reason when cancelled. No other tab can have a model open beside this one. */
export async function openInTab<Load>(
  model: Loadable<Load>,
  settings: DeviceSettings,
  tools: InTabTools<Load>,
  signal: AbortSignal,
): ReturnType<DeviceRuntime['open']> {
  const held = await tools.hold();
  if (!held) return { ok: false, problem: { fault: 'held', said: '' } };
  let problem: DeviceProblem = { fault: 'load', said: '' };
  try {
    for (const load of model.loads)
      try {
        const first = await start(model, load, settings, tools, settings.context ?? firstContext, signal);
        return { ok: true, model: inTabModel(model, settings, tools, first, () => held.release()) };
      } catch (error) {
        problem = brokenProblem(error);
      }
  } catch (error) {
    held.release();
    throw error;
  }
  held.release();
  return { ok: false, problem };
}

/** A model in a worker of this page: loaded, loaded anew with more context or after a crash, and asked. */
function inTabModel<Load>(
  model: Loadable<Load>,
  given: DeviceSettings,
  tools: InTabTools<Load>,
  first: Started<Load>,
  release: () => void,
): OpenModel {
  let settings = given;
  let { engine } = first;
  let reloading: Promise<void> = Promise.resolve();
  let tooMuch = Infinity;
  let readRubric = '';
  const closed = new AbortController();
  const open: OpenModel = {
    loaded: first.loaded,
    fit: null,
    onChange: () => {},
    judge,
    change(changed) {
      settings = changed;
      tooMuch = Infinity;
      return reload(changed.context ?? firstContext).then(() => null, brokenProblem);
    },
    close() {
      closed.abort(new EngineBroken('unloaded', ''));
      engine.close();
      release();
    },
  };
  return open;

  function judge({ temperature, explain }: JudgeChoices): ModelJudge {
    const { name, bytes, runtime, gpu } = open.loaded;
    const onGpu = gpu === 'used' ? { gpu: true } : {};
    const parameters = { runtime, bytes, temperature, ...model.parameters, ...onGpu };
    return deviceModelJudge({
      name,
      parameters,
      explain,
      makeRoom,
      ready: () =>
        inTurn(async () => {
          if (engine.broken) await startAgain(open.loaded.context);
        }),
      tryOnce: (request) => ask(request, parameters),
      problemOf: brokenProblem,
      isWorthAgain: () => true,
    });
  }

  async function ask(request: JudgeRequest, fixed: { temperature: number }) {
    const { context, name } = open.loaded;
    const messages = messagesOf(request);
    const room = roomFor(request);
    const most = mostTokensOf(messages);
    const tokens = most + room <= context ? most : await count(messages);
    if (tokens + room > context) return withoutRoom(tokens, room, context);
    const mostTokens = Math.min(room * roomFactor, context - tokens);
    const shape = request.exact ?? request.shape;
    const outcome = await engine.generate(
      { messages, shape, mostTokens, temperature: fixed.temperature, seed: request.seed ?? null },
      { onText: request.onText, signal: request.signal },
    );
    if (outcome.kind === 'too-long') return withoutRoom(outcome.tokens, room, context);
    const { text, stop, sent, choices, ...usage } = outcome.generated;
    if (stop === 'no-text') return { ...failureBy('truncated', { code: 'no-text' }), usage, text };
    const seed = request.seed === undefined ? {} : { seed: request.seed };
    return {
      text,
      stop: stop === 'length' && isWhole(text) ? ('complete' as const) : stop,
      model: name,
      usage,
      ...(choices.length > 0 && { choices }),
      parameters: { ...fixed, ...sent, context, max_tokens: mostTokens, ...seed },
    };
  }

  function count(messages: ChatMessage[]): Promise<number> {
    return engine.count(messages, open.loaded.context);
  }
  function reload(context = open.loaded.context): Promise<void> {
    return inTurn(() => startAgain(context));
  }
  /** One start follows the other: each has an engine of its own to close. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    reloading = reloading.then(work, work);
    return reloading;
  }

  async function startAgain(context: number): Promise<void> {
    const { signal } = closed;
    signal.throwIfAborted();
    engine.close();
    readRubric = '';
    const started = await start(model, first.load, settings, tools, context, signal);
    // Between its last word and this moment.
    if (signal.aborted) started.engine.close();
    signal.throwIfAborted();
    engine = started.engine;
    open.loaded = started.loaded;
    open.onChange();
  }

  /** Makes room for the longest of these questions, as far as the model and the person allow. Returns those that do not fit. */
  async function makeRoom(
    all: ComingQuestion[],
    signal: AbortSignal,
    onCount?: (counted: number, of: number) => void,
  ): Promise<Misfit[]> {
    const shared = all[0]?.prompt.shared ?? '';
    // What it keeps of another rubric would only fill the memory.
    if (engine.broken || (readRubric !== '' && readRubric !== shared)) await reload();
    signal.throwIfAborted();
    const { context, trainedContext } = open.loaded;
    const rubric: ChatMessage = { role: 'system', content: shared };
    const sharedTokens = await count([rubric, { role: 'user', content: 'a' }]);
    const counted = await countQuestions(all, {
      context,
      sharedTokens,
      count: (question) => count(messagesOf(question)),
      signal,
      onCount,
    });
    const { longest, reply } = fitOf(all, counted, context).fit;
    const needed = Math.ceil((longest + reply + slack) / contextStep) * contextStep;
    const allowed = Math.min(mostByItself, trainedContext);
    if (settings.context === null && longest > 0 && needed > context && context < allowed)
      await grow(Math.min(needed, allowed));
    signal.throwIfAborted();
    const { fit, misfits } = fitOf(all, counted, open.loaded.context);
    open.fit = fit;
    readRubric = shared;
    open.onChange();
    return misfits;
  }

  /** Cases that fit as it is are judged, even where there is no memory for the longest. */
  async function grow(wanted: number): Promise<void> {
    const { context } = open.loaded;
    if (wanted >= tooMuch) return;
    try {
      await reload(wanted);
    } catch (error) {
      brokenProblem(error);
      tooMuch = wanted;
      await reload(context);
    }
  }
}

interface Started<Load> {
  load: Load;
  engine: Engine<Load>;
  loaded: LoadedModel;
}

/** Rejects with `EngineBroken` where the model cannot be loaded, and with the signal's reason. */
async function start<Load>(
  { runtime, name, bytes }: Loadable<Load>,
  load: Load,
  { threads }: DeviceSettings,
  tools: EngineTools<Load>,
  context: number,
  signal: AbortSignal,
): Promise<Started<Load>> {
  const engine = new Engine(tools);
  const close = () => engine.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const opened = await engine.open(load, { context, threads });
    return { load, engine, loaded: { runtime, name, bytes, ...opened } };
  } catch (error) {
    signal.throwIfAborted();
    // A model that never ran is more likely not for this runtime than broken by it.
    const strange = error instanceof EngineBroken && error.problem.fault === 'crash';
    throw strange ? new EngineBroken('load', error.problem.said) : error;
  } finally {
    signal.removeEventListener('abort', close);
  }
}

import type { ComingQuestion, JudgeRequest, Misfit, ModelJudge } from '../../judgement/judge';
import type { Json } from '../../kit/json';
import type {
  DeviceProblem,
  DeviceRuntime,
  DeviceSettings,
  Fit,
  JudgeChoices,
  LoadedModel,
  OpenModel,
  RuntimeId,
} from './device';
import { Engine, EngineBroken, type EngineTools } from './engine';
import type { ChatMessage } from './messages';
import {
  askAgainAfterCrash,
  countQuestions,
  fitOf,
  isWhole,
  messagesOf,
  mostTokensOf,
  roomFor,
  withoutRoom,
} from './question';

/** A model as its runtime opens it, as often as it has to be. */
export interface Loadable<Load> {
  runtime: RuntimeId;
  name: string;
  bytes: number;
  /** What every call is sent besides, for the receipts. */
  parameters: Record<string, Json>;
  load: Load;
  /** Whether its files are still what they were when it was opened. Called before they are used once more. */
  check: (signal: AbortSignal) => Promise<DeviceProblem | null>;
}

export interface InTabModelTools<Load> extends EngineTools<Load> {
  /** Lets another tab have the engine. */
  release(): void;
}

/** Null: another tab has a model open. */
export type HoldDevice = () => Promise<{ release(): void } | null>;

/** Opens a model while this tab holds the device, and lets go of it where that fails. */
export async function openHeld(
  hold: HoldDevice,
  open: (release: () => void) => Promise<OpenModel>,
): ReturnType<DeviceRuntime['open']> {
  const held = await hold();
  if (!held) return { ok: false, problem: { fault: 'held', said: '' } };
  try {
    return { ok: true, model: await open(() => held.release()) };
  } catch (error) {
    held.release();
    return { ok: false, problem: brokenProblem(error) };
  }
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
/** What asking for too large a context may end in. */
const growingFaults: ReadonlySet<DeviceProblem['fault']> = new Set(['memory', 'load', 'device-lost']);
/** A reply that is longer than expected is better than one that is cut off; one without end fills the context. */
const roomFactor = 2;

/** A model in a worker of this page: loaded, loaded anew with more context or after a crash, and asked. */
export class InTabModel<Load> implements OpenModel {
  readonly #model: Loadable<Load>;
  #settings: DeviceSettings;
  readonly #tools: InTabModelTools<Load>;
  #engine: Engine<Load>;
  loaded: LoadedModel;
  fit: Fit | null = null;
  onChange = () => {};
  /** A context for which there was no memory. */
  #tooMuch = Infinity;
  /** The rubric's part that the engine has read. */
  #shared = '';
  readonly #closed = new AbortController();
  #reloading: Promise<void> = Promise.resolve();

  private constructor(
    model: Loadable<Load>,
    settings: DeviceSettings,
    tools: InTabModelTools<Load>,
    { engine, loaded }: { engine: Engine<Load>; loaded: LoadedModel },
  ) {
    this.#model = model;
    this.#settings = settings;
    this.#tools = tools;
    this.#engine = engine;
    this.loaded = loaded;
  }

  /** Rejects with `EngineBroken` where the model cannot be loaded, and with the signal's reason. */
  static async open<Load>(
    model: Loadable<Load>,
    settings: DeviceSettings,
    tools: InTabModelTools<Load>,
    signal: AbortSignal,
  ): Promise<InTabModel<Load>> {
    const opened = await start(model, settings, tools, settings.context ?? firstContext, signal);
    return new InTabModel(model, settings, tools, opened);
  }

  close(): void {
    this.#closed.abort(new EngineBroken('unloaded', ''));
    this.#engine.close();
    this.#tools.release();
  }

  change(settings: DeviceSettings): Promise<DeviceProblem | null> {
    this.#settings = settings;
    this.#tooMuch = Infinity;
    return this.#reload(settings.context ?? firstContext).then(() => null, brokenProblem);
  }

  judge({ temperature, explain }: JudgeChoices): ModelJudge {
    const { name, bytes, runtime } = this.loaded;
    const parameters = { runtime, bytes, temperature, ...this.#model.parameters };
    return {
      kind: 'model',
      id: 'device',
      ownPace: true,
      describe: () => ({ model: name, parameters }),
      prepare: async (questions, signal, onCount) => {
        try {
          const misfits = await this.#makeRoom([...questions], signal, onCount);
          return misfits.length > 0 ? { misfits } : null;
        } catch (error) {
          return { problem: explain(brokenProblem(error)) };
        }
      },
      ask: askAgainAfterCrash({
        ready: () => this.revive().then(() => null, brokenProblem),
        tryOnce: (request) => this.#ask(request, parameters),
        problemOf: brokenProblem,
        isWorthAgain: () => true,
        explain,
      }),
    };
  }

  async #ask(request: JudgeRequest, fixed: { temperature: number }) {
    const { context, name } = this.loaded;
    const messages = messagesOf(request);
    const room = roomFor(request);
    const most = mostTokensOf(messages);
    const tokens = most + room <= context ? most : await this.#count(messages);
    if (tokens + room > context) return withoutRoom(tokens, room, context);
    const mostTokens = Math.min(room * roomFactor, context - tokens);
    const shape = request.exact ?? request.shape;
    const outcome = await this.#engine.generate(
      { messages, shape, mostTokens, temperature: fixed.temperature, seed: request.seed ?? null },
      { onText: request.onText, signal: request.signal },
    );
    if (outcome.kind === 'too-long') return withoutRoom(outcome.tokens, room, context);
    const { text, stop, sent, choices, ...usage } = outcome.generated;
    return {
      text,
      stop: stop === 'length' && isWhole(text) ? ('complete' as const) : stop,
      model: name,
      usage,
      ...(choices.length > 0 && { choices }),
      parameters: {
        ...fixed,
        ...sent,
        context,
        max_tokens: mostTokens,
        ...(request.seed === undefined ? {} : { seed: request.seed }),
      },
    };
  }

  #count(messages: ChatMessage[]): Promise<number> {
    return this.#engine.count(messages, this.loaded.context);
  }

  /** Starts the engine again where it broke. Rejects with `EngineBroken` where it does not start. */
  revive(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#engine.broken) await this.#startAgain(this.loaded.context);
    });
  }
  #reload(context = this.loaded.context): Promise<void> {
    return this.#inTurn(() => this.#startAgain(context));
  }
  /** One start follows the other: each has an engine of its own to close. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#reloading = this.#reloading.then(work, work);
    return this.#reloading;
  }

  async #startAgain(context: number): Promise<void> {
    const { signal } = this.#closed;
    signal.throwIfAborted();
    this.#engine.close();
    this.#shared = '';
    const damage = await this.#model.check(signal);
    signal.throwIfAborted();
    if (damage) throw new EngineBroken(damage.fault, damage.said);
    const { engine, loaded } = await start(this.#model, this.#settings, this.#tools, context, signal);
    if (signal.aborted) {
      // Between its last word and this moment.
      engine.close();
      throw signal.reason;
    }
    this.#engine = engine;
    this.loaded = loaded;
    this.onChange();
  }

  /** Makes room for the longest of these questions, as far as the model and the person allow. Returns those that do not fit. */
  async #makeRoom(
    all: ComingQuestion[],
    signal: AbortSignal,
    onCount?: (counted: number, of: number) => void,
  ): Promise<Misfit[]> {
    const shared = all[0]?.prompt.shared ?? '';
    // What it keeps of another rubric would only fill the memory.
    if (this.#engine.broken || (this.#shared !== '' && this.#shared !== shared)) await this.#reload();
    signal.throwIfAborted();
    const { context } = this.loaded;
    const rubric: ChatMessage = { role: 'system', content: shared };
    const sharedTokens = await this.#count([rubric, { role: 'user', content: 'a' }]);
    const counted = await countQuestions(all, {
      context,
      sharedTokens,
      count: (question) => this.#count(messagesOf(question)),
      signal,
      onCount,
    });
    const { longest, reply } = fitOf(all, counted, context).fit;
    const needed = Math.ceil((longest + reply + slack) / contextStep) * contextStep;
    const allowed = Math.min(mostByItself, this.loaded.trainedContext);
    if (this.#settings.context === null && longest > 0 && needed > context && context < allowed)
      await this.#grow(Math.min(needed, allowed));
    signal.throwIfAborted();
    const { fit, misfits } = fitOf(all, counted, this.loaded.context);
    this.fit = fit;
    this.#shared = shared;
    this.onChange();
    return misfits;
  }

  /** Cases that fit as it is are judged, even where there is no memory for the longest. */
  async #grow(wanted: number): Promise<void> {
    const { context } = this.loaded;
    if (wanted >= this.#tooMuch) return;
    try {
      await this.#reload(wanted);
    } catch (error) {
      const { fault } = brokenProblem(error);
      await this.#reload(context);
      if (!growingFaults.has(fault)) throw error;
      this.#tooMuch = wanted;
    }
  }
}

async function start<Load>(
  { runtime, name, bytes, load }: Loadable<Load>,
  { threads }: DeviceSettings,
  tools: InTabModelTools<Load>,
  context: number,
  signal: AbortSignal,
): Promise<{ engine: Engine<Load>; loaded: LoadedModel }> {
  const engine = new Engine(tools);
  const close = () => engine.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const opened = await engine.open(load, { context, threads });
    return { engine, loaded: { runtime, name, bytes, ...opened } };
  } catch (error) {
    signal.throwIfAborted();
    // A model that never ran is more likely not for this runtime than broken by it.
    const strange = error instanceof EngineBroken && error.problem.fault === 'crash';
    throw strange ? new EngineBroken('load', error.problem.said) : error;
  } finally {
    signal.removeEventListener('abort', close);
  }
}

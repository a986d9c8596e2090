import type { DeviceProblem, LoadedModel, RuntimeId } from './device';
import type { Json } from '../../kit/json';
import type { DeviceSettings, Fit, JudgeChoices, OpenModel } from './device-runtime';
import type { ComingQuestion, Misfit, ModelJudge } from '../../judgement/judge';
import { Engine, EngineBroken, type EngineTools } from './engine';
import { inTabJudge } from './in-tab-judge';
import type { ChatMessage } from './messages';
import { messagesOf, mostTokensOf, roomFor } from './question';

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
): Promise<{ ok: true; model: OpenModel } | { ok: false; problem: DeviceProblem }> {
  const held = await hold();
  if (!held) return { ok: false, problem: { fault: 'held', said: '' } };
  try {
    return { ok: true, model: await open(() => held.release()) };
  } catch (error) {
    held.release();
    if (error instanceof EngineBroken) return { ok: false, problem: error.problem };
    throw error;
  }
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
/** A context as small as this is of no relief to anyone. */
const ofNoMatter = 1024;

/** A question, what it takes at most, and what its reply may take. */
interface Size {
  question: number;
  row: number;
  messages: ChatMessage[];
  most: number;
  room: number;
}

/** A model in a worker of this page: loaded, loaded anew with more context or after a crash, and asked. */
export class InTabModel<Load> implements OpenModel {
  readonly #model: Loadable<Load>;
  #settings: DeviceSettings;
  readonly #tools: InTabModelTools<Load>;
  #engine: Engine<Load>;
  #loaded: LoadedModel;
  #fit: Fit | null = null;
  /** A context for which there was no memory. */
  #tooMuch = Infinity;
  /** The rubric's part that the engine has read. */
  #shared = '';
  #tell: () => void = () => {};
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
    this.#loaded = loaded;
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

  get loaded(): LoadedModel {
    return this.#loaded;
  }
  get fit(): Fit | null {
    return this.#fit;
  }
  get parameters(): Record<string, Json> {
    return this.#model.parameters;
  }
  get engine(): Engine<Load> {
    return this.#engine;
  }

  judge(choices: JudgeChoices): ModelJudge {
    return inTabJudge(this, choices);
  }
  listen(listener: () => void): void {
    this.#tell = listener;
  }
  close(): void {
    this.#closed.abort(new EngineBroken('unloaded', ''));
    this.#engine.close();
    this.#tools.release();
  }
  change(settings: DeviceSettings): Promise<DeviceProblem | null> {
    this.#settings = settings;
    this.#tooMuch = Infinity;
    return this.#tryContext(settings.context ?? firstContext);
  }

  count(messages: ChatMessage[]): Promise<number> {
    return this.#engine.count(messages, this.#loaded.context);
  }

  /** Starts the runtime again, with more context or after it broke. One start follows the other: each has an engine of its own to close. */
  reload(context = this.#loaded.context): Promise<void> {
    this.#reloading = this.#reloading.then(
      () => this.#startAgain(context),
      () => this.#startAgain(context),
    );
    return this.#reloading;
  }

  async #tryContext(context: number): Promise<DeviceProblem | null> {
    try {
      await this.reload(context);
      return null;
    } catch (error) {
      if (error instanceof EngineBroken) return error.problem;
      throw error;
    }
  }

  /** After it broke; where another start is under way that may do as well. */
  revive(): Promise<void> {
    const start = () => (this.#engine.broken ? this.#startAgain(this.#loaded.context) : Promise.resolve());
    this.#reloading = this.#reloading.then(start, start);
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
    this.#loaded = loaded;
    this.#tell();
  }

  /** Makes room for the longest of these questions, as far as the model and the person allow. Gives those that do not fit. */
  async makeRoom(
    questions: Iterable<ComingQuestion>,
    signal: AbortSignal,
    onCount?: (counted: number, of: number) => void,
  ): Promise<Misfit[]> {
    const sizes: Size[] = [];
    let shared = '';
    for (const question of questions) {
      const messages = messagesOf(question);
      shared = question.prompt.shared;
      const place = sizes.length;
      const [most, room] = [mostTokensOf(messages), roomFor(question)];
      sizes.push({ question: place, row: question.row ?? place, messages, most, room });
    }
    // What it keeps of another rubric would only fill the memory.
    if (this.#engine.broken || (this.#shared !== '' && this.#shared !== shared)) await this.reload();
    signal.throwIfAborted();
    const { context } = this.#loaded;
    const doubtful = sizes.filter(({ most, room }) => most + room > context);
    const cases = new Set(sizes.map(({ row }) => row)).size;
    const fit: Fit = { cases, tooLong: 0, longest: 0, reply: 0 };
    const counted: Omit<Misfit, 'context'>[] = [];
    for (const { question, messages, room } of doubtful) {
      onCount?.(counted.length, doubtful.length);
      const tokens = await this.count(messages);
      signal.throwIfAborted();
      counted.push({ question, tokens, reply: room });
      if (tokens + room > fit.longest + fit.reply) Object.assign(fit, { longest: tokens, reply: room });
    }
    const needed = Math.ceil((fit.longest + fit.reply + slack) / contextStep) * contextStep;
    const allowed = Math.min(mostByItself, this.#loaded.trainedContext);
    if (this.#settings.context === null && fit.longest > 0 && needed > context && context < allowed)
      await this.#grow(Math.min(needed, allowed));
    const now = this.#loaded.context;
    const [fitting, tooLong] = parted(counted, ({ tokens, reply }) => tokens + reply <= now);
    const misfits = tooLong.map((each) => ({ ...each, context: now }));
    const exact = largest(fitting.map(({ tokens, reply }) => tokens + reply));
    const certain = sizes.filter(({ most, room }) => most + room <= context);
    fit.needs = Math.max(exact, await this.#boundOf(certain, shared, exact));
    signal.throwIfAborted();
    fit.tooLong = new Set(misfits.map(({ question }) => sizes[question]?.row)).size;
    this.#fit = fit;
    this.#shared = shared;
    this.#tell();
    return misfits;
  }

  /** Cases that fit as it is are judged, even where there is no memory for the longest. */
  async #grow(wanted: number): Promise<void> {
    const { context } = this.#loaded;
    if (wanted >= this.#tooMuch) return;
    const problem = await this.#tryContext(wanted);
    if (!problem) return;
    await this.reload(context);
    if (growingFaults.has(problem.fault)) this.#tooMuch = wanted;
    else throw new EngineBroken(problem.fault, problem.said);
  }

  /**
   * Tokens that are enough for each of these, which nobody counted one by one. The rubric, by far the longest part of most, is
   * counted once, and only the rest of each taken for as many tokens as it has bytes.
   */
  async #boundOf(sizes: readonly Size[], shared: string, known: number): Promise<number> {
    const most = largest(sizes.map((size) => size.most + size.room));
    if (most <= Math.max(known, ofNoMatter)) return most;
    const rubric: ChatMessage = { role: 'system', content: shared };
    const tokens = await this.count([rubric, { role: 'user', content: 'a' }]);
    return largest(
      sizes.map(({ messages: [first, ...own], most: bytes, room }) =>
        first?.content === shared ? Math.min(bytes, tokens + mostTokensOf(own)) + room : bytes + room,
      ),
    );
  }
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
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

import type { DeviceAbilities, DeviceProblem, LoadedModel, LoadStep } from '../core/model/device';
import type { RunJudge } from '../core/model/run';
import type { DeviceRuntime, DeviceSettings, Fit, ModelSource, OpenModel } from '../judges/device';
import type { ModelJudge } from '../judges/judge';
import type { KeptModel, ModelStore } from '../judges/wllama/model-store';

export type DeviceState =
  | { kind: 'empty' }
  | { kind: 'loading'; step: LoadStep }
  | { kind: 'ready'; loaded: LoadedModel; fit: Fit | null }
  | { kind: 'problem'; problem: DeviceProblem };

/** Whether the runtime is at hand, so that no network is needed any more. */
export type RuntimeState = 'unknown' | 'fetching' | 'here' | 'missing';

export interface DeviceJudgeTools {
  /** The ways to run a model, the one that is tried first in front. */
  runtimes: readonly DeviceRuntime[];
  findAbilities(): Promise<DeviceAbilities>;
  store: Pick<ModelStore, 'list' | 'remove'>;
  /** What a run that cannot start or go on says. */
  explain: (problem: DeviceProblem | 'no-model' | 'loading') => Promise<string>;
}

const leastContext = 512;
const mostContext = 131_072;

/** The form of a judge inside this browser: what is loaded, with what settings, and what stands in the way. */
export class DeviceJudge {
  readonly kind = 'model' as const;
  readonly id = 'device';
  readonly #tools: DeviceJudgeTools;
  #state = $state.raw<DeviceState>({ kind: 'empty' });
  #runtime = $state<RuntimeState>('unknown');
  #abilities = $state.raw<DeviceAbilities | null>(null);
  #kept = $state.raw<readonly KeptModel[]>([]);
  #context = $state<number | null>(null);
  #threads = $state<number | null>(null);
  #temperature = $state(0);
  #wanted = $state<string | null>(null);
  #model: OpenModel | null = null;
  #loading: AbortController | null = null;

  constructor(tools: DeviceJudgeTools) {
    this.#tools = tools;
  }

  get state(): DeviceState {
    return this.#state;
  }
  get loaded(): LoadedModel | null {
    return this.#state.kind === 'ready' ? this.#state.loaded : null;
  }
  get runtime(): RuntimeState {
    return this.#runtime;
  }
  /** Null until the form was shown. */
  get abilities(): DeviceAbilities | null {
    return this.#abilities;
  }
  /** Models that were fetched from an address. */
  get kept(): readonly KeptModel[] {
    return this.#kept;
  }
  /** Tokens that are to fit; null: as many as the cases take. */
  get context(): number | null {
    return this.#context;
  }
  get threads(): number {
    return this.#threads ?? this.#abilities?.threads ?? 1;
  }
  get temperature(): number {
    return this.#temperature;
  }
  set temperature(value: number) {
    if (Number.isFinite(value)) this.#temperature = Math.min(2, Math.max(0, value));
  }
  /** The model that an earlier run asked, where it is not the one that is loaded. */
  get wanted(): string | null {
    return this.#wanted === this.loaded?.name ? null : this.#wanted;
  }

  /** When the form is shown: finds out what this browser can do, and fetches the runtime while there is a network. */
  async arrive(): Promise<void> {
    this.#abilities = await this.#tools.findAbilities();
    await this.#look();
    if (this.#runtime !== 'unknown' && this.#runtime !== 'missing') return;
    this.#runtime = 'fetching';
    try {
      for (const runtime of this.#tools.runtimes) await runtime.fetchAhead();
      this.#runtime = 'here';
    } catch {
      this.#runtime = 'missing';
    }
  }

  openFiles(files: File[]): Promise<void> {
    return files.length === 0 ? Promise.resolve() : this.#open({ kind: 'files', files });
  }
  openAddress(address: string): Promise<void> {
    return this.#open({ kind: 'address', address });
  }
  /** Breaks the loading off. What was fetched is kept, to go on from there. */
  cancel(): void {
    this.#loading?.abort();
  }
  unload(): void {
    this.#loading?.abort();
    this.#model?.close();
    this.#model = null;
    this.#state = { kind: 'empty' };
  }

  async setContext(tokens: number | null): Promise<void> {
    const context =
      tokens === null || !Number.isFinite(tokens)
        ? null
        : Math.min(mostContext, Math.max(leastContext, Math.round(tokens)));
    if (context === this.#context) return;
    this.#context = context;
    await this.#change();
  }
  async setThreads(count: number): Promise<void> {
    const most = this.#abilities?.isolated ? this.#abilities.processors : 1;
    const threads = Math.min(most, Math.max(1, Math.round(count) || 1));
    if (threads === this.threads) return;
    this.#threads = threads;
    await this.#change();
  }

  async removeKept(address: string): Promise<void> {
    await this.#tools.store.remove(address);
    await this.#look();
  }

  async forRun(): Promise<ModelJudge | { problem: string }> {
    const { explain } = this.#tools;
    const state = this.#state;
    if (state.kind === 'problem') return { problem: await explain(state.problem) };
    if (!this.#model || state.kind !== 'ready')
      return { problem: await explain(state.kind === 'loading' ? 'loading' : 'no-model') };
    return this.#model.judge({ temperature: this.#temperature, explain });
  }

  /** A file cannot be opened again without the person: the form only says which it was. */
  restore({ model, parameters: { temperature } }: RunJudge): void {
    this.#wanted = model;
    if (typeof temperature === 'number') this.temperature = temperature;
  }

  get #settings(): DeviceSettings {
    return { context: this.#context, threads: this.threads };
  }

  async #open(source: ModelSource): Promise<void> {
    this.unload();
    const loading = new AbortController();
    this.#loading = loading;
    this.#state = { kind: 'loading', step: { kind: 'runtime' } };
    const onStep = (step: LoadStep) => {
      if (!loading.signal.aborted) this.#state = { kind: 'loading', step };
    };
    try {
      this.#abilities ??= await this.#tools.findAbilities();
      const [runtime] = this.#tools.runtimes;
      if (!runtime) throw new Error('Expected a runtime, got none.');
      const outcome = await runtime.open(source, this.#settings, { onStep, signal: loading.signal });
      if (loading.signal.aborted) {
        if (outcome.ok) outcome.model.close();
      } else if (outcome.ok) this.#take(outcome.model);
      else this.#state = { kind: 'problem', problem: outcome.problem };
    } catch (error) {
      if (!loading.signal.aborted)
        this.#state = { kind: 'problem', problem: { fault: 'crash', said: messageOf(error) } };
    }
    if (this.#loading === loading) {
      this.#loading = null;
      if (loading.signal.aborted) this.#state = { kind: 'empty' };
      await this.#look();
    }
  }

  #take(model: OpenModel): void {
    this.#model = model;
    this.#runtime = 'here';
    const show = () => {
      if (this.#model === model) this.#state = { kind: 'ready', loaded: model.loaded, fit: model.fit };
    };
    model.listen(show);
    show();
  }

  async #change(): Promise<void> {
    const model = this.#model;
    if (!model) return;
    this.#state = { kind: 'loading', step: { kind: 'model' } };
    const problem = await model.change(this.#settings);
    if (this.#model !== model || !problem) return;
    this.unload();
    this.#state = { kind: 'problem', problem };
  }

  async #look(): Promise<void> {
    try {
      this.#kept = await this.#tools.store.list();
    } catch {
      // A browser without private files keeps none.
      this.#kept = [];
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

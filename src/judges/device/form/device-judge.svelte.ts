import { errorMessage } from '../../../kit/error-message';
import type { DeviceAbilities, DeviceProblem, KeptModel, LoadedModel, LoadStep, RuntimeId } from '../device';
import { ggufModelId } from '../files/gguf-model';
import type { RunJudge, ModelJudge } from '../../../judgement/judge';
import type { DeviceRuntime, DeviceSettings, Fit, ModelSource, OpenModel } from '../device-runtime';
import { DeviceChoices, type ChoicesMemory } from './device-choices.svelte';
import { KeptModels } from './kept-models.svelte';
import { ModelList, type ModelListTools } from './model-list.svelte';
import { Runtimes, type RuntimeState } from './runtimes.svelte';

export type DeviceState =
  | { kind: 'empty' }
  | { kind: 'loading'; step: LoadStep }
  /** The person broke a download off for now. */
  | { kind: 'paused'; step: LoadStep }
  | { kind: 'ready'; loaded: LoadedModel; fit: Fit | null }
  | { kind: 'problem'; problem: DeviceProblem };

export interface DeviceJudgeTools {
  /** The ways to run a model, the one that is tried first in front. */
  runtimes: readonly DeviceRuntime[];
  findAbilities(): Promise<DeviceAbilities>;
  memory: ChoicesMemory;
  list: ModelListTools;
  /** Asks the browser not to delete by itself what it stores. */
  askToKeep?: () => void;
  /** What a run that cannot start or go on says. */
  explain: (problem: DeviceProblem | 'no-model' | 'loading') => Promise<string>;
}

/** The form of a judge inside this browser: what is loaded, with what settings, and what stands in the way. */
export class DeviceJudge {
  readonly kind = 'model' as const;
  readonly id = 'device';
  readonly #tools: DeviceJudgeTools;
  readonly #runtimes: Runtimes;
  readonly choices: DeviceChoices;
  readonly kept: KeptModels;
  readonly list: ModelList;
  #state = $state.raw<DeviceState>({ kind: 'empty' });
  #abilities = $state.raw<DeviceAbilities | null>(null);
  #wanted = $state<string | null>(null);
  #model: OpenModel | null = null;
  #loading: AbortController | null = null;
  /** Of what is loaded, is being loaded, or was broken off for now. */
  #source: ModelSource | null = null;
  #opening: Promise<void> = Promise.resolve();

  constructor(tools: DeviceJudgeTools) {
    this.#tools = tools;
    this.#runtimes = new Runtimes(tools.runtimes);
    this.choices = new DeviceChoices(
      tools.runtimes.map(({ id }) => id),
      tools.memory,
    );
    this.kept = new KeptModels(tools.runtimes);
    this.list = new ModelList(tools.list, this.choices, this.kept);
  }

  get state(): DeviceState {
    return this.#state;
  }
  get loaded(): LoadedModel | null {
    return this.#state.kind === 'ready' ? this.#state.loaded : null;
  }
  /** Of the runtime that is chosen. */
  get runtime(): RuntimeState {
    return this.#runtimes.stateOf(this.choices.runtime);
  }
  /** Null until the form was shown. */
  get abilities(): DeviceAbilities | null {
    return this.#abilities;
  }
  /** The model that an earlier run asked, where it is not the one that is loaded. */
  get wanted(): string | null {
    return this.#wanted === this.loaded?.name ? null : this.#wanted;
  }

  /** When the form is shown: finds out what this browser can do, and fetches the runtime while there is a network. */
  async arrive(): Promise<void> {
    await this.#look();
    await this.kept.look();
    await this.#runtimes.fetchAhead(this.choices.runtime);
  }
  /** What can be done may depend on the rubric. */
  async lookAgain(): Promise<void> {
    if (this.#abilities) await this.#look();
  }
  /** A model that is deleted is no longer loaded either. */
  async removeKept(model: KeptModel): Promise<void> {
    const { loaded } = this;
    const isLoaded = loaded?.runtime === model.runtime && loaded.name === model.name;
    if (isLoaded || (this.#source && isOf(this.#source, model))) this.unload();
    await this.kept.remove(model);
    await this.#look();
  }
  async chooseRuntime(id: RuntimeId): Promise<void> {
    if (id === this.choices.runtime) return;
    this.unload();
    this.choices.setRuntime(id);
    await this.#runtimes.fetchAhead(this.choices.runtime);
  }

  openFiles(files: File[]): Promise<void> {
    return files.length === 0 ? Promise.resolve() : this.open({ kind: 'files', files });
  }
  openAddress(address: string): Promise<void> {
    return this.open({ kind: 'address', address });
  }
  /** Opens a model that this browser keeps, in the runtime that keeps it. */
  openKept({ runtime, id }: KeptModel): Promise<void> {
    this.choices.setRuntime(runtime);
    return this.open(runtime === 'llama.cpp' ? { kind: 'address', address: id } : { kind: 'listed', id });
  }
  /** Breaks the loading off. What was fetched is kept, to go on from there. */
  cancel(): void {
    this.#source = null;
    // While other settings are taken the model is loaded already, and not as it was: it goes.
    if (this.#state.kind === 'loading' && !this.#loading) this.#putAway();
    this.#loading?.abort();
    if (this.#state.kind === 'loading' || this.#state.kind === 'paused') this.#state = { kind: 'empty' };
  }
  /** Only what is fetched from somewhere can go on from where it stopped. */
  get canPause(): boolean {
    return this.#source?.kind === 'address' || this.#source?.kind === 'listed';
  }
  /** The same for now: `resume` goes on. */
  pause(): void {
    if (this.#state.kind !== 'loading' || this.#state.step.kind !== 'download') return;
    this.#loading?.abort();
    this.#state = { kind: 'paused', step: this.#state.step };
  }
  async resume(): Promise<void> {
    if (this.#state.kind === 'paused' && this.#source) await this.open(this.#source);
  }
  unload(): void {
    this.cancel();
    this.#putAway();
    this.#state = { kind: 'empty' };
  }

  #putAway(): void {
    this.#model?.close();
    this.#model = null;
  }

  async setContext(tokens: number | null): Promise<void> {
    if (this.choices.setContext(tokens)) await this.#change();
  }
  /** llama.cpp computes on real graphics cards with 16-bit numbers, where the browser lets WebAssembly wait for them. */
  get canGpu(): boolean {
    const gpu = this.#abilities?.gpu;
    return gpu?.state === 'there' && gpu.f16 && !gpu.software && 'Suspending' in WebAssembly;
  }
  /** Loads the model anew, for the processor or for the graphics card. */
  async setGpu(wanted: boolean): Promise<void> {
    this.choices.gpu = wanted;
    if (this.#model && this.#source) await this.open(this.#source);
  }
  async setThreads(count: number): Promise<void> {
    if (this.choices.setThreads(count, this.#abilities)) await this.#change();
  }

  async forRun(): Promise<ModelJudge | { problem: string }> {
    const { explain } = this.#tools;
    const state = this.#state;
    if (state.kind === 'problem') return { problem: await explain(state.problem) };
    if (!this.#model || state.kind !== 'ready')
      return { problem: await explain(state.kind === 'loading' ? 'loading' : 'no-model') };
    return this.#model.judge({ temperature: this.choices.temperature, explain });
  }

  /** A file cannot be opened again without the person: the form only says which it was. */
  restore({ model, parameters: { temperature } }: RunJudge): void {
    this.#wanted = model;
    if (typeof temperature === 'number') this.choices.temperature = temperature;
  }

  /** Opens a model in the chosen runtime, or in the one that takes such a source. */
  open(source: ModelSource): Promise<void> {
    this.unload();
    for (const model of this.kept.models) if (isOf(source, model)) this.kept.forget(model);
    const loading = new AbortController();
    this.#loading = loading;
    this.#source = source;
    this.#state = { kind: 'loading', step: { kind: 'runtime' } };
    // What was broken off first puts away what it has.
    this.#opening = this.#opening.then(() => this.#openNow(source, loading));
    return this.#opening;
  }

  async #openNow(source: ModelSource, loading: AbortController): Promise<void> {
    const cancelled = () => loading.signal.aborted;
    if (cancelled()) return;
    const onStep = (step: LoadStep) => {
      if (!cancelled()) this.#state = { kind: 'loading', step };
    };
    try {
      if (!this.#abilities) await this.#look();
      const runtime = this.#runtimes.for(source, this.choices.runtime);
      const outcome = await runtime.open(source, this.#settings, { onStep, signal: loading.signal });
      if (cancelled()) {
        if (outcome.ok) outcome.model.close();
      } else if (outcome.ok) {
        this.#take(outcome.model, runtime.id);
        // Gigabytes came, and would have to come again.
        if (source.kind !== 'files' && source.kind !== 'built-in') this.#tools.askToKeep?.();
      } else this.#state = { kind: 'problem', problem: outcome.problem };
    } catch (error) {
      if (!cancelled())
        this.#state = { kind: 'problem', problem: { fault: 'crash', said: errorMessage(error) } };
    }
    if (this.#loading === loading) {
      this.#loading = null;
      await this.kept.look();
    }
  }

  get #settings(): DeviceSettings {
    const { context, threads, mirror, gpu } = this.choices;
    return { context, threads, mirror, ...(gpu && this.canGpu ? { gpu } : {}) };
  }

  async #look(): Promise<void> {
    const [abilities] = await Promise.all([this.#tools.findAbilities(), this.choices.load()]);
    this.#abilities = abilities;
    this.choices.suit(abilities);
    this.list.suit(abilities);
  }

  #take(model: OpenModel, id: RuntimeId): void {
    this.#model = model;
    this.#runtimes.isHere(id);
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
}

function isOf(source: ModelSource, { id }: KeptModel): boolean {
  if (source.kind === 'listed') return source.id === id;
  return source.kind === 'address' && ggufModelId(source.address) === id;
}

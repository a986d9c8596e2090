import type { ModelJudge, RunJudge } from '../../../judgement/judge';
import { errorMessage } from '../../../kit/error-message';
import type { StoredSettings } from '../../../kit/storage/stored-settings';
import type {
  DeviceAbilities,
  DeviceProblem,
  DeviceRuntime,
  DeviceSettings,
  Fit,
  KeptModel,
  LoadedModel,
  LoadStep,
  ModelSource,
  OpenModel,
  RuntimeId,
} from '../device';
import { ggufModelId } from '../files/gguf-model';
import type { ModelFiles } from '../files/model-files';
import { DeviceChoices, type DeviceChoice } from './device-choices.svelte';
import { ModelList } from './model-list.svelte';

export type DeviceState =
  | { kind: 'empty' }
  | { kind: 'loading'; step: LoadStep }
  | { kind: 'paused'; step: LoadStep }
  | { kind: 'ready'; loaded: LoadedModel; fit: Fit | null }
  | { kind: 'problem'; problem: DeviceProblem };

/** Whether a runtime is at hand, so that no network is needed any more. */
type RuntimeState = 'fetching' | 'here' | 'missing';

const sourceRuntime: Record<ModelSource['kind'], RuntimeId> = {
  files: 'llama.cpp',
  address: 'llama.cpp',
  listed: 'webllm',
  'built-in': 'built-in',
};

export interface DeviceJudgeTools {
  runtimes: Record<RuntimeId, DeviceRuntime>;
  files: Pick<ModelFiles, 'list' | 'remove'>;
  findAbilities(): Promise<DeviceAbilities>;
  stored: StoredSettings<DeviceChoice>;
  /** Asks the browser not to delete by itself what it stores. */
  askToKeep: () => void;
  /** What a run that cannot start or go on says. */
  explain: (problem: DeviceProblem | 'no-model' | 'loading') => string;
}

export class DeviceJudge {
  readonly kind = 'model' as const;
  readonly id = 'device';
  readonly #tools: DeviceJudgeTools;
  readonly choices: DeviceChoices;
  kept = $state.raw<readonly KeptModel[]>([]);
  readonly list: ModelList;
  state = $state.raw<DeviceState>({ kind: 'empty' });
  #fetched = $state.raw<Partial<Record<RuntimeId, RuntimeState>>>({});
  #wanted = $state<string | null>(null);
  #model: OpenModel | null = null;
  #loading: AbortController | null = null;
  /** Of what is loaded, is being loaded, or was broken off for now. */
  #source: ModelSource | null = null;
  #opening: Promise<void> = Promise.resolve();

  constructor(tools: DeviceJudgeTools) {
    this.#tools = tools;
    this.choices = new DeviceChoices(tools.stored);
    this.list = new ModelList(this.choices, () => this.kept);
  }

  get loaded(): LoadedModel | null {
    return this.state.kind === 'ready' ? this.state.loaded : null;
  }
  get runtime(): RuntimeState {
    return this.#fetched[this.choices.runtime] ?? 'fetching';
  }
  get abilities(): DeviceAbilities | null {
    return this.list.abilities;
  }
  get wanted(): string | null {
    return this.#wanted === this.loaded?.name ? null : this.#wanted;
  }
  /** Only what is fetched from somewhere can go on from where it stopped. */
  get canPause(): boolean {
    return this.#source?.kind === 'address' || this.#source?.kind === 'listed';
  }
  /** llama.cpp computes on real graphics cards with 16-bit numbers, where the browser lets WebAssembly wait for them. */
  get canGpu(): boolean {
    const gpu = this.abilities?.gpu;
    return gpu?.state === 'there' && gpu.f16 && !gpu.software && 'Suspending' in WebAssembly;
  }

  /** When the form is shown: finds out what this browser can do, and fetches the runtime while there is a network. */
  async arrive(): Promise<void> {
    await this.#look();
    await this.#lookAtKept();
    await this.#fetchAhead();
  }
  async lookAgain(): Promise<void> {
    if (this.abilities) await this.#look();
  }
  /** A model that is deleted is no longer loaded either. */
  async removeKept(model: KeptModel): Promise<void> {
    const { loaded } = this;
    const isLoaded = loaded?.runtime === model.runtime && loaded.name === model.name;
    if (isLoaded || (this.#source && isOf(this.#source, model))) this.unload();
    await this.#tools.files.remove(model.id);
    await this.#lookAtKept();
    await this.#look();
  }
  async chooseRuntime(id: RuntimeId): Promise<void> {
    if (id === this.choices.runtime) return;
    this.unload();
    this.choices.setRuntime(id);
    await this.#fetchAhead();
  }

  openKept({ runtime, id }: KeptModel): Promise<void> {
    this.choices.setRuntime(runtime);
    return this.open(runtime === 'llama.cpp' ? { kind: 'address', address: id } : { kind: 'listed', id });
  }
  /** Breaks the loading off. What was fetched is kept, to go on from there. */
  readonly cancel = (): void => {
    this.#source = null;
    // While other settings are taken the model is loaded already, and not as it was: it goes.
    if (this.state.kind === 'loading' && !this.#loading) this.#close();
    this.#loading?.abort();
    if (this.state.kind === 'loading' || this.state.kind === 'paused') this.state = { kind: 'empty' };
  };
  readonly pause = (): void => {
    if (this.state.kind !== 'loading' || this.state.step.kind !== 'download') return;
    this.#loading?.abort();
    this.state = { kind: 'paused', step: this.state.step };
  };
  async resume(): Promise<void> {
    if (this.state.kind === 'paused' && this.#source) await this.open(this.#source);
  }
  readonly unload = (): void => {
    this.cancel();
    this.#close();
    this.state = { kind: 'empty' };
  };

  async setContext(tokens: number | null): Promise<void> {
    if (this.choices.setContext(tokens)) await this.#change();
  }
  async setThreads(count: number): Promise<void> {
    if (this.choices.setThreads(count, this.abilities)) await this.#change();
  }
  async setGpu(wanted: boolean): Promise<void> {
    this.choices.gpu = wanted;
    if (this.#model && this.#source) await this.open(this.#source);
  }

  forRun(): ModelJudge | { problem: string } {
    const { explain } = this.#tools;
    const { state } = this;
    if (state.kind === 'problem') return { problem: explain(state.problem) };
    if (!this.#model || state.kind !== 'ready')
      return { problem: explain(state.kind === 'loading' ? 'loading' : 'no-model') };
    return this.#model.judge({ temperature: this.choices.temperature, explain });
  }

  /** A file cannot be opened again without the person: the form only says which it was. */
  restore({ model, parameters: { temperature } }: RunJudge): void {
    this.#wanted = model;
    if (typeof temperature === 'number') this.choices.temperature = temperature;
  }

  open(source: ModelSource): Promise<void> {
    this.unload();
    const loading = new AbortController();
    this.#loading = loading;
    this.#source = source;
    this.state = { kind: 'loading', step: { kind: 'runtime' } };
    // What was broken off first puts away what it has.
    this.#opening = this.#opening.then(() => this.#openNow(source, loading));
    return this.#opening;
  }

  async #openNow(source: ModelSource, loading: AbortController): Promise<void> {
    const cancelled = () => loading.signal.aborted;
    if (cancelled()) return;
    const onStep = (step: LoadStep) => {
      if (!cancelled()) this.state = { kind: 'loading', step };
    };
    try {
      if (!this.abilities) await this.#look();
      const runtime = this.#tools.runtimes[sourceRuntime[source.kind]];
      const outcome = await runtime.open(source, this.#settings, { onStep, signal: loading.signal });
      if (cancelled()) {
        if (outcome.ok) outcome.model.close();
      } else if (outcome.ok) {
        this.#take(outcome.model);
        // Gigabytes came, and would have to come again.
        if (source.kind !== 'files' && source.kind !== 'built-in') this.#tools.askToKeep();
      } else this.state = { kind: 'problem', problem: outcome.problem };
    } catch (error) {
      if (!cancelled())
        this.state = { kind: 'problem', problem: { fault: 'crash', said: errorMessage(error) } };
    }
    if (this.#loading === loading) {
      this.#loading = null;
      await this.#lookAtKept();
    }
  }

  get #settings(): DeviceSettings {
    const { context, threads, mirror, gpu } = this.choices;
    return { context, threads, mirror, ...(gpu && this.canGpu ? { gpu } : {}) };
  }

  async #look(): Promise<void> {
    const [abilities] = await Promise.all([this.#tools.findAbilities(), this.choices.load()]);
    this.choices.suit(abilities);
    this.list.abilities = abilities;
  }

  async #lookAtKept(): Promise<void> {
    // A browser without private files keeps none.
    this.kept = await this.#tools.files.list().catch(() => []);
  }

  async #fetchAhead(): Promise<void> {
    const { runtime: id } = this.choices;
    const state = this.#fetched[id];
    if (state === 'fetching' || state === 'here') return;
    this.#note(id, 'fetching');
    await this.#tools.runtimes[id].fetchAhead().then(
      () => this.#note(id, 'here'),
      () => this.#note(id, 'missing'),
    );
  }
  #note(id: RuntimeId, state: RuntimeState): void {
    this.#fetched = { ...this.#fetched, [id]: state };
  }

  #take(model: OpenModel): void {
    this.#model = model;
    this.#note(model.loaded.runtime, 'here');
    model.onChange = () => {
      if (this.#model === model) this.state = { kind: 'ready', loaded: model.loaded, fit: model.fit };
    };
    model.onChange();
  }

  async #change(): Promise<void> {
    const model = this.#model;
    if (!model) return;
    this.state = { kind: 'loading', step: { kind: 'model' } };
    const problem = await model.change(this.#settings);
    if (this.#model !== model || !problem) return;
    this.unload();
    this.state = { kind: 'problem', problem };
  }

  #close(): void {
    this.#model?.close();
    this.#model = null;
  }
}

function isOf(source: ModelSource, { id }: KeptModel): boolean {
  if (source.kind === 'listed') return source.id === id;
  return source.kind === 'address' && ggufModelId(source.address) === id;
}

import type { LoadedModel, ModelSource, RuntimeId } from '../../judges/device/device';
import type { DeviceJudge } from '../../judges/device/form/device-judge.svelte';
import type { Workbench } from '../workbench.svelte';

export interface SmallerModel {
  name: string;
  runtime: RuntimeId;
  bytes: number;
  /** In billions; null where it is not known. */
  parameters: number | null;
  isHere: boolean;
  source: ModelSource;
}

const contextStep = 512;
const leastContext = 1024;
/** As much is left free beside the longest question and its reply. */
const slack = 64;

interface Form extends Pick<DeviceJudge, 'state' | 'loaded' | 'setContext' | 'open'> {
  list: Pick<DeviceJudge['list'], 'offers' | 'isHere'>;
  kept: Pick<DeviceJudge['kept'], 'models'>;
  choices: Pick<DeviceJudge['choices'], 'setRuntime'>;
}
type Run = Pick<Workbench, 'setup' | 'resume' | 'judgeRest'>;

/** What may help a run whose model failed again and again: less context for the same model, or another that is smaller. */
export class DeviceRelief {
  readonly #form: Form;
  readonly #run: Run;

  constructor(form: Form, run: Run) {
    this.#form = form;
    this.#run = run;
  }

  /** As much as the cases that fit now need, where that is less than there is. Null: with less, not all would fit. */
  get context(): number | null {
    const { state } = this.#form;
    if (state.kind !== 'ready' || state.loaded.runtime === 'built-in') return null;
    const needs = state.fit?.needs;
    if (needs === undefined) return null;
    const enough = Math.max(leastContext, Math.ceil((needs + slack) / contextStep) * contextStep);
    return enough < state.loaded.context ? enough : null;
  }

  /** Of those that are here the largest, and of those that would be fetched: a smaller one judges worse. */
  get models(): SmallerModel[] {
    const { loaded } = this.#form;
    if (!loaded || loaded.runtime === 'built-in') return [];
    const smaller = [...this.#listed(), ...this.#kept()]
      .filter((model) => isSmaller(model, loaded))
      .sort((a, b) => b.bytes - a.bytes);
    const here = smaller.find(({ isHere }) => isHere);
    const largest = smaller.find(({ isHere }) => !isHere);
    return [here, largest].filter((model) => model !== undefined);
  }

  /** The same run goes on: it is the same model. */
  async goOnWith(context: number): Promise<void> {
    await this.#form.setContext(context);
    if (this.#form.state.kind !== 'ready') return;
    this.#run.setup.chooseJudge('device');
    await this.#run.resume();
  }

  /** A new run of what has no score yet: it is another judge. The run that waits is left as it is where the model does not come. */
  async judgeRestWith({ source, runtime }: Pick<SmallerModel, 'source' | 'runtime'>): Promise<void> {
    this.#form.choices.setRuntime(runtime);
    await this.#form.open(source);
    if (this.#form.state.kind !== 'ready') return;
    this.#run.setup.chooseJudge('device');
    await this.#run.judgeRest();
  }

  #listed(): SmallerModel[] {
    const { list } = this.#form;
    return list.offers.flatMap(({ model: { name, parameters }, fit: { verdict, variant } }) => {
      if (verdict === 'no') return [];
      const { id, downloadBytes: bytes } = variant;
      const isHere = list.isHere(id);
      return { name, runtime: 'webllm', bytes, parameters, isHere, source: { kind: 'listed', id } };
    });
  }

  #kept(): SmallerModel[] {
    return this.#form.kept.models.flatMap(({ runtime, id, name, bytes, whole }) => {
      if (runtime !== 'llama.cpp' || !whole) return [];
      const source: ModelSource = { kind: 'address', address: id };
      return { name, runtime, bytes, parameters: null, isHere: true, source };
    });
  }
}

function isSmaller({ name, bytes, parameters }: SmallerModel, loaded: LoadedModel): boolean {
  // A little less is no relief.
  if (name === loaded.name || bytes > loaded.bytes * 0.85) return false;
  return parameters === null || loaded.parameters === null || parameters < loaded.parameters;
}

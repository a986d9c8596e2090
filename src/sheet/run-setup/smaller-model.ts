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

export interface DeviceForm extends Pick<DeviceJudge, 'state' | 'loaded' | 'kept' | 'setContext' | 'open'> {
  list: Pick<DeviceJudge['list'], 'offers' | 'isHere'>;
  choices: Pick<DeviceJudge['choices'], 'setRuntime'>;
}

/** As much as the cases that fit now need, where that is less than there is. Null: with less, not all would fit. */
export function smallerContext({ state }: Pick<DeviceForm, 'state'>): number | null {
  if (state.kind !== 'ready' || state.loaded.runtime === 'built-in') return null;
  const needs = state.fit?.needs;
  if (needs === undefined) return null;
  const enough = Math.max(leastContext, Math.ceil((needs + slack) / contextStep) * contextStep);
  return enough < state.loaded.context ? enough : null;
}

/** The largest of those that are here, and of those that would be fetched: a smaller one judges worse. */
export function smallerModels({ loaded, list, kept }: DeviceForm): SmallerModel[] {
  if (!loaded || loaded.runtime === 'built-in') return [];
  const listed = list.offers.flatMap(({ model: { name, parameters }, fit }): SmallerModel[] => {
    if (fit.verdict === 'no') return [];
    const { id, downloadBytes: bytes } = fit.variant;
    const source = { kind: 'listed', id } as const;
    return [{ name, runtime: 'webllm', bytes, parameters, isHere: list.isHere(id), source }];
  });
  const stored = kept.flatMap(({ runtime, id, name, bytes, whole }): SmallerModel[] => {
    if (runtime !== 'llama.cpp' || !whole) return [];
    const source = { kind: 'address', address: id } as const;
    return [{ name, runtime, bytes, parameters: null, isHere: true, source }];
  });
  const smaller = [...listed, ...stored]
    .filter((model) => isSmaller(model, loaded))
    .sort((a, b) => b.bytes - a.bytes);
  return [smaller.find(({ isHere }) => isHere), smaller.find(({ isHere }) => !isHere)].filter(
    (model) => model !== undefined,
  );
}

function isSmaller({ name, bytes, parameters }: SmallerModel, loaded: LoadedModel): boolean {
  // A little less does not help.
  if (name === loaded.name || bytes > loaded.bytes * 0.85) return false;
  return parameters === null || loaded.parameters === null || parameters < loaded.parameters;
}

/** Continues the run that waits: it is the same model. */
export async function resumeWithContext(
  form: DeviceForm,
  workbench: Workbench,
  context: number,
): Promise<void> {
  await form.setContext(context);
  if (form.state.kind !== 'ready') return;
  workbench.setup.chooseJudge('device');
  await workbench.resume();
}

/** Begins a new run of what has no score yet: it is another judge. Where the model cannot be opened, the old run waits on. */
export async function judgeRestWithModel(
  form: DeviceForm,
  workbench: Workbench,
  { source, runtime }: Pick<SmallerModel, 'source' | 'runtime'>,
): Promise<void> {
  form.choices.setRuntime(runtime);
  await form.open(source);
  if (form.state.kind !== 'ready') return;
  workbench.setup.chooseJudge('device');
  await workbench.judgeRest();
}

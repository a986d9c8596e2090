import type { DeviceFault, DeviceProblem, FileFlaw } from '../device';
import { leastParameters, type Misfit } from '../webllm/fits';
import type { DeviceWords } from '../../../i18n/device-words';

/** What stands in the way, and what to do; in the runtime's own words too, where it has any. */
export function problemInWords(problem: DeviceProblem | 'no-model' | 'loading', t: DeviceWords): string {
  if (typeof problem === 'string') return problem === 'loading' ? t.stillLoading : t.noModel;
  const { fault, flaw } = problem;
  const said = flaw ? `${problem.said}: ${flawInWords(flaw, t)}` : problem.said;
  // These name what was said in their own sentence.
  const own: readonly DeviceFault[] = [
    'not-gguf',
    'too-large',
    'shards',
    'corrupt',
    'damaged',
    'wrong-file',
    'not-a-model-folder',
    'language',
  ];
  const words = t.fault[fault](said);
  return said === '' || own.includes(fault) ? words : `${words} ${t.said} ${sentence(said)}`;
}

/** What is to be known of the scores of a model with so many billions of parameters; null: nothing. */
export function sizeInWords(parameters: number | null, t: DeviceWords): string | null {
  if (parameters === null) return t.sizeUnknown;
  return parameters < leastParameters ? t.small : null;
}

export function flawInWords(flaw: FileFlaw, t: DeviceWords): string {
  switch (flaw.kind) {
    case 'size':
      return t.flaw.size(flaw);
    case 'other-bytes':
      return t.flaw['other-bytes'](flaw);
    case 'not-json':
      return t.flaw['not-json'](flaw);
    case 'not-wasm':
      return t.flaw['not-wasm'](flaw);
    case 'field':
      return t.flaw.field(flaw);
    case 'sums':
      return t.flaw.sums(flaw);
    case 'unreadable':
      return t.flaw.unreadable(flaw);
  }
}

/** More may follow what others said. */
export function sentence(said: string): string {
  return /[.!?…。]$/.test(said) ? said : `${said}.`;
}

/** Why a model does not run here, or may not. */
export function misfitInWords(misfit: Misfit, t: DeviceWords, bytes: (count: number) => string): string {
  switch (misfit.why) {
    case 'no-webgpu':
      return t.misfit['no-webgpu'](misfit, bytes);
    case 'software':
      return t.misfit.software(misfit, bytes);
    case 'shaders':
      return t.misfit.shaders(misfit, bytes);
    case 'buffer':
      return t.misfit.buffer(misfit, bytes);
    case 'memory':
      return t.misfit.memory(misfit, bytes);
    case 'memory-unknown':
      return t.misfit['memory-unknown'](misfit, bytes);
    case 'storage':
      return t.misfit.storage(misfit, bytes);
  }
}

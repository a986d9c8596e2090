import type { DeviceFault, DeviceProblem } from '../device';
import { leastParameters } from '../webllm/fits';
import type { DeviceWords } from '../../../i18n/device-words';

/** What stands in the way, and what to do; in the runtime's own words too, where it has any. */
export function problemInWords(problem: DeviceProblem | 'no-model' | 'loading', t: DeviceWords): string {
  if (typeof problem === 'string') return problem === 'loading' ? t.stillLoading : t.noModel;
  const { fault, said } = problem;
  // These name what was said in their own sentence.
  const own: readonly DeviceFault[] = ['not-gguf', 'too-large', 'shards', 'corrupt', 'damaged', 'language'];
  const words = t.fault[fault](said);
  return said === '' || own.includes(fault) ? words : `${words} ${t.said} ${sentence(said)}`;
}

/** A warning about the scores of a model of this size (billions of parameters), or null. */
export function sizeInWords(parameters: number | null, t: DeviceWords): string | null {
  if (parameters === null) return t.sizeUnknown;
  return parameters < leastParameters ? t.small : null;
}

function sentence(said: string): string {
  return /[.!?…。]$/.test(said) ? said : `${said}.`;
}

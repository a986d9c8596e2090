import type { DeviceFault, DeviceProblem } from '../core/model/device';
import { deviceWords as en } from './en-device';
import { deviceWords as ko } from './ko-device';

export type DeviceWords = typeof en;

/** Apart from the other words, since only a person who chooses a judge on this device needs them: they are loaded with its form. */
export const deviceWords: Record<'en' | 'ko', DeviceWords> = { en, ko };

/** What stands in the way, and what to do; in the runtime's own words too, where it has any. */
export function problemInWords(problem: DeviceProblem | 'no-model' | 'loading', t: DeviceWords): string {
  if (typeof problem === 'string') return problem === 'loading' ? t.stillLoading : t.noModel;
  const { fault, said } = problem;
  // These name what was said in their own sentence.
  const own: readonly DeviceFault[] = [
    'not-gguf',
    'too-large',
    'shards',
    'corrupt',
    'not-a-model-folder',
    'language',
  ];
  const words = t.fault[fault](said);
  return said === '' || own.includes(fault) ? words : `${words} ${t.said} ${said}`;
}

import type { RunSettings } from '../run-record';
import type { Judge } from '../../judgement/judge';
import { askingOf } from './asking';

/** What a person chooses for a run; how many at once is the judge's word. */
export type ChosenSettings = Omit<RunSettings, 'atOnce'>;

/** A program says the same every time and needs no limit; a person who carries prompts takes the time it takes. */
export function settingsFor(judge: Judge, { asking: wish, ...chosen }: ChosenSettings): RunSettings {
  if (judge.kind === 'program') return { ...chosen, samples: 1, timeoutSeconds: null, atOnce: 1 };
  const atOnce = judge.atOnce ?? 1;
  const asking = askingOf({ asking: wish }, judge.id);
  const settings = { ...chosen, ...(asking === 'criterion' && { asking }), atOnce };
  return judge.id === 'pasted' || judge.ownPace ? { ...settings, timeoutSeconds: null } : settings;
}

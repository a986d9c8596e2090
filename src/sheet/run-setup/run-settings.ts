import type { RunSettings } from '../run-record';
import type { Asking, Judge } from '../../judgement/judge';

/** What a person chooses for a run; how many at once is up to the judge. */
export type ChosenSettings = Omit<RunSettings, 'atOnce'>;

/** A program says the same every time and needs no limit; a person who carries prompts takes the time it takes. */
export function settingsFor(judge: Judge, { asking: wish, ...chosen }: ChosenSettings): RunSettings {
  if (judge.kind === 'program') return { ...chosen, samples: 1, timeoutSeconds: null, atOnce: 1 };
  const atOnce = judge.atOnce ?? 1;
  const asking = askingOf({ asking: wish }, judge.id);
  const settings = { ...chosen, ...(asking === 'criterion' && { asking }), atOnce };
  return judge.id === 'pasted' || judge.ownPace ? { ...settings, timeoutSeconds: null } : settings;
}

/** Judges of which a case can be asked criterion by criterion. A person would have to carry every part by hand. */
export function canSplit(judgeId: string): boolean {
  return judgeId !== 'pasted' && judgeId !== 'rules';
}

/** How cases are asked: as the person chose, where the judge allows it. */
export function askingOf({ asking = 'case' }: Pick<RunSettings, 'asking'>, judgeId: string): Asking {
  return canSplit(judgeId) ? asking : 'case';
}

import type { Mode } from '../../judgement/prompt/build-prompt';
import type { RunHead, RunSettings } from '../run-record';
import type { Asking, Judge } from '../../judgement/judge';
import type { OfferedJudge } from '../../judges/judge-form';

export type RunChoices = Pick<RunSettings, 'samples' | 'timeoutSeconds' | 'asking'>;

export const mostSamples = 25;
/** A day. What waits longer than a browser's clock can count would not wait at all. */
export const mostSeconds = 86_400;

export class RunSetup {
  readonly judges: readonly OfferedJudge[];
  mode = $state<Mode>('model-alone');
  tellFacts = $state(false);
  #judgeId = $state('rules');
  choices = $state.raw<RunChoices>({ samples: 1, timeoutSeconds: 120 });

  constructor(judges: readonly OfferedJudge[]) {
    this.judges = judges;
  }

  get judge(): OfferedJudge {
    const judge = this.judges.find((candidate) => candidate.id === this.#judgeId);
    if (!judge) throw new Error(`Expected a known judge, got "${this.#judgeId}".`);
    return judge;
  }
  get asking(): Asking {
    return askingOf(this.choices, this.#judgeId);
  }
  get settings(): ChosenSettings {
    return { mode: this.mode, tellFacts: this.tellFacts, ...this.choices };
  }

  chooseJudge(id: string): void {
    if (this.judges.some((judge) => judge.id === id)) this.#judgeId = id;
  }
  choose(change: Partial<RunChoices>): void {
    this.choices = { ...this.choices, ...change };
  }

  /** As it was for an earlier run of this browser, as far as that is known. */
  restore(head: RunHead): void {
    // A file never sets judge, server or model.
    if (head.imported !== undefined) return;
    const { judge: asked, settings } = head;
    // What a batch leaves over is asked of the same model behind its server.
    const wanted = asked.id === 'batch' ? 'api' : asked.id;
    const offered = this.judges.find(({ id }) => id === wanted);
    if (offered) {
      this.#judgeId = offered.id;
      if ('forRun' in offered) offered.restore(asked, settings.budget ?? undefined);
    }
    this.mode = settings.mode;
    this.tellFacts = settings.tellFacts;
    const { samples, timeoutSeconds, asking = 'case' } = settings;
    if (asked.kind === 'model') this.choices = { samples, timeoutSeconds, asking };
  }
}

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

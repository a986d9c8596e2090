import type { RunBudget } from '../judgement/spending';
import type { RunJudge, Judge } from '../judgement/judge';
import { errorMessage } from '../kit/error-message';

/** A judge that is set up in a form, and made from it when a run starts. */
export interface JudgeForm {
  kind: 'model';
  id: string;
  forRun(): Promise<Judge | { problem: string }>;
  /** Fills the form in as an earlier run had it, apart from secrets; `budget` is what that run may spend. */
  restore(asked: RunJudge, budget?: RunBudget): void;
  /** Whether a key must be entered before an earlier run's judge is asked again. The form then points to its field. */
  wantsKey?(asked: RunJudge): boolean | Promise<boolean>;
  /** What a run may spend at most; null or absent: no limit. */
  budget?(): RunBudget | null | Promise<RunBudget | null>;
}

export type OfferedJudge = Judge | JudgeForm;

/** A form whose code is loaded when it is first needed. */
export function lazyForm(id: string, open: () => Promise<JudgeForm>): JudgeForm {
  return {
    kind: 'model',
    id,
    async forRun() {
      try {
        return await (await open()).forRun();
      } catch (error) {
        return { problem: errorMessage(error) };
      }
    },
    restore(asked, budget) {
      // Resuming the run reports a form that cannot be loaded.
      void open().then(
        (form) => form.restore(asked, budget),
        () => undefined,
      );
    },
    // Resuming reports it here, too.
    wantsKey: (asked) =>
      open().then(
        (form) => form.wantsKey?.(asked) ?? false,
        () => false,
      ),
    budget: () =>
      open().then(
        (form) => form.budget?.() ?? null,
        () => null,
      ),
  };
}

import { messageOf } from '../core/model/message-of';
import type { JudgeForm } from './offered-judge';

/** A form whose code is loaded when it is first needed. */
export function lazyForm(id: string, open: () => Promise<JudgeForm>): JudgeForm {
  return {
    kind: 'model',
    id,
    async forRun() {
      try {
        return await (await open()).forRun();
      } catch (error) {
        return { problem: messageOf(error) };
      }
    },
    restore(asked, budget) {
      // Where it cannot be loaded, whoever wants to go on with the run is told so.
      void open().then(
        (form) => form.restore(asked, budget),
        () => undefined,
      );
    },
    budget: () =>
      open().then(
        (form) => form.budget?.() ?? null,
        () => null,
      ),
  };
}

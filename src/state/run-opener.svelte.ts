import { troubleOf, type Trouble } from './storage-trouble';
import type { Workbench } from './workbench.svelte';

/** Opens stored runs for a screen, and knows why one could not be opened until another is tried. */
export class RunOpener {
  readonly #workbench: Pick<Workbench, 'openRun'>;
  #failed = $state.raw<{ run: string; trouble: Trouble } | null>(null);

  constructor(workbench: Pick<Workbench, 'openRun'>) {
    this.#workbench = workbench;
  }

  troubleWith(run: string): Trouble | null {
    return this.#failed?.run === run ? this.#failed.trouble : null;
  }
  forget(): void {
    this.#failed = null;
  }

  /** False also where something else was laid out meanwhile. */
  async open(run: string): Promise<boolean> {
    this.forget();
    try {
      const outcome = await this.#workbench.openRun(run);
      if (outcome === 'gone') this.#failed = { run, trouble: { kind: 'missing', detail: '' } };
      return outcome === 'opened';
    } catch (error) {
      this.#failed = { run, trouble: troubleOf(error) };
      return false;
    }
  }
}

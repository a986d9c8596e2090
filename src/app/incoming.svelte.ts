import type { Incoming } from '../cases/context';
import type { CaseImport } from '../cases/case-import.svelte';

interface Tools {
  caseImport: CaseImport;
}

/** Recognises what was dropped, opened or pasted, says what it is, and has the right part of the page open it. */
export class IncomingFiles implements Incoming {
  readonly #tools: Tools;
  said = $state.raw<string | null>(null);
  refusal = $state.raw<{ title: string; lines: readonly string[] } | null>(null);

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async take(brought: readonly File[] | string): Promise<void> {
    const { caseImport } = this.#tools;
    await (typeof brought === 'string' ? caseImport.openText(brought) : caseImport.open(brought));
  }
  forget(): void {
    this.said = null;
    this.refusal = null;
  }
}

import { createContext } from 'svelte';
import type { CaseImport } from './case-import.svelte';
import type { Rubric } from '../rubric/rubric';
import type { Steps } from '../kit/steps.svelte';

/** What was dropped, opened or pasted: recognised, said in words, and opened by the right part of the page. */
export interface Incoming {
  /** Settles when it is shown, or when a dialog asks about it. */
  take(brought: readonly File[] | string): Promise<void>;
  /** "Recognised: sheet file with 12 cases", for a status region. */
  readonly said: string | null;
  /** Why it was refused: one line for each mistake of a rubric file. For an alert. */
  readonly refusal: { title: string; lines: readonly string[] } | null;
  /** Whether the dialog of batches shows what came of batch results. */
  batchOpen: boolean;
  /** What may be a judge prompt. A person says what to do with it. */
  readonly prompt: string | null;
  usePrompt(as: 'rubric' | 'case'): Promise<void>;
  forget(): void;
}

export interface CaseTools {
  caseImport: CaseImport;
  incoming: Incoming;
  steps: Steps;
  rubricReady: () => boolean;
  /** Whether the rubric came with sample cases. */
  hasSamples: () => boolean;
  /** A rubric with its words in the page's language. */
  shown: (rubric: Rubric) => Rubric;
}

export const [useCases, provideCases] = createContext<CaseTools>();

import { createContext } from 'svelte';
import type { CaseImport } from './case-import.svelte';
import type { Steps } from '../kit/steps.svelte';

export interface CaseTools {
  caseImport: CaseImport;
  steps: Steps;
  /** Whether the chosen rubric is loaded, so that its columns are known. */
  rubricReady: () => boolean;
}

export const [useCases, provideCases] = createContext<CaseTools>();

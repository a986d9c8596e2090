import { createContext } from 'svelte';
import type { CaseImport } from './case-import.svelte';
import type { Steps } from '../kit/steps.svelte';

export interface CaseTools {
  caseImport: CaseImport;
  steps: Steps;
  rubricReady: () => boolean;
}

export const [useCases, provideCases] = createContext<CaseTools>();

import { createContext } from 'svelte';
import type { StudioWords } from '../i18n/studio-words';
import type { Looking } from './view/looking.svelte';
import type { NewRubric } from './new-rubric.svelte';

/** What the parts of the New rubric screen share. */
export interface StudioView {
  studio: NewRubric;
  looking: Looking;
  readonly t: StudioWords;
}

export const [useStudio, provideStudio] = createContext<StudioView>();

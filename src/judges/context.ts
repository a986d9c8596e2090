import { createContext } from 'svelte';
import type { ApiJudgeForm } from './api/form/api-judge-form.svelte';
import type { DestinationQuestion } from './api/form/destination.svelte';
import type { DeviceOffer } from './device/form/device-offer.svelte';
import type { PastedReplies } from './pasted/pasted-replies.svelte';

export interface JudgeTools {
  /** The form of the API judge. Rejects when that part of the page cannot be loaded. */
  openApi: () => Promise<ApiJudgeForm>;
  deviceJudge: DeviceOffer;
  pastedReplies: PastedReplies;
  rubricLanguage: () => string;
  /** Whether a run of this tab is asking a judge, whichever sheet is open. */
  isJudging: () => boolean;
  destination: DestinationQuestion;
}

export const [useJudges, provideJudges] = createContext<JudgeTools>();

import { createContext } from 'svelte';
import { provideCases, type CaseTools } from '../cases/context';
import { provideExport, type ExportTools } from '../export/context';
import { providePreferences, type Preferences } from '../i18n/preferences.svelte';
import { provideJudges, type JudgeTools } from '../judges/context';
import { provideEgress, type Egress } from '../privacy/egress.svelte';
import { provideSheet, type SheetTools } from '../sheet/context';
import type { HistoryContext } from './history/history-context.svelte';
import type { EditorWork } from '../studio/editor/try-case';
import type { NewRubric } from '../studio/new-rubric.svelte';
import type { IncomingFiles } from './incoming.svelte';
import type { Router } from './router.svelte';

/** Everything the screens share, built once in main.ts. Each folder sees its own part. */
export interface App extends CaseTools, JudgeTools, SheetTools, ExportTools {
  preferences: Preferences;
  incoming: IncomingFiles;
  egress: Egress;
  router: Router;
  /** Rejects when that part of the page cannot be loaded. */
  openHistory: () => Promise<HistoryContext>;
  /** The same for the screen of a new rubric. */
  openStudio: () => Promise<NewRubric>;
  openEditor: () => Promise<EditorWork>;
  build: string;
}

const [useApp, provideOwn] = createContext<App>();
export { useApp };

export function provideApp(app: App): void {
  providePreferences(app.preferences);
  provideEgress(app.egress);
  provideCases(app);
  provideJudges(app);
  provideSheet(app);
  provideExport(app);
  provideOwn(app);
}

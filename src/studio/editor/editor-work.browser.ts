import { startWorker } from '../../privacy/start-worker.browser';
import { callWorker } from '../../privacy/worker-call';
import type { RubricResult } from '../../rubric/file/rubric-problem';
import readAddress from './read-rubric.worker?worker&url';
import tryAddress from './try-case.worker?worker&url';
import type { EditorWork, Trial, TryOrder } from './try-case';

export const editorWork: EditorWork = {
  read: (text, signal) =>
    callWorker<string, never, RubricResult>(() => startWorker(readAddress), text, { signal }),
  tryCase: (order, signal) =>
    callWorker<TryOrder, never, Trial[]>(() => startWorker(tryAddress), order, { signal }),
};

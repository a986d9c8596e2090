import { sheetFileOpener } from './pipeline/sheet-file-worker-client';
import workerAddress from './sheet-file.worker?worker&url';
import { sleep } from './workers/clock';
import { startWorker } from './workers/start-worker';

/** Opens sheet files beside the page. A part of main.ts that waits until someone opens one. */
export const openSheetFileAway = sheetFileOpener(() => startWorker(workerAddress), sleep);

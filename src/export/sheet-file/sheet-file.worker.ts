// A sheet file is unpacked, checked and stored here, as main.ts would do it; the page only hears how far it is.
import { errorMessage } from '../../kit/error-message';
import { yieldEvery } from '../../kit/sliced-work';
import { serveCall } from '../../privacy/worker-call';
import { runLocks } from '../../sheet/run/run-locks';
import { storageFaultOf } from '../../sheet/sheet-store';
import { databaseSheetStore } from '../../sheet/store/database-sheet-store';
import { openDatabase } from '../../sheet/store/open-database.browser';
import type { SheetFileOrder, SheetFileResult } from './sheet-file-worker.browser';
import { openSheetFile } from './open-sheet-file';

/** How long lines are read before a request to stop is heard. */
const turnMilliseconds = 100;

serveCall<SheetFileOrder, number, SheetFileResult>(self, async ({ file, addTo }, { signal, progress }) => {
  const now = () => new Date();
  try {
    const opened = await openSheetFile(databaseSheetStore(openDatabase(), { now }), file.stream(), {
      ...(addTo !== null && { addTo }),
      newId: randomId,
      now,
      // Absent on pages without a secure address, whatever the types say.
      locks: runLocks('locks' in navigator ? navigator.locks : null),
      signal,
      maybeYield: yieldEvery(turnMilliseconds),
      onProgress: (bytes) => progress(Math.min(1, bytes / Math.max(1, file.size))),
    });
    return { opened };
  } catch (error) {
    const storage = storageFaultOf(error);
    if (storage === null) throw error;
    return { storage, message: errorMessage(error) };
  }
});

/** As main.ts makes them: a page without a secure address has no `randomUUID`. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

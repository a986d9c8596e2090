// Builds what opening sheet files needs, as main.ts does for the page: a file is unpacked, checked and stored here, and the page
// only hears how far it is.
import { messageOf } from './core/model/message-of';
import { openSheetFile } from './pipeline/sheet-file-open';
import type { SheetFileNews, SheetFileOrder } from './pipeline/sheet-file-worker-client';
import { storageFaultOf } from './pipeline/storage-fault';
import { runLocks } from './sheet/run-locks';
import { indexedDbSheetStore } from './sheet/store/indexeddb-sheet-store.browser';
import { openDatabase } from './sheet/store/open-database.browser';
import { breathing } from './state/sliced-work';

/** How long lines are read before an order to stop is heard. */
const turnMilliseconds = 100;

const stop = new AbortController();

addEventListener('message', ({ data: order }: MessageEvent<SheetFileOrder>) => {
  if (order.kind === 'cancel') stop.abort();
  else void open(order.file, order.addTo);
});

async function open(file: File, addTo: string | null): Promise<void> {
  const tell = (news: SheetFileNews) => postMessage(news);
  const { signal } = stop;
  tell({ kind: 'started' });
  const now = () => new Date();
  try {
    const opened = await openSheetFile(indexedDbSheetStore(openDatabase(), { now }), file.stream(), {
      ...(addTo !== null && { addTo }),
      newId: randomId,
      now,
      // Absent on pages without a secure address, whatever the types say.
      locks: runLocks('locks' in navigator ? navigator.locks : null),
      signal,
      breathe: breathing(turnMilliseconds),
      onProgress: (bytes) => tell({ kind: 'progress', share: Math.min(1, bytes / Math.max(1, file.size)) }),
    });
    tell({ kind: 'done', opened });
  } catch (error) {
    tell({ kind: 'failed', because: reasonOf(error), message: messageOf(error) });
  }
}

/** As main.ts makes them: a page without a secure address has no `randomUUID`. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function reasonOf(error: unknown): Extract<SheetFileNews, { kind: 'failed' }>['because'] {
  if (stop.signal.aborted && error === stop.signal.reason) return 'cancelled';
  return storageFaultOf(error) ?? (error instanceof DOMException ? 'file' : null);
}

// Builds what it takes to read a stored run for weighing, as main.ts does for the page: thousands of judgements are read and looked
// through here, and the page is handed the little that it needs of them.
import type { CompactNews, CompactOrder } from './pipeline/compact-away';
import { indexedDbSheetStore } from './sheet/store/indexeddb-sheet-store.browser';
import { openDatabase } from './sheet/store/open-database.browser';
import { compactShare } from './state/compact-share';

const tell = (news: CompactNews) => postMessage(news);

addEventListener('message', ({ data: order }: MessageEvent<CompactOrder>) => {
  read(order).then(
    () => tell({ kind: 'done' }),
    // The page reads by itself then, and meets what is wrong where it can tell it.
    () => tell({ kind: 'failed' }),
  );
});

async function read(order: CompactOrder): Promise<void> {
  const store = indexedDbSheetStore(openDatabase());
  for await (const rows of compactShare(store, order)) tell({ kind: 'some', rows });
}

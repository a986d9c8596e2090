/** Writes results to runs' logs, so that thousands of writes take no time from the page. */
import { messageOf } from '../../core/model/message-of';
import { writeLogWith } from './append-results';
import type { LogReply, LogRequest } from './log-worker-messages';
import { openDatabase } from './open-database';
import { StorageFailure } from './run-store';

const tell = (reply: LogReply) => postMessage(reply);
const { use } = openDatabase();
const writeLog = writeLogWith(use);

addEventListener('message', ({ data: { id, order } }: MessageEvent<LogRequest>) => {
  writeLog(order).then(
    (appended) => tell({ kind: 'done', id, appended }),
    (error: unknown) => {
      const fault = error instanceof StorageFailure ? error.kind : null;
      tell({ kind: 'failed', id, fault, message: messageOf(error) });
    },
  );
});

use('readonly', () => Promise.resolve()).then(
  () => tell({ kind: 'ready' }),
  // Whoever waits for it writes by itself, and is told the same by the browser.
  () => undefined,
);

import type { ReadTable } from '../core/cases/read-table';
import { widenRows } from '../core/cases/table-shaper';
import type { ReadingChoices, ReadingFailure, ReadingReport, RowNote } from '../core/model/table';
import type { ReadReply, ReadRequest } from './read-file-messages';

export interface ReadingOptions {
  signal?: AbortSignal;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  /** Rows as they come, for a preview. A row may be shorter than `columns`, which later rows can still widen. */
  onRows?: (rows: readonly string[][], soFar: { report: ReadingReport; columns: readonly string[] }) => void;
}

/**
 * Reads a file or pasted text. The file stays with the caller, who may read it again with other choices. Rejects with the
 * signal's reason when cancelled, and with an error when the worker breaks.
 */
export type ReadCases = (
  source: File | string,
  choices: ReadingChoices,
  options?: ReadingOptions,
) => Promise<ReadTable | ReadingFailure>;

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface ReadingWorker {
  onmessage: ((event: MessageEvent<ReadReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(request: ReadRequest): void;
  terminate(): void;
}

/**
 * One worker per reading, ended with it: nothing stale can arrive, cancelling is at once, and the memory that a large
 * file took in the worker is given back.
 */
export function casesReader(startWorker: () => ReadingWorker): ReadCases {
  return (source, choices, { signal, onProgress, onRows } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const worker = startWorker();
      const rows: string[][] = [];
      const notes: RowNote[] = [];
      let columns: readonly string[] = [];
      let report: ReadingReport | undefined;

      const end = () => {
        worker.onmessage = null;
        worker.onerror = null;
        worker.onmessageerror = null;
        worker.terminate();
        signal?.removeEventListener('abort', cancel);
      };
      const fail = (message: string) => {
        end();
        reject(new Error(message));
      };
      const cancel = () => {
        end();
        reject(abortReason(signal));
      };
      signal?.addEventListener('abort', cancel, { once: true });
      worker.onerror = (event) =>
        fail(`The reader of files stopped: ${event.message || 'it could not start'}.`);
      worker.onmessageerror = () => fail('The reader of files sent something that could not be received.');
      worker.onmessage = ({ data: reply }) => {
        switch (reply.kind) {
          case 'report':
            report = reply.report;
            break;
          case 'rows':
            columns = reply.columns;
            for (const row of reply.rows) rows.push(row);
            for (const note of reply.notes) notes.push(note);
            if (report) onRows?.(reply.rows, { report, columns });
            onProgress?.(reply.share);
            break;
          case 'failure':
            end();
            resolve(reply.failure);
            break;
          case 'done':
            end();
            if (!report) throw new Error('Expected a report before the end of a reading, got none.');
            widenRows(rows, columns.length);
            resolve({ table: { columns: [...columns], rows }, report, notes });
            break;
        }
      };
      worker.postMessage({ source, choices });
    });
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The reading was cancelled.', 'AbortError');
}

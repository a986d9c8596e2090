import { startWorker } from '../../privacy/start-worker.browser';
import { callWorker } from '../../privacy/worker-call';
import { isReadingFailure, type ReadingChoices, type ReadingFailure, type ReadTable } from '../table';
import type { ReadCases } from './read-file';
import workerAddress from './read-file.worker?worker&url';

export type ReadOrder = { source: File | string; choices: ReadingChoices } | 'fetch';
/** How much is read, from 0 to 1; then the rows. */
export type ReadProgress = number | string[][];
export type ReadResult = ReadingFailure | (Omit<ReadTable, 'table'> & { columns: string[] }) | null;

/** Has the browser fetch all that reading needs, a workbook's part too, so that files can be read without a network. */
export async function fetchReader(): Promise<void> {
  await callWorker<ReadOrder, ReadProgress, ReadResult>(() => startWorker(workerAddress), 'fetch');
}

/** The file stays with the caller, who may read it again with other choices. */
export const readCases: ReadCases = async (source, choices, { signal, onProgress } = {}) => {
  const rows: string[][] = [];
  const read = await callWorker<ReadOrder, ReadProgress, ReadResult>(
    () => startWorker(workerAddress),
    { source, choices },
    {
      signal,
      onProgress: (part) => {
        if (typeof part === 'number') onProgress?.(part);
        else for (const row of part) rows.push(row);
      },
    },
  );
  if (!read) throw new Error('Expected a table or a failure from the reader, got nothing.');
  if (isReadingFailure(read)) return read;
  const { columns, ...rest } = read;
  return { ...rest, table: { columns, rows } };
};

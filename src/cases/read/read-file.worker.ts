import { serveCall } from '../../privacy/worker-call';
import { isReadingFailure } from '../table';
import type { ReadOrder, ReadProgress, ReadResult } from './read-cases.browser';
import { readFile, rowMessages } from './read-file';

serveCall<ReadOrder, ReadProgress, ReadResult>(self, async (order, { progress }) => {
  if (order === 'fetch') {
    await import('./read-workbook');
    return null;
  }
  const read = await readFile(order.source, order.choices, progress);
  if (isReadingFailure(read)) return read;
  const { table, ...rest } = read;
  for (const rows of rowMessages(table.rows)) progress(rows);
  return { ...rest, columns: table.columns };
});

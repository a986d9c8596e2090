import type { RunHead } from '../core/model/run';
import type * as Batch from '../pipeline/batch';

/** A file whose first lines are all damaged is most likely no result file. */
const mostLooked = 200;

/** A file that names no run, and what its first lines are. */
export interface Stray {
  file: File;
  holds: 'results' | 'questions' | 'neither';
}

/** What there is to say of files of which none names a run. */
export function sorted(strays: readonly Stray[]): {
  foreign: boolean;
  questions: string[];
  unread: string[];
} {
  const names = (wanted: Stray['holds']) =>
    strays.filter(({ holds }) => holds === wanted).map(({ file }) => file.name);
  const [questions, unread] = [names('questions'), names('neither')];
  // A run that was chosen and is gone has no strays.
  return {
    foreign: questions.length + unread.length === 0 || names('results').length > 0,
    questions,
    unread,
  };
}

/** The run that one of its first lines names; null where none of these is named. */
export async function lookInto(
  batch: typeof Batch,
  file: File,
  heads: readonly RunHead[],
): Promise<{ head: RunHead | null; holds: Stray['holds'] }> {
  let looked = 0;
  let holds: Stray['holds'] = 'neither';
  for await (const { text } of batch.batchFileLines(file.stream())) {
    const { head, kind } = text === null ? { head: null, kind: 'damaged' } : batch.findRunOf(text, heads);
    if (head) return { head, holds: 'results' };
    if (kind === 'reply' || kind === 'error') holds = 'results';
    if (kind === 'request' && holds === 'neither') holds = 'questions';
    looked += 1;
    if (looked === mostLooked) break;
  }
  return { head: null, holds };
}

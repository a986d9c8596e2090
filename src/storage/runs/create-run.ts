import type { RunCase } from '../../core/model/run';
import { promisifyRequest } from 'idb-keyval';
import { casesKey, caseStartsKey, headKey, logKey, rubricKey, sourcesKey } from './run-keys';
import type { NewRun } from './run-store';
import { bytesOf, type Log } from './stored-shapes';
import { valueOf } from './transact';

const mostCases = 500;
const longestPiece = 4_000_000;

/**
 * Within one transaction, so that a tab that dies or a disk that is full leaves nothing of the run. Waiting for each piece
 * to be taken lets the page breathe and keeps one piece at a time in memory.
 */
export async function createRun(
  store: IDBObjectStore,
  { head, rubric, sources, cases }: NewRun,
): Promise<void> {
  if ((await valueOf(store, headKey(head.id))) !== undefined)
    throw new Error(`Expected the id of a new run, got ${head.id}, which is stored already.`);
  const texts = { rubric: JSON.stringify(rubric), sources: JSON.stringify(sources) };
  let bytes = bytesOf(texts.rubric) + bytesOf(texts.sources);
  const starts: number[] = [];
  let count = 0;
  store.put(texts.rubric, rubricKey(head.id));
  store.put(texts.sources, sourcesKey(head.id));
  for (const { text, cases: inPiece } of casePiecesOf(cases)) {
    await promisifyRequest(store.put(text, casesKey(head.id, starts.length)));
    bytes += bytesOf(text);
    starts.push(count);
    count += inPiece;
  }
  if (count !== head.cases)
    throw new Error(`Expected ${head.cases} cases as the run's head says, got ${count}.`);
  const log: Log = { count: 0, sealed: 0, tailLength: 0, casePieces: starts.length, bytes };
  store.put(starts, caseStartsKey(head.id));
  store.put(log, logKey(head.id));
  store.put(head, headKey(head.id));
}

/** Pieces of a size that reads well, whatever size they come in. */
function* casePiecesOf(
  pieces: Iterable<readonly RunCase[]>,
): Generator<{ text: string; cases: number }, void, undefined> {
  let waiting: string[] = [];
  let length = 0;
  const take = () => {
    const piece = { text: `[${waiting.join(',')}]`, cases: waiting.length };
    waiting = [];
    length = 0;
    return piece;
  };
  for (const piece of pieces) {
    for (const one of piece) {
      const text = JSON.stringify(one);
      waiting.push(text);
      length += text.length;
      if (waiting.length >= mostCases || length >= longestPiece) yield take();
    }
  }
  if (waiting.length > 0) yield take();
}

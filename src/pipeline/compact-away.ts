import type { Compacted } from './compact-judgement';

/** A judged case: its row and its key in the sheet, and where in the run's log the judgement lies that stands for it. */
export interface JudgedRow {
  row: number;
  key: number;
  place: number;
}

export interface CompactedRow {
  row: number;
  /** Null where the judgement cannot be read as it is stored. */
  compacted: Compacted | null;
}

export interface CompactOrder {
  run: string;
  sheet: string;
  /** Hash of the run's rubric. */
  rubric: string;
  /** In the order of the cases. */
  judged: readonly JudgedRow[];
}
export type CompactNews =
  { kind: 'some'; rows: readonly CompactedRow[] } | { kind: 'done' } | { kind: 'failed' };

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface CompactWorker {
  onmessage: ((event: MessageEvent<CompactNews>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(order: CompactOrder): void;
  terminate(): void;
}

interface Hooks {
  signal: AbortSignal;
  /** In no particular order. False: no more is wanted. */
  onSome: (rows: readonly CompactedRow[]) => boolean;
}

/** Takes from stored judgements what weighing needs, beside the page. False where that fails: not all rows have come then. */
export type CompactAway = (order: CompactOrder, hooks: Hooks) => Promise<boolean>;

/** Each of the workers reads a share of the cases, and ends with it. */
export function compactAway(startWorker: () => CompactWorker, most: number): CompactAway {
  return ({ judged, ...run }, { signal, onSome }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const workers: CompactWorker[] = [];
      const end = (outcome: boolean) => {
        for (const worker of workers) {
          worker.onmessage = null;
          worker.onerror = null;
          worker.onmessageerror = null;
          worker.terminate();
        }
        signal.removeEventListener('abort', cancel);
        resolve(outcome);
      };
      const cancel = () => {
        // Whoever cancelled knows why.
        reject(signal.reason instanceof Error ? signal.reason : new Error('The reading was cancelled.'));
        end(false);
      };
      signal.addEventListener('abort', cancel, { once: true });
      const shares = sharesOf(judged, most);
      let left = shares.length;
      const hear = (news: CompactNews) => {
        if (news.kind === 'failed') end(false);
        else if (news.kind === 'done') left -= 1;
        else if (!onSome(news.rows)) left = 0;
        if (left === 0) end(true);
      };
      try {
        for (const share of shares) {
          const worker = startWorker();
          workers.push(worker);
          worker.onerror = () => end(false);
          worker.onmessageerror = () => end(false);
          worker.onmessage = ({ data }) => hear(data);
          worker.postMessage({ ...run, judged: share });
        }
      } catch {
        end(false);
      }
    });
}

/** Fewer are read sooner than another worker has come. */
const fewestCases = 500;

/** Neighbours stay together: they lie in the same stored pieces. */
function sharesOf(judged: readonly JudgedRow[], most: number): (readonly JudgedRow[])[] {
  const count = Math.max(1, Math.min(most, Math.floor(judged.length / fewestCases)));
  const length = Math.ceil(judged.length / count);
  return Array.from({ length: count }, (_, share) => judged.slice(share * length, (share + 1) * length));
}

import type { RunStore } from '../storage/runs/run-store';
import type { RunNews } from './run-news';

interface Tools {
  runs: Pick<RunStore, 'head'>;
  news: Pick<RunNews, 'listen'>;
}

/**
 * Tells which of these runs are not there, deleted for good or so that they can only be brought back, whenever something became
 * of one of them. Gives a function that ends that.
 */
export function followPresence(
  ids: readonly string[],
  { runs, news }: Tools,
  tell: (missing: ReadonlySet<string>) => void,
): () => void {
  let latest: symbol | null = null;
  const look = async () => {
    const mine = Symbol();
    latest = mine;
    try {
      const heads = await Promise.all(ids.map((id) => runs.head(id)));
      const there = new Set(heads.flatMap((head) => (head?.removed === null ? [head.id] : [])));
      // A later look knows better, and nobody wants to know any more once the screen is left.
      if (latest === mine) tell(new Set(ids.filter((id) => !there.has(id))));
    } catch {
      // Nothing is known of it then; what is read next of the run says what is wrong.
    }
  };
  const deafen = news.listen(({ kind, run }) => {
    if ((kind === 'head' || kind === 'removed') && ids.includes(run)) void look();
  });
  return () => {
    latest = null;
    deafen();
  };
}

import type { RunHead } from '../core/model/run';
import type { RunNews } from './run-news';

/** Changes that come in quick succession are read together. */
const gatherMilliseconds = 300;
/** While a run goes on it is read no more often than this, and takes no more than a share of the time that there is. */
const restMilliseconds = 1000;
const restPerReading = 4;

/** Has these runs read anew whenever one of them went on or ended, here or in another tab. Gives a function that ends that. */
export function followChanges(
  ids: readonly string[],
  news: Pick<RunNews, 'listen'>,
  read: () => Promise<void>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let reading = false;
  let heardMeanwhile = false;
  let left = false;
  let next = 0;
  const soon = () => {
    if (reading) heardMeanwhile = true;
    else timer ??= setTimeout(() => void readNow(), Math.max(gatherMilliseconds, next - performance.now()));
  };
  const readNow = async () => {
    timer = null;
    reading = true;
    const began = performance.now();
    await read();
    const ended = performance.now();
    next = ended + Math.max(restMilliseconds, restPerReading * (ended - began));
    reading = false;
    if (!heardMeanwhile || left) return;
    heardMeanwhile = false;
    soon();
  };
  const deafen = news.listen(({ kind, run }) => {
    if ((kind === 'head' || kind === 'progress') && ids.includes(run)) soon();
  });
  return () => {
    deafen();
    if (timer !== null) clearTimeout(timer);
    left = true;
  };
}

/** Whether nothing was judged between the two; the run may have been renamed. */
export function sameResults(a: RunHead, b: RunHead): boolean {
  return a.changed === b.changed && a.counts.done === b.counts.done && a.state === b.state;
}

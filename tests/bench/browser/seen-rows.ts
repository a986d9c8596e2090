/** How often the table was seen scrolled, and how often a part of it then had no row. */
export interface SeenRows {
  frames: number;
  gaps: number;
}

/**
 * Runs in the page. Milliseconds from the end of the reading worker to the first frame that has rows of the file in the region
 * of this name. Start it before the file is chosen.
 */
export function firstRowsShown(region: string): Promise<number> {
  let ended: number | null = null;
  const { prototype } = Worker;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the worker it belongs to
  const { terminate } = prototype;
  prototype.terminate = function (this: Worker) {
    ended ??= performance.now();
    terminate.call(this);
  };
  return new Promise((resolve) => {
    const look = () => {
      const shown = document.querySelector(`[aria-label="${region}"] tbody td`) !== null;
      if (!shown || ended === null) {
        requestAnimationFrame(look);
        return;
      }
      prototype.terminate = terminate;
      resolve(performance.now() - ended);
    };
    requestAnimationFrame(look);
  });
}

/**
 * Runs in the page. Looks at the table whenever its scroll position has changed, before the list hears of it: that is what
 * the screen shows meanwhile. Ends when it has stood still for a second.
 */
export function watchScrolling(table: HTMLElement | SVGElement): Promise<SeenRows> {
  const scroller = table.parentElement;
  const header = table.querySelector('thead');
  if (!scroller || !header) throw new Error('Expected a table with a header in something that scrolls.');
  const seen: SeenRows = { frames: 0, gaps: 0 };
  return new Promise((resolve) => {
    let still = 0;
    const rest = () => {
      document.removeEventListener('scroll', look, true);
      resolve(seen);
    };
    const look = () => {
      clearTimeout(still);
      still = window.setTimeout(rest, 1000);
      const { bottom } = scroller.getBoundingClientRect();
      const top = header.getBoundingClientRect().bottom;
      const places = [0.02, 0.25, 0.5, 0.75, 0.98].map((share) => top + (bottom - top) * share);
      // Not by what the pointer would hit: the list lets it through while it is scrolled.
      const rows = Array.from(table.querySelectorAll('tbody tr'), (row) => row.getBoundingClientRect());
      const isCovered = (y: number) => rows.some((row) => row.top <= y && y <= row.bottom);
      seen.frames += 1;
      if (!places.every(isCovered)) seen.gaps += 1;
    };
    document.addEventListener('scroll', look, true);
  });
}

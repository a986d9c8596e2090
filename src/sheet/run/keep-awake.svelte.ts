import type { Preferences } from '../../i18n/preferences.svelte';
import type { Sleep } from '../../kit/clock/clock-client.browser';

interface Tools {
  /** Undefined where the browser has none. */
  wakeLock: Pick<WakeLock, 'request'> | undefined;
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  preferences: Pick<Preferences, 'awake'>;
  /** The wall clock: others may stand still while the computer sleeps. */
  now: () => number;
  sleep: Sleep;
}

const beatMilliseconds = 10_000;
/** A busy computer is late by less. */
const shortestSleep = 60_000;

/** While a run is driven: keeps the screen on, and notices when the computer or the tab slept all the same. */
export class KeepAwake {
  readonly #tools: Tools;
  readonly supported: boolean;
  /** In milliseconds, during the run that is or was last driven in this sheet. */
  slept = $state(0);
  sheet = $state('');

  constructor(tools: Tools) {
    this.#tools = tools;
    this.supported = tools.wakeLock !== undefined;
  }

  /** Until the function that it returns is called. */
  watch(sheet: string): () => void {
    const { page, preferences } = this.#tools;
    const over = new AbortController();
    this.slept = 0;
    this.sheet = sheet;
    void this.#noticeSleep(over.signal);
    const lock = () => void this.#lock(over.signal);
    if (preferences.awake) {
      lock();
      // A browser takes the lock back when the page is hidden.
      page.addEventListener('visibilitychange', lock, { signal: over.signal });
    }
    return () => over.abort();
  }

  async #lock(over: AbortSignal): Promise<void> {
    const { wakeLock, page } = this.#tools;
    if (page.visibilityState !== 'visible') return;
    // A browser may refuse, as with an empty battery.
    const lock = await wakeLock?.request('screen').catch(() => null);
    if (over.aborted) await lock?.release();
    else over.addEventListener('abort', () => void lock?.release(), { once: true });
  }

  async #noticeSleep(over: AbortSignal): Promise<void> {
    const { now, sleep } = this.#tools;
    while (!over.aborted) {
      const began = now();
      await sleep(beatMilliseconds, over).catch(() => undefined);
      const late = now() - began - beatMilliseconds;
      if (late >= shortestSleep) this.slept += late;
    }
  }
}

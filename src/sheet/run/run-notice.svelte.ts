import { errorMessage } from '../../kit/error-message';
import type { RunState } from './run-state';

/** The part of the browser's notifications that is used. */
export interface Notices {
  permission(): NotificationPermission | 'unsupported';
  ask(): Promise<NotificationPermission | 'unsupported'>;
  /** Rejects where the browser does not show it. */
  show(title: string, body: string): Promise<void>;
}

export function browserNotices(): Notices {
  if (typeof Notification === 'undefined') {
    return {
      permission: () => 'unsupported',
      ask: () => Promise.resolve('unsupported'),
      show: () => Promise.resolve(),
    };
  }
  return {
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    show: (title, body) =>
      new Promise((resolve, reject) => {
        // Throws in browsers on phones that let only a service worker notify.
        const shown = new Notification(title, { body, tag: 'assay-run' });
        shown.addEventListener('show', () => resolve());
        shown.addEventListener('error', () => reject(new Error('')));
      }),
  };
}

/** What the person wished for at an earlier visit, and where a new wish is kept. */
export interface KeptWish {
  wanted: boolean;
  keep(wanted: boolean): void;
}

/** What a person is told of. A run that they called off themselves is none. */
export type RunEnding = 'finished' | 'paused' | 'failed';
export type NoticeTitles = Record<RunEnding, string>;

/** Tells a person who looks elsewhere that a run has ended or waits, if they asked for it. */
export class RunNotice {
  readonly #notices: Notices;
  readonly #wish: KeptWish;
  wanted = $state(false);
  /** The browser does not let this page notify anyone. */
  refused = $state(false);
  /** Why the last notice was not shown, in the browser's words; empty where it gave none, null where it was shown. */
  failure = $state<string | null>(null);

  constructor(notices: Notices, wish: KeptWish) {
    this.#notices = notices;
    this.#wish = wish;
    // What was allowed then may be blocked by now. Nobody is asked again before they do something.
    if (wish.wanted) this.#settle(notices.permission());
  }

  async want(wanted: boolean): Promise<void> {
    this.failure = null;
    if (wanted) this.#settle(await this.#permission());
    else {
      this.wanted = false;
      this.refused = false;
    }
    this.#wish.keep(this.wanted);
  }

  /** `hidden` is whether the person looks elsewhere. No text of a case is ever in it. */
  ended({ kind }: RunState, hidden: boolean, titles: NoticeTitles, body: string): void {
    if (!this.wanted || !hidden || (kind !== 'finished' && kind !== 'paused' && kind !== 'failed')) return;
    this.failure = null;
    void this.#notices.show(titles[kind], body).catch((error: unknown) => {
      this.failure = errorMessage(error);
    });
  }

  async #permission(): Promise<ReturnType<Notices['permission']>> {
    const known = this.#notices.permission();
    if (known !== 'default') return known;
    try {
      return await this.#notices.ask();
    } catch {
      // As in a page that is framed: it may not even ask.
      return 'denied';
    }
  }

  #settle(permission: ReturnType<Notices['permission']>): void {
    this.wanted = permission === 'granted';
    this.refused = !this.wanted;
  }
}

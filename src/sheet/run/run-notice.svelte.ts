import type { Preferences } from '../../i18n/preferences.svelte';
import { errorMessage } from '../../kit/error-message';
import type { RunState } from './run-state';

/** What a person is notified of. Cancelling a run oneself is not. */
export type RunEnding = 'finished' | 'paused' | 'failed';
export type NoticeTitles = Record<RunEnding, string>;

export class RunNotice {
  readonly #preferences: Pick<Preferences, 'notify' | 'setNotify'>;
  wanted = $state(false);
  refused = $state(false);
  /** Why the last notice was not shown, in the browser's words; empty where it gave none, null where it was shown. */
  failure = $state<string | null>(null);

  constructor(preferences: Pick<Preferences, 'notify' | 'setNotify'>) {
    this.#preferences = preferences;
    // What was allowed then may be blocked by now. The person is not asked again before they do something.
    if (preferences.notify) this.#settle(permission());
  }

  async want(wanted: boolean): Promise<void> {
    this.failure = null;
    if (wanted) this.#settle(await askPermission());
    else {
      this.wanted = false;
      this.refused = false;
    }
    this.#preferences.setNotify(this.wanted);
  }

  /** `hidden` is whether the person looks elsewhere. No text of a case is ever in it. */
  ended({ kind }: RunState, hidden: boolean, titles: NoticeTitles, body: string): void {
    if (!this.wanted || !hidden || (kind !== 'finished' && kind !== 'paused' && kind !== 'failed')) return;
    this.failure = null;
    try {
      // Throws in browsers on phones that let only a service worker notify.
      const shown = new Notification(titles[kind], { body, tag: 'assay-run' });
      shown.addEventListener('error', () => (this.failure = ''));
    } catch (error) {
      this.failure = errorMessage(error);
    }
  }

  #settle(granted: NotificationPermission): void {
    this.wanted = granted === 'granted';
    this.refused = !this.wanted;
  }
}

function permission(): NotificationPermission {
  return typeof Notification === 'undefined' ? 'denied' : Notification.permission;
}

async function askPermission(): Promise<NotificationPermission> {
  if (permission() !== 'default') return permission();
  // It rejects in a page that is framed: that may not even ask.
  return Notification.requestPermission().catch(() => 'denied' as const);
}

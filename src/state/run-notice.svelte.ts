import type { RunState } from './run-state';

/** The part of the browser's notifications that is used. */
export interface Notices {
  permission(): NotificationPermission | 'unsupported';
  ask(): Promise<NotificationPermission | 'unsupported'>;
  show(title: string, body: string): void;
}

export function browserNotices(): Notices {
  if (typeof Notification === 'undefined') {
    return { permission: () => 'unsupported', ask: () => Promise.resolve('unsupported'), show: () => {} };
  }
  return {
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    show(title, body) {
      try {
        new Notification(title, { body, tag: 'assay-run' });
      } catch {
        // Some browsers on phones let only a service worker notify. The page shows the same words.
      }
    },
  };
}

/** Tells a person who looks elsewhere that a run has ended, if they asked for it. */
export class RunNotice {
  readonly #notices: Notices;
  #wanted = $state(false);
  #refused = $state(false);

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  get wanted(): boolean {
    return this.#wanted;
  }
  /** The browser does not let this page notify anyone. */
  get refused(): boolean {
    return this.#refused;
  }

  async want(wanted: boolean): Promise<void> {
    if (!wanted) {
      this.#wanted = false;
      this.#refused = false;
      return;
    }
    const known = this.#notices.permission();
    const permission = known === 'default' ? await this.#notices.ask() : known;
    this.#wanted = permission === 'granted';
    this.#refused = !this.#wanted;
  }

  /** `hidden` is whether the person looks elsewhere. No text of a case is ever in it. */
  ended(state: RunState, hidden: boolean, title: string, body: string): void {
    if (!this.#wanted || !hidden || (state.kind !== 'finished' && state.kind !== 'paused')) return;
    this.#notices.show(title, body);
  }
}

import { z } from '../kit/zod';

/** What was stored of a sheet: a screen that shows it reads the store again. */
const changeSchema = z.strictObject({
  sheet: z.string(),
  run: z.string().optional(),
  /** The run's log has all results before this place. */
  upTo: z.int().min(0).optional(),
  /** The run, or without one the whole sheet, is no longer stored. */
  removed: z.literal(true).optional(),
});
export type SheetChange = z.infer<typeof changeSchema>;

const wantSchema = z.enum(['pause', 'resume', 'cancel']);
export type RunCommand = z.infer<typeof wantSchema>;

const messageSchema = z.union([
  z.strictObject({ change: changeSchema }),
  /** To the tab that drives a run. */
  z.strictObject({ ask: z.strictObject({ run: z.string(), want: wantSchema }) }),
]);
type Message = z.infer<typeof messageSchema>;

export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** One way for this tab, other tabs, batch files and imports to say that something was stored. */
export class SheetChanges {
  readonly #channel: TabChannel | null;
  readonly #listeners = new Set<(change: SheetChange) => void>();
  readonly #askListeners = new Set<(run: string, want: RunCommand) => void>();

  /** `channel`: null where the browser has none; other tabs then hear nothing. */
  constructor(channel: TabChannel | null) {
    this.#channel = channel;
    channel?.addEventListener('message', ({ data }) => {
      // Another version of Assay may send messages that this one does not know.
      const message = messageSchema.safeParse(data);
      if (message.success) this.#hear(message.data);
    });
  }

  notify(change: SheetChange): void {
    this.#channel?.postMessage({ change });
    this.#hear({ change });
  }
  listen(listener: (change: SheetChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  ask(run: string, want: RunCommand): void {
    this.#channel?.postMessage({ ask: { run, want } });
  }
  onAsk(listener: (run: string, want: RunCommand) => void): () => void {
    this.#askListeners.add(listener);
    return () => this.#askListeners.delete(listener);
  }

  #hear(message: Message): void {
    if ('change' in message) for (const listener of [...this.#listeners]) listener(message.change);
    else for (const listener of this.#askListeners) listener(message.ask.run, message.ask.want);
  }
}

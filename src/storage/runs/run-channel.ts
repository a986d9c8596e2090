import { runPauseSchema } from '../../core/model/run';
import { z } from '../../core/model/zod';

/** What tabs tell each other about runs; results themselves are read from the store. */
const runMessageSchema = z.discriminatedUnion('kind', [
  /** The log has all results before the place `upTo`. */
  z.strictObject({ kind: z.literal('progress'), run: z.string(), upTo: z.int().min(0) }),
  /** Its head was changed: renamed, paused, ended … */
  z.strictObject({ kind: z.literal('head'), run: z.string() }),
  z.strictObject({ kind: z.literal('removed'), run: z.string() }),
  /** From the run's owner: why it waits, though the storage does not say so. Null: as it is stored. */
  z.strictObject({ kind: z.literal('waits'), run: z.string(), pause: runPauseSchema.nullable() }),
  /** To the run's owner, from a tab that has just learnt of it: it is to say whether it waits. */
  z.strictObject({ kind: z.literal('how'), run: z.string() }),
  /** To the run's owner, from a tab that follows it. */
  z.strictObject({ kind: z.literal('ask'), run: z.string(), want: z.enum(['pause', 'resume', 'cancel']) }),
]);
export type RunMessage = z.infer<typeof runMessageSchema>;

export interface RunChannel {
  /** To all other tabs, never to oneself. */
  send(message: RunMessage): void;
  /** Gives a function that ends the listening. */
  listen(listener: (message: RunMessage) => void): () => void;
  close(): void;
}

/** Where the browser has no channels, nobody hears anything. */
export function openRunChannel(name = 'assay-runs'): RunChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const listeners = new Set<(message: RunMessage) => void>();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Another version of Assay may say things that this one does not know.
    const message = runMessageSchema.safeParse(data);
    if (message.success) for (const listener of listeners) listener(message.data);
  });
  return {
    send: (message) => channel?.postMessage(message),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      channel?.close();
    },
  };
}

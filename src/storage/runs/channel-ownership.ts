import { z } from '../../core/model/zod';
import type { RunOwnership } from './run-ownership';

/** What tabs say to each other about who owns which run. */
const wordSchema = z.discriminatedUnion('kind', [
  /** To owners: they are to say that the run is theirs, or with null, all that are. */
  z.strictObject({ kind: z.literal('who'), run: z.string().nullable() }),
  /** From a tab that would own the run. Of several at the same moment the one of the highest rank gets it. */
  z.strictObject({ kind: z.literal('want'), run: z.string(), rank: z.string() }),
  z.strictObject({ kind: z.literal('mine'), run: z.string() }),
  /** From an owner that lets go. One that dies says nothing. */
  z.strictObject({ kind: z.literal('free'), run: z.string() }),
]);
type Word = z.infer<typeof wordSchema>;

export interface OwnerChannel {
  /** To all other tabs, never to oneself. */
  send(word: Word): void;
  listen(listener: (said: unknown) => void): void;
}

interface Tools {
  channel: OwnerChannel;
  /** Settles after the time; rejects when the signal aborts first. Must keep its time in a hidden tab. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Another text each time, of one length. */
  random: () => string;
}

/** How long an answer may take: many times what a tab takes that is not busy, and not yet long for whoever waits. */
const answerMilliseconds = 300;
/** How soon it is noticed that an owner died. */
const askAgainMilliseconds = 1_000;

/** Null where the browser has no channels. */
export function openOwnerChannel(name = 'assay-run-owners'): OwnerChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(name);
  return {
    send: (word) => {
      channel.postMessage(word);
    },
    listen: (listener) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        listener(data);
      });
    },
  };
}

/**
 * Ownership by word of mouth, for browsers that give a page no locks: who wants a run says so, and has it when nobody objects in
 * time. A tab that the browser has put to sleep cannot object, so it is not as sure as a lock.
 */
export function channelOwnership({ channel, sleep, random }: Tools): RunOwnership {
  const owned = new Set<string>();
  /** Runs that this tab is claiming, with its rank. */
  const wanted = new Map<string, string>();
  const listeners = new Set<(word: Word) => void>();

  function answer(word: Word): void {
    if (word.kind === 'who') {
      for (const run of owned) if (word.run === null || word.run === run) channel.send({ kind: 'mine', run });
    }
    if (word.kind !== 'want') return;
    const { run } = word;
    const rank = wanted.get(run) ?? '';
    if (owned.has(run)) channel.send({ kind: 'mine', run });
    // It may have begun to listen only after this tab said so first.
    else if (rank > word.rank) channel.send({ kind: 'want', run, rank });
  }

  channel.listen((said) => {
    // Another version of Assay may say things that this one does not know.
    const { success, data: word } = wordSchema.safeParse(said);
    if (!success) return;
    for (const listener of [...listeners]) listener(word);
    answer(word);
  });

  /** Says something, and listens for a while. True as soon as a word came that ends the waiting. */
  async function hears(
    said: Word | null,
    ends: (word: Word) => boolean,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const heard = new AbortController();
    const listener = (word: Word) => {
      if (ends(word)) heard.abort();
    };
    listeners.add(listener);
    try {
      signal.throwIfAborted();
      const slept = sleep(milliseconds, AbortSignal.any([heard.signal, signal]));
      if (said) channel.send(said);
      await slept;
      return false;
    } catch (error) {
      signal.throwIfAborted();
      if (heard.signal.aborted) return true;
      throw error;
    } finally {
      listeners.delete(listener);
    }
  }
  const never = new AbortController().signal;

  return {
    exclusive: false,
    knowsOwners: true,
    async claim(run) {
      if (owned.has(run) || wanted.has(run)) return null;
      const rank = random();
      wanted.set(run, rank);
      const isLost = (word: Word) =>
        word.kind === 'want'
          ? word.run === run && word.rank > rank
          : word.kind === 'mine' && word.run === run;
      try {
        if (await hears({ kind: 'want', run, rank }, isLost, answerMilliseconds, never)) return null;
        owned.add(run);
      } finally {
        wanted.delete(run);
      }
      let held = true;
      return {
        release() {
          if (held) {
            held = false;
            owned.delete(run);
            channel.send({ kind: 'free', run });
          }
          return Promise.resolve();
        },
      };
    },
    async whenFree(run, signal) {
      for (;;) {
        const isMine = (word: Word) => word.kind === 'mine' && word.run === run;
        const answered = await hears({ kind: 'who', run }, isMine, answerMilliseconds, signal);
        if (!answered && !owned.has(run)) return;
        const isFree = (word: Word) => word.kind === 'free' && word.run === run;
        if (await hears(null, isFree, askAgainMilliseconds, signal)) return;
      }
    },
    async ownedElsewhere() {
      const found = new Set<string>();
      const note = (word: Word) => {
        if (word.kind === 'mine') found.add(word.run);
        if (word.kind === 'free') found.delete(word.run);
        return false;
      };
      await hears({ kind: 'who', run: null }, note, answerMilliseconds, never);
      return found;
    },
  };
}

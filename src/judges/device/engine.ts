import type { DeviceFault, DeviceProblem } from './device';
import type {
  Answer,
  ChatMessage,
  Generated,
  Generation,
  Opened,
  OpenSettings,
  Order,
  Unnumbered,
} from './messages';

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface EngineWorker<Load> {
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(order: Order<Load>): void;
  terminate(): void;
}

export interface EngineTools<Load> {
  startWorker: () => EngineWorker<Load>;
  clock: { now(): number; sleep(milliseconds: number, signal: AbortSignal): Promise<void> };
}

/** The engine is gone; another has to be started. */
export class EngineBroken extends Error {
  readonly problem: DeviceProblem;

  constructor(fault: DeviceFault, said: string) {
    super(said === '' ? fault : said);
    this.name = 'EngineBroken';
    this.problem = { fault, said };
  }
}

/** How long a worker may say nothing, and what it is taken for then. */
interface Patience {
  milliseconds: number;
  fault: DeviceFault;
}
/** Reading 256 tokens takes a slow machine with a large model a minute or two; the loading of a large file as well. */
const working: Patience = { milliseconds: 300_000, fault: 'hang' };
/** The grammar of a reply takes seconds. */
const compiling: Patience = { milliseconds: 60_000, fault: 'grammar' };

interface Waiting {
  take(answer: Answer): void;
  fail(error: Error): void;
}

/** The page's end of one runtime with one model, in a worker of its own. Once broken or closed it stays so. */
export class Engine<Load> {
  readonly #worker: EngineWorker<Load>;
  readonly #clock: EngineTools<Load>['clock'];
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended = new AbortController();
  /** When the worker last gave a sign, and what it was at. It works on one order at a time: a sign of any is one for all who wait. */
  #heard = 0;
  #patience = working;
  #isWatched = false;
  #last = 0;
  #broken: EngineBroken | null = null;

  constructor({ startWorker, clock }: EngineTools<Load>) {
    this.#clock = clock;
    this.#worker = startWorker();
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      this.#hear(data.kind === 'alive' && data.compiling ? compiling : working);
      if (data.kind === 'broken') this.#break(data.fault, data.message);
      else waiting.take(data);
    };
    // A worker whose file does not come gives an event without words.
    this.#worker.onerror = (event) => this.#break('crash', event.message || '');
    this.#worker.onmessageerror = () => this.#break('crash', '');
  }

  get broken(): boolean {
    return this.#broken !== null;
  }

  open(load: Load, settings: OpenSettings): Promise<Opened> {
    return this.#order({ kind: 'open', load, settings }, (answer) =>
      answer.kind === 'opened' ? { value: answer.opened } : null,
    );
  }

  /** Tokens that a question takes, the model's own format around it included. */
  count(messages: ChatMessage[], context: number): Promise<number> {
    return this.#order({ kind: 'count', messages, context }, (answer) =>
      answer.kind === 'counted' ? { value: answer.tokens } : null,
    );
  }

  /** Rejects with the signal's reason when cancelled; the engine can then be asked again. */
  generate(
    generation: Generation,
    { onText, signal }: { onText?: ((soFar: string) => void) | undefined; signal: AbortSignal },
  ): Promise<{ kind: 'generated'; generated: Generated } | { kind: 'too-long'; tokens: number }> {
    signal.throwIfAborted();
    let stop = () => {};
    const outcome = this.#order(
      { kind: 'generate', generation },
      (answer) => {
        if (answer.kind === 'text' && !signal.aborted) onText?.(answer.soFar);
        if (answer.kind === 'generated' || answer.kind === 'too-long') return { value: answer };
        if (answer.kind === 'stopped') throw reasonOf(signal);
        return null;
      },
      (id) => {
        stop = () => this.#worker.postMessage({ id, kind: 'stop' });
      },
    );
    signal.addEventListener('abort', stop, { once: true });
    return outcome.finally(() => signal.removeEventListener('abort', stop));
  }

  close(): void {
    this.#break('unloaded', '');
  }

  /** Waits for the answer that `read` takes for the end. */
  #order<T>(
    order: Unnumbered<Order<Load>>,
    read: (answer: Answer) => { value: T } | null,
    numbered: (id: number) => void = () => {},
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#broken) {
        reject(this.#broken);
        return;
      }
      this.#last += 1;
      const id = this.#last;
      const end = (settle: () => void) => {
        this.#waiting.delete(id);
        settle();
      };
      if (this.#waiting.size === 0) this.#hear(working);
      this.#waiting.set(id, {
        take: (answer) => {
          try {
            const done = read(answer);
            if (done) end(() => resolve(done.value));
          } catch (error) {
            end(() => reject(error instanceof Error ? error : new Error(String(error))));
          }
        },
        fail: (error) => end(() => reject(error)),
      });
      numbered(id);
      this.#worker.postMessage({ id, ...order });
      if (!this.#isWatched) void this.#watch();
    });
  }

  #hear(patience: Patience): void {
    this.#heard = this.#clock.now();
    this.#patience = patience;
  }

  /** A hang is silence: how long a whole answer takes says nothing. */
  async #watch(): Promise<void> {
    this.#isWatched = true;
    while (this.#waiting.size > 0) {
      const left = this.#heard + this.#patience.milliseconds - this.#clock.now();
      if (left <= 0) {
        this.#break(this.#patience.fault, '');
        return;
      }
      try {
        // What is waited for may have become something shorter in between.
        await this.#clock.sleep(Math.min(left, compiling.milliseconds), this.#ended.signal);
      } catch {
        return;
      }
    }
    this.#isWatched = false;
  }

  #break(fault: DeviceFault, said: string): void {
    if (this.#broken) return;
    this.#broken = new EngineBroken(fault, said);
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.onmessageerror = null;
    this.#worker.terminate();
    this.#ended.abort();
    for (const waiting of [...this.#waiting.values()]) waiting.fail(this.#broken);
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('Cancelled.', 'AbortError');
}

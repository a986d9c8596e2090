import type { DeviceFault, DeviceProblem } from './device';
import type { Answer, ChatMessage, Ending, Generation, Opened, OpenSettings, Order } from './messages';

export interface EngineWorker<Load> {
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(order: Order<Load>): void;
  terminate(): void;
}

export interface Clock {
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface EngineTools<Load> {
  startWorker: () => EngineWorker<Load>;
  clock: Clock;
}

export class EngineBroken extends Error {
  readonly problem: DeviceProblem;

  constructor(fault: DeviceFault, said: string) {
    super(said === '' ? fault : said);
    this.name = 'EngineBroken';
    this.problem = { fault, said };
  }
}

/** Reading 256 tokens takes a slow machine with a large model a minute or two; the loading of a large file as well. */
const longestSilence = 300_000;

/** Notices a hang, which is silence: how long a whole answer takes says nothing. `restart` at every sign of life. */
export function watchdog(clock: Clock, onHang: () => void): { restart(): void; stop(): void } {
  let waiting = new AbortController();
  const stop = () => waiting.abort();
  const restart = () => {
    stop();
    waiting = new AbortController();
    clock.sleep(longestSilence, waiting.signal).then(onHang, () => {});
  };
  return { restart, stop };
}

interface Waiting {
  resolve(ending: Ending): void;
  reject(error: Error): void;
  onText?: ((soFar: string) => void) | undefined;
}

/** The page's end of a worker with one model, which gets one order at a time. A broken or closed engine stays so. */
export class Engine<Load> {
  readonly #worker: EngineWorker<Load>;
  readonly #watchdog: ReturnType<typeof watchdog>;
  #turn: Promise<unknown> = Promise.resolve();
  #current: Waiting | null = null;
  #broken: EngineBroken | null = null;

  constructor({ startWorker, clock }: EngineTools<Load>) {
    this.#watchdog = watchdog(clock, () => this.#break('hang', ''));
    this.#worker = startWorker();
    this.#worker.onmessage = ({ data }) => {
      if (data.kind === 'broken') {
        this.#break(data.fault, data.message);
        return;
      }
      if (!this.#current) return;
      this.#watchdog.restart();
      if (data.kind === 'text') this.#current.onText?.(data.soFar);
      else if (data.kind !== 'alive') this.#current.resolve(data);
    };
    // A worker whose file does not come gives an event without words.
    this.#worker.onerror = (event) => this.#break('crash', event.message || '');
    this.#worker.onmessageerror = () => this.#break('crash', '');
  }

  get broken(): boolean {
    return this.#broken !== null;
  }

  async open(load: Load, settings: OpenSettings): Promise<Opened> {
    const answer = await this.#order({ kind: 'open', load, settings });
    if (answer.kind !== 'opened') throw unexpected('opened', answer);
    return answer.opened;
  }

  /** Tokens that a question takes, the model's own format around it included. */
  async count(messages: ChatMessage[], context: number): Promise<number> {
    const answer = await this.#order({ kind: 'count', messages, context });
    if (answer.kind !== 'counted') throw unexpected('counted', answer);
    return answer.tokens;
  }

  /** Rejects with the signal's reason when cancelled; the engine can then be asked again. */
  async generate(
    generation: Generation,
    { onText, signal }: { onText?: ((soFar: string) => void) | undefined; signal: AbortSignal },
  ): Promise<Extract<Ending, { kind: 'generated' | 'too-long' }>> {
    const answer = await this.#order({ kind: 'generate', generation }, { onText, signal });
    if (answer.kind === 'generated' || answer.kind === 'too-long') return answer;
    signal.throwIfAborted();
    throw unexpected('generated', answer);
  }

  close(): void {
    this.#break('unloaded', '');
  }

  #order(
    order: Order<Load>,
    hooks: { onText?: Waiting['onText']; signal?: AbortSignal } = {},
  ): Promise<Ending> {
    const answered = this.#turn.then(() => this.#send(order, hooks));
    this.#turn = answered.catch(() => {});
    return answered;
  }

  async #send(
    order: Order<Load>,
    { onText, signal }: { onText?: Waiting['onText']; signal?: AbortSignal },
  ): Promise<Ending> {
    signal?.throwIfAborted();
    if (this.#broken) throw this.#broken;
    const stop = () => this.#worker.postMessage({ kind: 'stop' });
    signal?.addEventListener('abort', stop);
    try {
      return await new Promise((resolve, reject) => {
        this.#current = { resolve, reject, onText: (soFar) => signal?.aborted || onText?.(soFar) };
        this.#watchdog.restart();
        this.#worker.postMessage(order);
      });
    } finally {
      this.#current = null;
      this.#watchdog.stop();
      signal?.removeEventListener('abort', stop);
    }
  }

  #break(fault: DeviceFault, said: string): void {
    if (this.#broken) return;
    this.#broken = new EngineBroken(fault, said);
    this.#worker.onmessage = this.#worker.onerror = this.#worker.onmessageerror = null;
    this.#worker.terminate();
    this.#current?.reject(this.#broken);
  }
}

function unexpected(expected: Ending['kind'], { kind }: Ending): Error {
  return new Error(`Expected "${expected}" from the worker of the model, got "${kind}".`);
}

/** A call in a worker has room for about sixty thousand arguments. */
const mostArguments = 16_384;

/** Stands for the tokens of a long text while the library puts a prompt together. */
class LongText {
  readonly tokens: readonly number[];

  constructor(tokens: readonly number[]) {
    this.tokens = tokens;
  }
  get length(): number {
    return this.tokens.length;
  }
  *[Symbol.iterator]() {
    yield this;
  }
}

/**
 * WebLLM hands over the tokens of a text as the arguments of a call, and fails on a long one with an overflow of the stack instead of
 * saying that it is too long. So of a long text it is given a stand-in that is as long, which is put right once the prompt is there.
 */
export function takeLongPrompts(pipeline: unknown, version: string): void {
  if (!knownVersions.includes(version)) return;
  const tokenizer = member(pipeline, 'tokenizer');
  const encode = method(tokenizer, 'encode');
  const readInput = method(pipeline, 'getInputData');
  if (!encode || !readInput || !isObject(pipeline) || !isObject(tokenizer)) return;
  let reading = false;
  replace(tokenizer, 'encode', (...given) => {
    const tokens = encode(...given);
    return reading && tokens instanceof Int32Array && tokens.length > mostArguments
      ? new LongText(Array.from(tokens))
      : tokens;
  });
  replace(pipeline, 'getInputData', async () => {
    reading = true;
    try {
      const data = await readInput();
      return [whole(member(data, '0')), member(data, '1'), member(data, '2')];
    } finally {
      reading = false;
    }
  });
}

function whole(parts: unknown): unknown {
  if (!Array.isArray(parts)) return parts;
  return parts.map((part: unknown) =>
    Array.isArray(part)
      ? part.flatMap((token: unknown): unknown[] => (token instanceof LongText ? [...token.tokens] : [token]))
      : part,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Ways to what a library keeps to itself: nothing about it is known before it is looked at. */

/** Whose insides are known to be as is expected here. */
const knownVersions: readonly string[] = ['0.2.85'];

type Method = (...given: unknown[]) => unknown;

export function member(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}

/** A method that can be called without its owner; null where there is none. */
function method(owner: unknown, name: string): Method | null {
  const found = member(owner, name);
  if (typeof found !== 'function') return null;
  return (...given) => {
    const result: unknown = Reflect.apply(found, owner, given);
    return result;
  };
}

function replace(owner: object, name: string, by: Method): void {
  Reflect.set(owner, name, by);
}

interface PromptSplit {
  /** Tokens at the beginning that are there already. */
  reused: number;
  /** Tokens behind them that have to go first. */
  dropped: number;
  /** What has to be read. */
  rest: number[];
}

/** Which tokens a model has read and not forgotten, one after the other. */
export class KeptPrefix {
  #tokens: number[] = [];

  get length(): number {
    return this.#tokens.length;
  }

  /**
   * Splits a prompt into what is there and what has to be read, and lets go of what does not belong to it. The last token is
   * always read, even where it is there: the reply begins with what the model says to it.
   */
  take(prompt: readonly number[]): PromptSplit {
    const most = Math.min(this.#tokens.length, prompt.length - 1);
    let reused = 0;
    while (reused < most && this.#tokens[reused] === prompt[reused]) reused += 1;
    const dropped = this.#tokens.length - reused;
    this.#tokens.length = reused;
    return { reused, dropped, rest: prompt.slice(reused) };
  }

  /** These were read, after all that is there. */
  add(tokens: readonly number[]): void {
    for (const token of tokens) this.#tokens.push(token);
  }

  forget(): void {
    this.#tokens = [];
  }
}

export interface PrefixReuse {
  /** Tokens of the last prompt that did not have to be read again. */
  readonly reused: number;
}

/**
 * WebLLM forgets all it has read before each new question, and so reads the rubric once per case. This makes it forget only what
 * differs: its reset waits until the next prompt is known, and then only the tail of the cache is dropped. None of it is offered by
 * the library. So wherever anything is not as expected, nothing is touched, and WebLLM works as it always does.
 */
export function reusePrefix(
  pipeline: unknown,
  { version, onRead }: { version: string; onRead: () => void },
): PrefixReuse | null {
  if (!knownVersions.includes(version) || typeof pipeline !== 'object' || pipeline === null) return null;
  const clear = method(pipeline, 'resetKVCache');
  const readInput = method(pipeline, 'getInputData');
  const forward = method(pipeline, 'embedAndForward');
  const drop = dropper(pipeline);
  if (!clear || !readInput || !forward || !drop || !isPlain(pipeline)) return null;

  const kept = new KeptPrefix();
  /** The library believes that its cache is empty, and it is not yet. */
  let waiting = false;
  let reused = 0;

  const begin = () => {
    waiting = false;
    kept.forget();
    drop.scoped(() => clear());
  };
  replace(pipeline, 'resetKVCache', () => {
    waiting = true;
  });
  replace(pipeline, 'getInputData', async () => {
    const data = await readInput();
    reused = 0;
    if (!waiting) return data;
    const prompt = tokensOf(data);
    const split = prompt && kept.take(prompt);
    if (!split || split.reused === 0 || !drop.last(split.dropped)) {
      begin();
      return data;
    }
    waiting = false;
    reused = split.reused;
    Reflect.set(pipeline, 'filledKVCacheLength', reused);
    return [[split.rest], split.rest.length, member(data, '2')];
  });
  replace(pipeline, 'embedAndForward', async (input, length) => {
    if (waiting) begin();
    try {
      const logits = await forward(input, length);
      const tokens = numbersOf(Array.isArray(input) ? input.flat() : null);
      if (tokens) kept.add(tokens);
      if (!tokens || member(pipeline, 'filledKVCacheLength') !== kept.length) kept.forget();
      onRead();
      return logits;
    } catch (error) {
      // Nobody knows how far it came.
      kept.forget();
      throw error;
    }
  });
  return {
    get reused() {
      return reused;
    },
  };
}

/** A model that keeps every token it has read, and nothing else: one that forgets as it goes on cannot go back. */
function isPlain(pipeline: object): boolean {
  const inner = member(member(pipeline, 'config'), 'model_config');
  const window = member(inner, 'sliding_window_size') ?? member(inner, 'sliding_window');
  return (
    member(pipeline, 'kvStateKind') === 'kv_cache' &&
    member(pipeline, 'kvCache') !== undefined &&
    member(pipeline, 'rnnState') === undefined &&
    member(pipeline, 'image_embed') === undefined &&
    member(pipeline, 'slidingWindowSize') === -1 &&
    member(pipeline, 'filledKVCacheLength') === 0 &&
    !(typeof window === 'number' && window > 0) &&
    member(inner, 'sliding_window_pattern') === undefined
  );
}

/** Takes the last tokens off the cache, by the runtime's own function for that. */
function dropper(pipeline: object) {
  const runtime = member(pipeline, 'tvm');
  const [beginScope, endScope, find, detach, scalar] = [
    'beginScope',
    'endScope',
    'getGlobalFunc',
    'detachFromCurrentScope',
    'scalar',
  ].map((name) => method(runtime, name));
  if (!beginScope || !endScope || !find || !detach || !scalar) return null;
  const scoped = <T>(work: () => T): T => {
    beginScope();
    try {
      return work();
    } finally {
      endScope();
    }
  };
  let pop: unknown;
  try {
    pop = scoped(() => detach(find('vm.builtin.kv_state_popn')));
  } catch {
    return null;
  }
  if (typeof pop !== 'function') return null;
  const call = pop;
  return {
    scoped,
    last: (count: number): boolean => {
      if (count === 0) return true;
      try {
        scoped(() => {
          Reflect.apply(call, undefined, [
            member(pipeline, 'kvCache'),
            scalar(0, 'int64'),
            scalar(count, 'int32'),
          ]);
        });
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The tokens of what is to be read; null where it holds anything else, such as an image. */
function tokensOf(data: unknown): number[] | null {
  const parts = member(data, '0');
  return Array.isArray(parts) && parts.length === 1 ? numbersOf(parts[0]) : null;
}

function numbersOf(list: unknown): number[] | null {
  return Array.isArray(list) && list.every((one): one is number => typeof one === 'number') ? list : null;
}

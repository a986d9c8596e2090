import { knownVersions, member, method, replace } from './inside';
import { KeptPrefix } from './kept-prefix';

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

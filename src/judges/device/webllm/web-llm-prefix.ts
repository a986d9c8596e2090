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

/** Two cases have fewer tokens in common behind their rubric: their first sentence names the word that fences each. */
const mostCommon = 64;

/**
 * WebLLM forgets all it has read before each new question, and so reads the rubric once per case. This makes it forget only what
 * differs: its reset waits until the next prompt is known, and then only the tail of the cache is dropped. Where a model begins to
 * read changes its figures, so that is always the end of the rubric, also in the first case: a reply is then the same whichever
 * cases came before. Only questions about one case keep more. None of it is offered by the library. So wherever anything is not as
 * expected, nothing is touched, and WebLLM works as it always does. `reused` are the tokens of the last prompt that did not have to
 * be read again.
 */
export function reusePrefix(
  pipeline: unknown,
  { version, onRead }: { version: string; onRead: () => void },
): { readonly reused: number } | null {
  if (!knownVersions.includes(version) || typeof pipeline !== 'object' || pipeline === null) return null;
  const clear = method(pipeline, 'resetKVCache');
  const readInput = method(pipeline, 'getInputData');
  const forward = method(pipeline, 'embedAndForward');
  const tokenizer = member(pipeline, 'tokenizer');
  const encode = method(tokenizer, 'encode');
  const chunk = member(pipeline, 'prefillChunkSize');
  const drop = dropper(pipeline);
  if (!clear || !readInput || !forward || !encode || !drop || !isPlain(pipeline)) return null;
  if (typeof tokenizer !== 'object' || tokenizer === null || typeof chunk !== 'number' || chunk < 1)
    return null;

  /** The tokens that the model has read and not forgotten, one after the other. */
  let kept: number[] = [];
  /** The library believes that its cache is empty, and it is not yet. */
  let waiting = false;
  let reused = 0;
  /** How many of those are the rubric. */
  let keptRubric = 0;
  /** Tokens of the first text of a prompt, which is the rubric. The library makes tokens of each text by itself. */
  let first = 0;

  const begin = async () => {
    waiting = false;
    kept = [];
    await drop.scoped(() => clear());
  };
  const read = async (input: unknown, length: unknown) => {
    if (waiting) await begin();
    try {
      const logits = await forward(input, length);
      const tokens = numbersOf(Array.isArray(input) ? input.flat() : null);
      kept = kept.concat(tokens ?? []);
      if (!tokens || member(pipeline, 'filledKVCacheLength') !== kept.length) kept = [];
      onRead();
      return logits;
    } catch (error) {
      // How far it came is not known.
      kept = [];
      throw error;
    }
  };
  Reflect.set(tokenizer, 'encode', (text: unknown) => {
    const tokens = encode(text);
    first ||= Number(member(tokens, 'length'));
    return tokens;
  });
  Reflect.set(pipeline, 'resetKVCache', () => {
    waiting = true;
  });
  Reflect.set(pipeline, 'getInputData', async () => {
    first = 0;
    const data = await readInput();
    reused = 0;
    if (!waiting) return data;
    const prompt = tokensOf(data);
    const rubric = prefixTokens(pipeline) + first;
    if (!prompt || !(rubric < prompt.length)) {
      await begin();
      return data;
    }
    const same = commonLength(kept, prompt);
    const keep = same < rubric + mostCommon ? rubric : same;
    if (same >= rubric && rubric === keptRubric && (await drop.last(kept.length - keep))) {
      waiting = false;
      reused = keep;
      kept.length = keep;
      Reflect.set(pipeline, 'filledKVCacheLength', keep);
    } else {
      await begin();
      keptRubric = rubric;
      for (let at = 0; at < rubric; at += chunk) {
        const part = prompt.slice(at, Math.min(at + chunk, rubric));
        await drop.scoped(() => read([part], part.length));
      }
    }
    return [[prompt.slice(kept.length)], prompt.length - reused, member(data, '2')];
  });
  Reflect.set(pipeline, 'embedAndForward', read);
  return {
    get reused() {
      return reused;
    },
  };
}

/** Tokens at the beginning of a prompt that are kept. Its last token is always read: the reply begins with what the model says to it. */
function commonLength(kept: readonly number[], prompt: readonly number[]): number {
  const differs = prompt.findIndex((token, at) => token !== kept[at]);
  return Math.min(differs === -1 ? prompt.length : differs, prompt.length - 1);
}

/** What some models put before the rubric. */
function prefixTokens(pipeline: object): number {
  const config = member(member(pipeline, 'conversation'), 'config');
  return numbersOf(member(config, 'system_prefix_token_ids'))?.length ?? 0;
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
  const scoped = async (work: () => unknown): Promise<void> => {
    beginScope();
    try {
      await work();
    } finally {
      endScope();
    }
  };
  let pop: unknown;
  beginScope();
  try {
    pop = detach(find('vm.builtin.kv_state_popn'));
  } catch {
    return null;
  } finally {
    endScope();
  }
  if (typeof pop !== 'function') return null;
  const call = pop;
  return {
    scoped,
    last: async (count: number): Promise<boolean> => {
      if (count === 0) return true;
      try {
        await scoped(() => {
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

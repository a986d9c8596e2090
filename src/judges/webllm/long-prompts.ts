import { knownVersions, member, method, replace } from './inside';

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

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reusePrefix } from '../../../../../src/judges/device/webllm/web-llm-prefix';

/** The inside of WebLLM 0.2.85, as far as it matters here, around a cache that only knows what it is told. */
class Pipeline {
  kvStateKind = 'kv_cache';
  kvCache: unknown = { name: 'the cache' };
  rnnState: unknown = undefined;
  image_embed: unknown = undefined;
  slidingWindowSize = -1;
  filledKVCacheLength = 0;
  config: unknown = { model_config: {} };
  prefillChunkSize = 4;
  conversation = { config: { system_prefix_token_ids: [7] } };
  tokenizer = { encode: (text: number[]) => Int32Array.from(text) };
  /** The tokens in the cache of the graphics processor, and where each forward began. */
  held: number[] = [];
  begun: number[] = [];
  cleared = 0;
  scopes = 0;
  popFails = false;
  forwardFails = false;
  image = false;
  /** The rubric, and the case. */
  texts: number[][] = [];
  readonly tvm = {
    beginScope: () => {
      this.scopes += 1;
    },
    endScope: () => {
      this.scopes -= 1;
    },
    scalar: (value: number) => ({ value }),
    detachFromCurrentScope: (found: unknown) => found,
    getGlobalFunc: (name: string) => {
      if (name !== 'vm.builtin.kv_state_popn') throw new Error(`No function ${name}.`);
      return (cache: unknown, sequence: { value: number }, count: { value: number }) => {
        expect([cache, sequence.value]).toEqual([this.kvCache, 0]);
        if (this.popFails) throw new Error('cannot');
        this.held.length -= count.value;
        this.begun = this.begun.filter((at) => at < this.held.length);
      };
    },
  };

  resetChat(): void {
    this.resetKVCache();
    this.filledKVCacheLength = 0;
  }
  resetKVCache(): void {
    this.cleared += 1;
    this.held = [];
    this.begun = [];
  }
  getInputData(): Promise<[unknown[], number, () => number]> {
    const prompt = [7, ...this.texts.flatMap((text) => [...this.tokenizer.encode(text)])];
    const parts = this.image ? [prompt, { url: 'data:' }] : [prompt];
    return Promise.resolve([parts, prompt.length, () => 0]);
  }
  embedAndForward(input: number[][], length: number): Promise<string> {
    if (this.forwardFails) return Promise.reject(new Error('lost'));
    expect(length).toBeLessThanOrEqual(this.prefillChunkSize);
    this.begun.push(this.held.length);
    this.held.push(...input.flat());
    this.filledKVCacheLength += length;
    return Promise.resolve('logits');
  }

  /** As a question goes through the library: reset, prompt in chunks, reply word by word. Gives back what it counts as read, and how. */
  async ask(rubric: number[], own: number[], reply: number[] = []) {
    this.texts = [rubric, own];
    this.resetChat();
    const [[tokens], count] = await this.getInputData();
    const list = Array.isArray(tokens) ? tokens.map(Number) : [];
    for (let at = 0; at < list.length; at += this.prefillChunkSize) {
      const part = list.slice(at, at + this.prefillChunkSize);
      await this.embedAndForward([part], part.length);
    }
    const prompt = [7, ...rubric, ...own];
    expect(this.held, 'the model has read exactly the prompt').toEqual(prompt);
    expect(this.filledKVCacheLength).toBe(prompt.length);
    const begun = [...this.begun];
    for (const token of reply) await this.embedAndForward([[token]], 1);
    return { count, begun };
  }
}

const tools = { version: '0.2.85', onRead: () => {} };
const tokens = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 });
const long = (length: number) => Array.from({ length }, (_, index) => index % 7);

describe('the prefix of a prompt', () => {
  it('is read once, and a case is read as if it were the first, whichever came before', async () => {
    const question = fc.record({ rubric: fc.boolean(), start: tokens, rest: tokens, popFails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(tokens, fc.array(question, { maxLength: 8 }), async (rubric, questions) => {
        const pipeline = new Pipeline();
        const reuse = reusePrefix(pipeline, tools);
        for (const [index, { rubric: other, start, rest, popFails }] of questions.entries()) {
          pipeline.popFails = popFails;
          const asked = other ? [...rubric, 1] : rubric;
          const own = [...start, 100 + index, ...rest];
          const { count, begun } = await pipeline.ask(asked, own, rest);
          expect((reuse?.reused ?? 0) + count).toBe(1 + asked.length + own.length);
          const first = new Pipeline();
          reusePrefix(first, tools);
          expect(begun).toEqual((await first.ask(asked, own)).begun);
        }
        expect(pipeline.scopes).toBe(0);
      }),
    );
  });

  it('is the rubric for the next case, and the case too for the next question about it', async () => {
    const pipeline = new Pipeline();
    let signs = 0;
    pipeline.prefillChunkSize = 256;
    const reuse = reusePrefix(pipeline, { ...tools, onRead: () => (signs += 1) });
    const rubric = long(400);
    expect((await pipeline.ask(rubric, [8, 8, 8], [1, 2])).count).toBe(404);
    expect(reuse?.reused).toBe(0);
    expect(signs, 'two chunks of the rubric, the case and two words').toBe(5);
    expect((await pipeline.ask(rubric, [8, 9, ...long(70), 8])).count).toBe(73);
    expect(reuse?.reused).toBe(401);
    expect((await pipeline.ask(rubric, [8, 9, ...long(70), 9])).count).toBe(1);
    expect(reuse?.reused).toBe(473);
    expect(pipeline.cleared, 'only before the first').toBe(1);
  });

  it('is not trusted after an error', async () => {
    const pipeline = new Pipeline();
    const reuse = reusePrefix(pipeline, tools);
    await pipeline.ask([1, 2], [3]);
    pipeline.forwardFails = true;
    await expect(pipeline.ask([1, 2], [4])).rejects.toThrow('lost');
    pipeline.forwardFails = false;
    expect((await pipeline.ask([1, 2], [5])).count).toBe(4);
    expect(reuse?.reused).toBe(0);
  });
});

describe('WebLLM is left as it is', () => {
  it.each<[string, (pipeline: Pipeline) => void]>([
    ['where tokens slide out of a window', (pipeline) => (pipeline.slidingWindowSize = 1024)],
    [
      'where some layers have a window',
      (pipeline) => (pipeline.config = { model_config: { sliding_window_size: 512 } }),
    ],
    ['where a model has a recurrent state', (pipeline) => (pipeline.rnnState = {})],
    ['where a model is of another kind', (pipeline) => (pipeline.kvStateKind = 'hybrid')],
    ['where a model sees', (pipeline) => (pipeline.image_embed = () => {})],
    [
      'where the runtime has no such function',
      (pipeline) =>
        (pipeline.tvm.getGlobalFunc = () => {
          throw new Error('no');
        }),
    ],
    ['where a prompt is not read in chunks', (pipeline) => (pipeline.prefillChunkSize = -1)],
    ['where a method has another name', (pipeline) => Reflect.set(pipeline, 'embedAndForward', undefined)],
  ])('%s', (_, change) => {
    const pipeline = new Pipeline();
    change(pipeline);
    const before = Object.entries(pipeline);
    expect(reusePrefix(pipeline, tools)).toBeNull();
    expect(Object.entries(pipeline), 'no method of its own').toEqual(before);
  });

  it.each([
    ['another version', new Pipeline(), '0.2.86'],
    ['no pipeline at all', undefined, '0.2.85'],
  ])('with %s', (_, pipeline, version) => {
    expect(reusePrefix(pipeline, { ...tools, version })).toBeNull();
  });

  it('for a prompt that is more than text', async () => {
    const pipeline = new Pipeline();
    reusePrefix(pipeline, tools);
    await pipeline.ask([1, 2], [3]);
    pipeline.image = true;
    expect((await pipeline.ask([1, 2], [4])).count).toBe(4);
  });
});

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
  /** The tokens in the cache of the graphics processor. */
  held: number[] = [];
  cleared = 0;
  scopes = 0;
  popFails = false;
  forwardFails = false;
  image = false;
  prompt: number[] = [];
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
  }
  getInputData(): Promise<[unknown[], number, () => number]> {
    const parts = this.image ? [this.prompt, { url: 'data:' }] : [this.prompt];
    return Promise.resolve([parts, this.prompt.length, () => 0]);
  }
  embedAndForward(input: number[][], length: number): Promise<string> {
    if (this.forwardFails) return Promise.reject(new Error('lost'));
    this.held.push(...input.flat());
    this.filledKVCacheLength += length;
    return Promise.resolve('logits');
  }

  /** As a question goes through the library: reset, prompt in chunks, reply word by word. Gives back how much was prefilled. */
  async ask(prompt: number[], reply: number[], chunk = 4): Promise<number> {
    this.prompt = prompt;
    this.resetChat();
    const [[tokens], count] = await this.getInputData();
    const list = Array.isArray(tokens) ? tokens.map(Number) : [];
    for (let at = 0; at < list.length; at += chunk) {
      const part = list.slice(at, at + chunk);
      await this.embedAndForward([part], part.length);
    }
    expect(this.held, 'the model has read exactly the prompt').toEqual(prompt);
    expect(this.filledKVCacheLength).toBe(prompt.length);
    for (const token of reply) await this.embedAndForward([[token]], 1);
    return count;
  }
}

const tools = { version: '0.2.85', onRead: () => {} };
const tokens = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 });

describe('the prefix of a prompt', () => {
  it('is read once, and what the model has read is always exactly the prompt', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ prompt: tokens, reply: tokens, popFails: fc.boolean() }), { maxLength: 8 }),
        async (questions) => {
          const pipeline = new Pipeline();
          const reuse = reusePrefix(pipeline, tools);
          for (const { prompt, reply, popFails } of questions) {
            pipeline.popFails = popFails;
            const read = await pipeline.ask(prompt, reply);
            expect((reuse?.reused ?? 0) + read).toBe(prompt.length);
          }
          expect(pipeline.scopes).toBe(0);
        },
      ),
    );
  });

  it('of a rubric is not read again for the next case', async () => {
    const pipeline = new Pipeline();
    let signs = 0;
    const reuse = reusePrefix(pipeline, { ...tools, onRead: () => (signs += 1) });
    const rubric = Array.from({ length: 400 }, (_, index) => index % 7);
    expect(await pipeline.ask([...rubric, 8, 8, 8], [1, 2], 256)).toBe(403);
    expect(reuse?.reused).toBe(0);
    expect(signs, 'two chunks and two words').toBe(4);
    expect(await pipeline.ask([...rubric, 9, 9], [], 256)).toBe(2);
    expect(reuse?.reused).toBe(400);
    expect(pipeline.cleared, 'only before the first').toBe(1);
  });

  it('is not trusted after an error', async () => {
    const pipeline = new Pipeline();
    const reuse = reusePrefix(pipeline, tools);
    await pipeline.ask([1, 2, 3], []);
    pipeline.forwardFails = true;
    await expect(pipeline.ask([1, 2, 4], [])).rejects.toThrow('lost');
    pipeline.forwardFails = false;
    expect(await pipeline.ask([1, 2, 5], [])).toBe(3);
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
    await pipeline.ask([1, 2, 3], []);
    pipeline.image = true;
    expect(await pipeline.ask([1, 2, 4], [])).toBe(3);
  });
});

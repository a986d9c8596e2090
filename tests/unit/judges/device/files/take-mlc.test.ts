import { describe, expect, it } from 'vitest';
import type { LoadStep } from '../../../../../src/judges/device/device';
import { doFileJob } from '../../../../../src/judges/device/files/do-file-job.browser';
import type { FileJob } from '../../../../../src/judges/device/files/model-files';
import { tinyFolder, tinyLib, tinyShards } from '../../../../support/tiny-mlc/tiny-folder';
import { listOf, memoryStorage, spoil } from './memory-storage';

const id = 'tiny-q4f32_1-MLC';
const listed = {
  id,
  model: `https://hub.example/org/${id}`,
  lib: `https://libs.example/v1/${tinyLib}`,
  bytesPerToken: 9,
};
const published = `https://hub.example/org/${id}/resolve/main/`;
const allNames = ['mlc-chat-config.json', 'tensor-cache.json', 'tokenizer.json', '*.wasm', ...tinyShards];
const [first = '', second = ''] = tinyShards;
const totalBytes = [...tinyFolder().values()].reduce((sum, { length }) => sum + length, 0);

interface Served {
  files?: Map<string, Buffer>;
  /** What comes instead of a file, by how often it was asked for. */
  instead?: (name: string, time: number) => Response | Error | undefined;
  folder?: string;
  libs?: string;
}

function server({
  files = tinyFolder(),
  instead,
  folder = published,
  libs = 'https://libs.example/v1/',
}: Served) {
  const asked: string[] = [];
  const answer: typeof fetch = (input) => {
    const address = String(input instanceof Request ? input.url : input);
    asked.push(address);
    const name = address.split('/').at(-1) ?? '';
    const other = instead?.(name, asked.filter((one) => one === address).length);
    if (other instanceof Error) return Promise.reject(other);
    const there = address === (name.endsWith('.wasm') ? libs : folder) + name;
    const bytes = there ? files.get(name) : undefined;
    return Promise.resolve(
      other ?? (bytes ? new Response(new Uint8Array(bytes)) : new Response('', { status: 404 })),
    );
  };
  return { asked, fetch: answer };
}

const job = { kind: 'fetch-mlc' as const, listed, mirror: { models: null, libs: null } } satisfies FileJob;
const { signal } = new AbortController();

async function run(served: Served, given: FileJob = job, kept = memoryStorage()) {
  const network = server(served);
  const steps: LoadStep[] = [];
  let time = 0;
  const tools = { fetch: network.fetch, storage: kept.storage, now: () => (time += 200) };
  const outcome = await doFileJob(given, tools, { onStep: (step) => steps.push(step), signal });
  const names = network.asked.map((address) => address.split('/').at(-1));
  return { outcome, steps, kept, asked: network.asked, names };
}

const problem = (fault: string, said: string) => ({ problem: { fault, said } });
const html = () => new Response('<html>Try later.</html>');
const unhashed = (files: Map<string, Buffer>) =>
  files.set(
    'tensor-cache.json',
    Buffer.from(String(files.get('tensor-cache.json')).replaceAll(/"md5sum":"\w+",/g, '')),
  );

describe('the files of a listed model', () => {
  it('come in order with their progress, and are not asked for again', async () => {
    const { outcome, steps, kept, asked } = await run({});
    expect(outcome).toMatchObject({
      model: { id, config: { context_window_size: 8192, model_type: 'qwen3' } },
    });
    expect(kept.names(id)).toEqual(allNames);
    expect(asked).toEqual([
      ...allNames.slice(0, 3).map((name) => published + name),
      listed.lib,
      ...tinyShards.map((name) => published + name),
    ]);
    expect(steps.at(-1)).toMatchObject({
      kind: 'download',
      loaded: totalBytes,
      total: totalBytes,
      file: { index: 7, count: 7 },
    });
    expect(steps.at(-1)).not.toMatchObject({ bytesPerSecond: null });
    expect(await listOf(kept)).toEqual([
      { runtime: 'webllm', id, name: id, bytes: totalBytes, whole: true, proof: 'weights' },
    ]);
    for (const again of [job, { kind: 'open-mlc', id } as const]) {
      const later = await run({ files: new Map() }, again, kept);
      expect(later.outcome).toMatchObject({ model: { id } });
      expect(later.asked).toEqual([]);
      expect(later.steps.filter(({ kind }) => kind === 'verify').at(-1)).toEqual({
        kind: 'verify',
        done: totalBytes,
        total: totalBytes,
      });
    }
  });

  const cut = () => new Response(new Uint8Array(tinyFolder().get(second) ?? []).slice(0, 99));
  it.each<[string, () => Response | Error, object]>([
    ['missing', () => new Response('', { status: 404 }), problem('download', `${second}: HTTP 404`)],
    ['out of reach', () => new Error('no route'), problem('download', `${second}: no route`)],
    ['cut short', cut, problem('corrupt', second)],
    ['too long', () => new Response('x'.repeat(9999)), problem('corrupt', second)],
    ['of other bytes', () => new Response('x'.repeat(4096)), problem('corrupt', second)],
  ])('one is %s: nothing wrong is kept, and what came before is', async (_, other, expected) => {
    const { outcome, kept } = await run({ instead: (name) => (name === second ? other() : undefined) });
    expect(outcome).toEqual(expected);
    expect(kept.wholeNames(id)).toEqual(allNames.slice(0, 5));
    expect(await listOf(kept)).toMatchObject([{ whole: false }]);
    const later = await run({}, job, kept);
    expect(later.outcome).toHaveProperty('model');
    expect(later.names, 'continues with what is missing').toEqual(tinyShards.slice(1));
  });

  it.each([
    ['mlc-chat-config.json', 'mlc-chat-config.json'],
    ['tensor-cache.json', 'tensor-cache.json'],
    ['tokenizer.json', 'tokenizer.json'],
    [tinyLib, '*.wasm'],
    [first, first],
  ])('a wrong %s is asked for once more, and never kept', async (wrong, said) => {
    const once = await run({ instead: (name, time) => (name === wrong && time === 1 ? html() : undefined) });
    expect(once.outcome).toHaveProperty('model');
    expect(once.names).toHaveLength(8);
    const always = await run({ instead: (name) => (name === wrong ? html() : undefined) });
    expect(always.outcome).toEqual(problem('corrupt', said));
    expect(always.kept.wholeNames(id)).not.toContain(said);
  });

  it.each([
    ['leads out of its folder', [{ dataPath: '../x.bin', nbytes: 1 }]],
    ['leads elsewhere', [{ dataPath: 'https://evil.example/x', nbytes: 1 }]],
    ['is empty', []],
  ])('a list of shards that %s is refused', async (_, records) => {
    const files = tinyFolder().set('tensor-cache.json', Buffer.from(JSON.stringify({ records })));
    expect((await run({ files })).outcome).toEqual(problem('corrupt', 'tensor-cache.json'));
  });

  it.each([
    [4096, true],
    [99, false],
  ])('where no hash is published the size decides: %s bytes', async (size, whole) => {
    const { outcome, kept } = await run({ files: unhashed(tinyFolder()).set(second, Buffer.alloc(size)) });
    expect('model' in outcome).toBe(whole);
    expect(await listOf(kept)).toMatchObject([{ whole, proof: 'first-download' }]);
  });

  it.each<[string, object | undefined, number | null]>([
    ['my-4B-model', { ParamBytes: 9e8, BitsPerParam: 4.5 }, 1.6],
    ['my-4B-model', undefined, 4],
    ['my model', undefined, null],
  ])('called %s, whose list says %j, have %s billion parameters', async (name, metadata, expected) => {
    const files = tinyFolder();
    const list: unknown = JSON.parse(String(files.get('tensor-cache.json')));
    files.set('tensor-cache.json', Buffer.from(JSON.stringify(Object.assign({}, list, { metadata }))));
    const { outcome } = await run({ files }, { ...job, listed: { ...listed, id: name } });
    expect(outcome).toMatchObject({ model: { parameters: expected } });
  });

  it('a list under its older name is taken', async () => {
    const { outcome, kept } = await run({ files: tinyFolder({ list: 'ndarray-cache.json' }) });
    expect(outcome).toHaveProperty('model');
    expect(kept.names(id)).toContain('tensor-cache.json');
  });

  it('a full disk is said, and what has come stays', async () => {
    const { outcome, kept } = await run({}, job, memoryStorage(9000));
    expect(outcome).toEqual(problem('storage', 'Full.'));
    expect(kept.names(id)).toContain(first);
  });

  it.each([
    ['beside each other', `https://mirror.example/m/${id}/`],
    ['as the publisher has them', `https://mirror.example/m/${id}/resolve/main/`],
  ])('come from a mirror, where they lie %s', async (_, folder) => {
    const mirror = { models: 'https://mirror.example/m', libs: 'https://mirror.example/libs/' };
    const { outcome, asked } = await run(
      { folder, libs: mirror.libs },
      { kind: 'fetch-mlc', listed, mirror },
    );
    expect(outcome).toHaveProperty('model');
    expect(asked.every((address) => address.startsWith('https://mirror.example/'))).toBe(true);
  });
});

describe('kept files', () => {
  const wrongs = allNames.flatMap((name) => [
    [name, undefined] as const,
    [name, 5] as const,
    [name, 0] as const,
  ]);
  it.each(wrongs)(
    'with a damaged %s (cut to %s bytes) are never used: it is fetched again',
    async (name, to) => {
      const { kept } = await run({});
      const before = new Map(kept.files);
      spoil(kept, name, to);
      const offline = await run({ instead: () => new Error('no route') }, job, kept);
      expect(offline.outcome).toEqual(problem('damaged', `${name}: no route`));
      expect(kept.names(id)).not.toContain(name);
      const again = await run({}, job, kept);
      expect(again.names).toEqual([name === '*.wasm' ? tinyLib : name]);
      expect(new Map([...kept.files].toSorted())).toEqual(new Map([...before].toSorted()));
    },
  );

  it('of another version of the list are fetched anew', async () => {
    const { kept } = await run({});
    spoil(kept, 'tensor-cache.json');
    const files = tinyFolder({ first: 7 });
    expect((await run({ files }, job, kept)).names).toEqual(['tensor-cache.json', ...tinyShards]);
  });

  it('are removed whole, and no others with them', async () => {
    const { kept } = await run({});
    await run(
      {},
      { kind: 'fetch-mlc', listed: { ...listed, id: `${id}-1k` }, mirror: { models: null, libs: null } },
      kept,
    );
    await kept.storage.remove(id);
    expect(await listOf(kept)).toMatchObject([{ id: `${id}-1k`, whole: true }]);
    expect(kept.names(id)).toEqual([]);
  });
});

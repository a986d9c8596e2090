import { describe, expect, it } from 'vitest';
import type { FileFlaw, LoadStep } from '../../../../src/core/model/device';
import { doFileJob, type FileJob, type FileOutcome } from '../../../../src/judges/webllm/file-jobs';
import { keptModels, removeModel } from '../../../../src/judges/webllm/kept-models';
import { sealsName } from '../../../../src/judges/webllm/file-caches';
import { idOfAddress } from '../../../../src/judges/webllm/model-record';
import { tinyFolder, tinyLib, tinyShards } from '../../../support/tiny-mlc/tiny-folder';
import { memoryCaches } from './memory-caches';

const listed = {
  id: 'tiny-q4f32_1-MLC',
  model: 'https://hub.example/org/tiny-q4f32_1-MLC',
  lib: `https://libs.example/v1/${tinyLib}`,
};
const published = 'https://hub.example/org/tiny-q4f32_1-MLC/resolve/main/';
const allNames = ['mlc-chat-config.json', 'tensor-cache.json', 'tokenizer.json', 'lib.wasm', ...tinyShards];
const [first = '', second = ''] = tinyShards;

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
  return { asked, fetch: answer, names: () => asked.map((address) => address.split('/').at(-1)) };
}

const job: FileJob = { kind: 'fetch', listed, mirror: { models: null, libs: null } };

async function done(served: Served, given: FileJob = job, store = memoryCaches()) {
  const network = server(served);
  const steps: LoadStep[] = [];
  let time = 0;
  const tools = { fetch: network.fetch, caches: store.caches, now: () => (time += 200) };
  const outcome = await doFileJob(given, tools, (step) => steps.push(step));
  return { outcome, steps, store, asked: network.asked, names: network.names() };
}

const corrupt = (said: string): FileOutcome => ({ problem: { fault: 'corrupt', said } });
const cut = (bytes: Buffer | undefined, to: number) => new Response(new Uint8Array(bytes ?? []).slice(0, to));

describe('the files of a listed model', () => {
  it('come in order with their progress, and lie where WebLLM looks for them', async () => {
    const { outcome, steps, store, asked } = await done({});
    expect(outcome).toMatchObject({
      here: { id: listed.id, name: listed.id, config: { context_window_size: 8192, model_type: 'qwen3' } },
    });
    expect(store.names()).toEqual(allNames);
    expect(asked).toEqual([
      ...allNames.slice(0, 3).map((name) => published + name),
      listed.lib,
      ...tinyShards.map((name) => published + name),
    ]);
    const total = [...tinyFolder().values()].reduce((sum, { length }) => sum + length, 0);
    expect(steps.at(-1)).toMatchObject({
      kind: 'download',
      loaded: total,
      total,
      file: { index: 7, count: 7 },
    });
    expect(steps.at(-1)).not.toMatchObject({ bytesPerSecond: null });
    expect(await keptModels(store.caches)).toEqual([
      { runtime: 'webllm', id: listed.id, name: listed.id, bytes: total, whole: true, proof: 'weights' },
    ]);
    expect([...store.entries.keys()].every((address) => address.includes('.invalid/'))).toBe(true);
  });

  it('are not asked for again', async () => {
    const { store } = await done({});
    for (const again of [job, { kind: 'look', id: listed.id } as const]) {
      const { outcome, asked, steps } = await done({ files: new Map() }, again, store);
      expect(outcome).toMatchObject({ here: { id: listed.id } });
      expect(asked).toEqual([]);
      expect(steps.at(-1)).toMatchObject({ bytesPerSecond: 0 });
    }
  });

  it.each<[string, Served['instead'], FileOutcome]>([
    [
      'missing',
      (name) => (name === second ? new Response('', { status: 404 }) : undefined),
      { problem: { fault: 'download', said: `${second}: HTTP 404` } },
    ],
    [
      'out of reach',
      (name) => (name === second ? new Error('no route') : undefined),
      { problem: { fault: 'download', said: `${second}: no route` } },
    ],
    ['cut short', (name) => (name === second ? cut(tinyFolder().get(name), 99) : undefined), corrupt(second)],
    ['too long', (name) => (name === second ? new Response('x'.repeat(9999)) : undefined), corrupt(second)],
    [
      'of the right size with other bytes',
      (name) => (name === second ? new Response('x'.repeat(4096)) : undefined),
      corrupt(second),
    ],
  ])('%s: nothing wrong is kept, and what came before is', async (_, instead, expected) => {
    const { outcome, store } = await done({ ...(instead && { instead }) });
    expect(outcome).toEqual(expected);
    expect(store.names()).toEqual(allNames.slice(0, 5));
    expect(await keptModels(store.caches)).toMatchObject([{ whole: false }]);
    const later = await done({}, job, store);
    expect(later.outcome).toMatchObject({ here: {} });
    expect(later.names, 'goes on with what is missing').toEqual(tinyShards.slice(1));
  });

  it.each([first, 'tokenizer.json', 'mlc-chat-config.json', tinyLib])(
    'a wrong %s is asked for once more',
    async (wrong) => {
      const { outcome, names } = await done({
        instead: (name, time) =>
          name === wrong && time === 1 ? new Response('<html>Try later.</html>') : undefined,
      });
      expect(outcome).toMatchObject({ here: {} });
      expect(names.filter((name) => name === wrong)).toHaveLength(2);
      expect(names).toHaveLength(8);
    },
  );

  it.each([
    ['mlc-chat-config.json', 'mlc-chat-config.json'],
    ['tensor-cache.json', 'tensor-cache.json'],
    ['tokenizer.json', 'tokenizer.json'],
    [tinyLib, '*.wasm'],
  ])('a %s that stays wrong is never kept', async (wrong, said) => {
    const { outcome, store } = await done({
      instead: (name) => (name === wrong ? new Response('<html>Not here.</html>') : undefined),
    });
    expect(outcome).toEqual(corrupt(said));
    expect(store.names()).not.toContain(wrong);
  });

  it.each([
    ['the list of shards leads out of its folder', { records: [{ dataPath: '../x.bin', nbytes: 1 }] }],
    ['it leads elsewhere', { records: [{ dataPath: 'https://evil.example/x', nbytes: 1 }] }],
    ['there are no shards', { records: [] }],
  ])('%s: refused', async (_, list) => {
    const files = tinyFolder().set('tensor-cache.json', Buffer.from(JSON.stringify(list)));
    expect((await done({ files })).outcome).toEqual(corrupt('tensor-cache.json'));
  });

  it.each([
    ['right', 4096, true],
    ['cut short', 99, false],
  ])('where no hash is published the size decides: %s', async (_, size, right) => {
    const files = tinyFolder();
    const list = String(files.get('tensor-cache.json')).replaceAll(/"md5sum":"\w+",/g, '');
    files.set('tensor-cache.json', Buffer.from(list)).set(second, Buffer.alloc(size));
    const { outcome, store } = await done({ files });
    expect(outcome).toEqual(right ? expect.objectContaining({ here: expect.anything() }) : corrupt(second));
    if (right)
      expect(await keptModels(store.caches)).toMatchObject([{ whole: true, proof: 'first-download' }]);
  });

  it('a list under its older name is taken', async () => {
    const { outcome, store } = await done({ files: tinyFolder({ list: 'ndarray-cache.json' }) });
    expect(outcome).toMatchObject({ here: {} });
    expect(store.names()).toContain('tensor-cache.json');
  });

  it('a full disk is said', async () => {
    const { outcome, store } = await done({}, job, memoryCaches(9000));
    expect(outcome).toMatchObject({ problem: { fault: 'storage' } });
    expect(store.names()).toContain(first);
  });

  it.each([
    ['beside each other', 'https://mirror.example/m/tiny-q4f32_1-MLC/'],
    ['as the publisher has them', 'https://mirror.example/m/tiny-q4f32_1-MLC/resolve/main/'],
  ])('come from a mirror, where they lie %s', async (_, folder) => {
    const mirror = { models: 'https://mirror.example/m', libs: 'https://mirror.example/libs/' };
    const { outcome, asked } = await done({ folder, libs: mirror.libs }, { kind: 'fetch', listed, mirror });
    expect(outcome).toMatchObject({ here: {} });
    expect(asked.every((address) => address.startsWith('https://mirror.example/'))).toBe(true);
  });

  it.each([
    ['sha256-fPqF0oVPOZ8OZJTJHpZ6dAsIa7bTnBp5eRg8mFCLPhk=', false],
    ['nonsense', false],
    [null, true],
  ])('a published hash of the description, %s: %s', async (wanted, right) => {
    const bytes = tinyFolder().get('mlc-chat-config.json') ?? Buffer.of();
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString(
      'base64',
    );
    const integrity = { config: wanted ?? `sha256-${digest}` };
    const { outcome } = await done({}, { ...job, listed: { ...listed, integrity } });
    expect(outcome).toEqual(
      right ? expect.objectContaining({ here: expect.anything() }) : corrupt('mlc-chat-config.json'),
    );
  });
});

describe('a folder of the person’s', () => {
  const fileOf = (path: string, bytes: Buffer) => {
    const file = new File([new Uint8Array(bytes)], path.split('/').at(-1) ?? '');
    Object.defineProperty(file, 'webkitRelativePath', { value: path });
    return file;
  };
  const folder = (files = tinyFolder(), at = 'my model/') =>
    [...files].map(([name, bytes]) => fileOf(at + name, bytes));

  it('is checked and kept under an address that cannot exist, and asks nobody', async () => {
    const { outcome, asked, store } = await done({}, { kind: 'import', files: folder() });
    expect(outcome).toMatchObject({ here: { id: 'folder:my model', name: 'my model' } });
    expect(asked).toEqual([]);
    expect(await keptModels(store.caches)).toMatchObject([
      { id: 'folder:my model', name: 'my model', whole: true },
    ]);
    const later = await done({ files: new Map() }, { kind: 'look', id: 'folder:my model' }, store);
    expect(later.outcome).toMatchObject({ here: { name: 'my model' } });
  });

  it('may have its library elsewhere, and other files around it', async () => {
    const files = tinyFolder();
    const lib = files.get(tinyLib) ?? Buffer.of();
    files.delete(tinyLib);
    const around = [
      fileOf('models/libs/any.wasm', lib),
      fileOf('models/readme.md', Buffer.of()),
      fileOf('models/a/old/mlc-chat-config.json', Buffer.of()),
    ];
    const { outcome } = await done({}, { kind: 'import', files: [...around, ...folder(files, 'models/a/')] });
    expect(outcome).toMatchObject({ here: { name: 'a' } });
  });

  it.each([...allNames.slice(0, 3), tinyLib, second])('without %s is none', async (missing) => {
    const files = tinyFolder();
    files.delete(missing);
    const { outcome } = await done({}, { kind: 'import', files: folder(files) });
    expect(outcome).toEqual({
      problem: { fault: 'not-a-model-folder', said: missing === tinyLib ? '*.wasm' : missing },
    });
  });

  it.each<[string, string, FileFlaw]>([
    ['mlc-chat-config.json', '{"tokenizer_files":"all"}', { kind: 'field', at: 'tokenizer_files' }],
    ['mlc-chat-config.json', '{"tokenizer_files":', { kind: 'not-json' }],
    [
      'tensor-cache.json',
      '{"records":[{"dataPath":"../x","nbytes":1}]}',
      { kind: 'field', at: 'records.0.dataPath' },
    ],
    ['tokenizer.json', '<html>', { kind: 'not-json' }],
    [tinyLib, 'MZ', { kind: 'not-wasm' }],
    [tinyLib, '\0asm\u0001\0\0\0\u0005\u0003\u0001', { kind: 'not-wasm' }],
    [second, 'short', { kind: 'size', came: 5, expected: 4096 }],
    [second, 'x'.repeat(4097), { kind: 'size', came: null, expected: 4096 }],
    [second, 'x'.repeat(4096), { kind: 'other-bytes' }],
  ])(
    'with a broken %s says what is wrong with it, and leaves what was kept as it was',
    async (name, text, flaw) => {
      const said = name === tinyLib ? '*.wasm' : name;
      const files = folder(tinyFolder().set(name, Buffer.from(text)));
      const nothing = await done({}, { kind: 'import', files });
      expect(nothing.outcome).toEqual({ problem: { fault: 'wrong-file', said, flaw } });
      expect(nothing.store.entries.size).toBe(0);

      const { store } = await done({}, { kind: 'import', files: folder(tinyFolder({ first: 7 })) });
      const before = new Map(store.entries);
      expect((await done({}, { kind: 'import', files }, store)).outcome).toEqual(nothing.outcome);
      expect(store.entries).toEqual(before);
      expect(await keptModels(store.caches)).toMatchObject([{ name: 'my model', whole: true }]);
    },
  );

  it.each([...allNames.slice(0, 3), tinyLib, second])(
    'that lost %s since it was chosen leaves what was kept as it was',
    async (gone) => {
      const { store } = await done({}, { kind: 'import', files: folder(tinyFolder({ first: 7 })) });
      const before = new Map(store.entries);
      const files = folder();
      for (const file of files.filter(({ name }) => name === gone)) {
        const lost = () =>
          new ReadableStream({ start: (to) => to.error(new DOMException('', 'NotReadableError')) });
        Object.defineProperty(file, 'stream', { value: lost });
      }
      expect((await done({}, { kind: 'import', files }, store)).outcome).toEqual({
        problem: {
          fault: 'wrong-file',
          said: gone === tinyLib ? '*.wasm' : gone,
          flaw: { kind: 'unreadable' },
        },
      });
      expect(store.entries).toEqual(before);
    },
  );

  it('replaces another of the same name once all of it is here', async () => {
    const store = memoryCaches();
    await done({}, { kind: 'import', files: folder() }, store);
    for (const first7 of [7, 1, 7]) {
      const other = tinyFolder({ first: first7 });
      const { outcome } = await done({}, { kind: 'import', files: folder(other) }, store);
      expect(outcome).toMatchObject({ here: { name: 'my model' } });
      expect(await keptModels(store.caches)).toMatchObject([{ name: 'my model', whole: true }]);
      const shards = [...store.entries].filter(([address]) => address.endsWith(first));
      expect(shards.map(([, { bytes }]) => Buffer.from(bytes))).toEqual([other.get(first)]);
      const id = 'here' in outcome ? outcome.here.id : '';
      expect((await done({ files: new Map() }, { kind: 'look', id }, store)).outcome).toMatchObject({
        here: {},
      });
    }
  });

  it('that finds no room leaves the other of the same name as it was', async () => {
    const { store } = await done({}, { kind: 'import', files: folder() }, memoryCaches(20_000));
    expect(await keptModels(store.caches)).toMatchObject([{ whole: true }]);
    const before = new Map(store.entries);
    const other = folder(tinyFolder({ first: 7 }));
    const { outcome } = await done({}, { kind: 'import', files: other }, store);
    expect(outcome).toMatchObject({ problem: { fault: 'storage' } });
    expect(store.entries).toEqual(before);
  });

  it('mends the one that came from it before, and writes no more than that takes', async () => {
    const { store } = await done({}, { kind: 'import', files: folder() });
    const before = new Map(store.entries);
    spoil(store, second);
    expect((await done({}, { kind: 'verify', id: 'folder:my model' }, store)).outcome).toEqual({
      problem: { fault: 'damaged', said: second },
    });
    spoil(store, 'tokenizer.json');
    const kept = new Map([...store.entries].filter(([, entry]) => [...before.values()].includes(entry)));
    expect(kept.size).toBe(before.size - 2);
    const { outcome } = await done({}, { kind: 'import', files: folder() }, store);
    expect(outcome).toMatchObject({ here: { id: 'folder:my model' } });
    for (const [address, entry] of kept)
      if (!address.endsWith(sealsName)) expect(store.entries.get(address)).toBe(entry);
    for (const [address, { bytes }] of before) expect(store.entries.get(address)?.bytes).toEqual(bytes);
  });

  it('whose list gives no hash is told from another of the same sizes by its seals', async () => {
    const unhashed = (start: number) => {
      const files = tinyFolder({ first: start });
      const list = String(files.get('tensor-cache.json')).replaceAll(/"md5sum":"\w+",/g, '');
      return files.set('tensor-cache.json', Buffer.from(list));
    };
    const { store } = await done({}, { kind: 'import', files: folder(unhashed(1)) });
    expect(await keptModels(store.caches)).toMatchObject([{ proof: 'first-download' }]);
    const before = new Map(store.entries);
    const again = await done({}, { kind: 'import', files: folder(unhashed(1)) }, store);
    expect(again.outcome).toMatchObject({ here: {} });
    expect(store.entries).toEqual(before);
    await done({}, { kind: 'import', files: folder(unhashed(7)) }, store);
    const shards = [...store.entries].filter(([address]) => address.endsWith(first));
    expect(shards.map(([, { bytes }]) => Buffer.from(bytes))).toEqual([unhashed(7).get(first)]);
  });

  const tensor = (byteOffset: number, nbytes: number, format = 'raw') => ({ byteOffset, nbytes, format });
  it.each<[string, object[], number | undefined, string | null]>([
    ['fill their file', [tensor(0, 4000), tensor(4000, 96)], 3 * 4096, null],
    ['end behind it', [tensor(4000, 97)], undefined, 'records.0.records'],
    ['lie before it', [tensor(-1, 4)], undefined, 'records.0.records.0.byteOffset'],
    ['do not make up the total', [tensor(0, 4095)], 3 * 4096, 'metadata.ParamBytes'],
    ['are stored in a shorter form', [tensor(0, 4096, 'f32-to-bf16')], 6 * 4096, null],
    ['are not told', [], 5, null],
  ])('whose list says that tensors %s', async (_, records, total, at) => {
    const files = tinyFolder();
    const list = JSON.stringify({
      metadata: { ParamBytes: total },
      records: tinyShards.map((dataPath) => ({ dataPath, nbytes: 4096, records })),
    });
    files.set('tensor-cache.json', Buffer.from(list));
    const { outcome } = await done({}, { kind: 'import', files: folder(files) });
    if (at === null) expect(outcome).toMatchObject({ here: {} });
    else
      expect(outcome).toMatchObject({
        problem: { fault: 'wrong-file', said: 'tensor-cache.json', flaw: { at } },
      });
  });
});

/** Changes a kept file behind the page's back; its size too, where `to` is given. */
function spoil(store: ReturnType<typeof memoryCaches>, name: string, to?: number): void {
  for (const entry of [...store.entries].filter(([address]) => address.endsWith(`/${name}`))) {
    const bytes = entry[1].bytes.slice(0, to);
    if (bytes.length > 0) bytes[bytes.length - 1] = 7;
    store.entries.set(entry[0], { ...entry[1], bytes });
  }
}

describe('kept models', () => {
  const wrongs = allNames.flatMap((name) => [
    [name, undefined] as const,
    [name, 5] as const,
    [name, 0] as const,
  ]);
  it.each(wrongs)(
    'with a damaged %s (cut to %s bytes) are never used: it is fetched again',
    async (name, to) => {
      const { store } = await done({});
      const before = new Map(store.entries);
      spoil(store, name, to);
      const offline = memoryCaches();
      for (const [address, entry] of store.entries) offline.entries.set(address, entry);
      const { outcome, names } = await done({}, job, store);
      expect(outcome).toMatchObject({ here: {} });
      expect(names).toEqual([name === 'lib.wasm' ? tinyLib : name]);
      expect(store.entries.size).toBe(before.size);
      for (const [address, { bytes }] of before) expect(store.entries.get(address)?.bytes).toEqual(bytes);

      const cutOff = await done({ instead: () => new Error('no route') }, job, offline);
      expect(cutOff.outcome).toMatchObject({ problem: { fault: 'damaged' } });
      expect('problem' in cutOff.outcome && cutOff.outcome.problem.said).toContain(': no route');
      expect(offline.names()).not.toContain(name);
    },
  );

  it('are read when they are opened, and the reading is shown', async () => {
    const { store } = await done({});
    const { steps } = await done({}, job, store);
    const bytes = 3 * 4096;
    expect(steps.filter(({ kind }) => kind === 'verify').at(-1)).toEqual({
      kind: 'verify',
      done: bytes,
      total: bytes,
    });
  });

  it('of a page that kept no seals are compared with their hashes, and sealed', async () => {
    const { store } = await done({});
    const seals = [...store.entries.keys()].find((address) => address.endsWith(sealsName)) ?? '';
    const right = store.entries.get(seals)?.bytes;
    for (const nothing of [null, new TextEncoder().encode('{"cut')]) {
      if (nothing) store.entries.set(seals, { bytes: nothing, headers: [] });
      else store.entries.delete(seals);
      expect((await done({}, job, store)).names).toEqual([]);
      expect(store.entries.get(seals)?.bytes).toEqual(right);
    }
    store.entries.delete(seals);
    spoil(store, second);
    expect((await done({}, job, store)).names).toEqual([second]);
  });

  it('are verified against what was promised; what is wrong is removed and fetched again', async () => {
    const { store } = await done({});
    const verify: FileJob = { kind: 'verify', id: listed.id };
    const right = await done({}, verify, store);
    expect(right.outcome).toEqual({ verified: true });
    const total = [...tinyFolder().values()].reduce((sum, { length }) => sum + length, 0);
    expect(right.steps.at(-1)).toEqual({ kind: 'verify', done: total, total });
    for (const [address, { bytes }] of store.entries)
      if (address.endsWith(first) || address.endsWith('tokenizer.json')) bytes[9] = 0;
    expect((await done({}, verify, store)).outcome).toEqual(corrupt(`tokenizer.json, ${first}`));
    expect(await keptModels(store.caches)).toMatchObject([{ whole: false }]);
    expect((await done({}, verify, store)).outcome, 'what is not there has yet to come').toEqual({
      verified: true,
    });
    expect((await done({}, job, store)).names).toEqual(['tokenizer.json', first]);
    expect((await done({}, verify, store)).outcome).toEqual({ verified: true });
  });

  it.each(['tensor-cache.json', 'mlc-chat-config.json'])(
    'with an unreadable %s lose only that by verifying, and get it again',
    async (name) => {
      const { store } = await done({});
      for (const [address, { bytes }] of store.entries) if (address.endsWith(name)) bytes.fill(32);
      const verify: FileJob = { kind: 'verify', id: listed.id };
      expect((await done({}, verify, store)).outcome).toEqual(corrupt(name));
      expect((await done({}, job, store)).names).toEqual([name]);
      expect((await done({}, verify, store)).outcome).toEqual({ verified: true });
    },
  );

  it('are removed whole, and no others with them', async () => {
    const { store } = await done({});
    await done({}, { ...job, listed: { ...listed, id: `${listed.id}-1k` } }, store);
    store.entries.set('https://hub.example/of-another-page', { bytes: new Uint8Array(), headers: [] });
    await removeModel(store.caches, listed.id);
    expect([...store.entries.keys()].map(idOfAddress)).toEqual([
      ...[...allNames, 'seals'].map(() => `${listed.id}-1k`),
      null,
    ]);
  });
});

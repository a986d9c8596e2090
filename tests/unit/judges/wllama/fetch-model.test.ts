import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { LoadStep } from '../../../../src/core/model/device';
import { fetchModel } from '../../../../src/judges/wllama/fetch-model';
import type { ModelNote } from '../../../../src/judges/wllama/model-store';
import { memoryStore } from './memory-store';

/** Of texts that fit one piece. */
function sealOf(text: string): string {
  return bytesToHex(sha256(sha256(utf8ToBytes(text))));
}
function hashOf(text: string, from: 'publisher' | 'first-download' = 'first-download') {
  return { hex: bytesToHex(sha256(utf8ToBytes(text))), from };
}

const address = 'https://mirror.example/m/tiny.gguf';
const model = 'GGUF and then some weights';
const whole: ModelNote = {
  address,
  total: model.length,
  tag: '"1"',
  whole: true,
  sha256: hashOf(model),
  seal: sealOf(model),
};

interface Served {
  text?: string;
  tag?: string | null;
  status?: number;
  /** Bytes that really come, of those that are announced. */
  cutAt?: number;
  parts?: boolean;
  /** How many bytes earlier than asked for its parts begin. */
  early?: number;
}

function server({
  text = model,
  tag = '"1"',
  status = 200,
  cutAt = Infinity,
  parts = true,
  early = 0,
}: Served = {}) {
  const asked: (string | null)[] = [];
  const answer: typeof fetch = (_, init) => {
    const range = new Headers(init?.headers).get('Range');
    asked.push(range);
    if (status !== 200) return Promise.resolve(new Response('', { status }));
    const from = parts && range ? Number(/\d+/.exec(range)?.[0]) - early : 0;
    const headers: Record<string, string> = { 'Content-Length': String(text.length - from) };
    if (tag !== null) headers['ETag'] = tag;
    if (from > 0) headers['Content-Range'] = `bytes ${from}-${text.length - 1}/${text.length}`;
    return Promise.resolve(new Response(text.slice(from, cutAt), { status: from > 0 ? 206 : 200, headers }));
  };
  return { asked, fetch: answer };
}

async function fetched(served: Served, begun = {}, at = address) {
  const { asked, fetch } = server(served);
  const { store, files } = memoryStore(begun);
  const steps: LoadStep[] = [];
  const outcome = await fetchModel(
    at,
    { fetch, store, now: () => 0 },
    { onStep: (step) => steps.push(step), signal: new AbortController().signal },
  );
  const text = 'fault' in outcome ? outcome : await Promise.all(outcome.map((file) => file.text()));
  return {
    outcome: text,
    asked,
    files,
    steps,
    names: 'fault' in outcome ? [] : outcome.map(({ name }) => name),
  };
}

describe('a model at an address', () => {
  it('is fetched once and kept', async () => {
    const { outcome, files, steps, names } = await fetched({});
    expect(outcome).toEqual([model]);
    expect(names).toEqual(['tiny.gguf']);
    expect(files.get(address)).toEqual({ note: whole, text: model });
    expect(steps.at(-1)).toMatchObject({ kind: 'download', loaded: model.length, total: model.length });
    const again = await fetched({ status: 500 }, { [address]: { note: whole, text: model } });
    expect(again).toMatchObject({ outcome: [model], asked: [] });
  });

  const begun = { [address]: { note: { ...whole, whole: false }, text: model.slice(0, 9) } };
  it.each<[string, Served, (string | null)[], string]>([
    ['goes on where it stopped', {}, ['bytes=9-'], model],
    ['is not joined with a part that begins elsewhere', { early: 2 }, ['bytes=9-', null], model],
    [
      'begins anew with another version',
      { tag: '"2"', text: 'GGUF another' },
      ['bytes=9-', null],
      'GGUF another',
    ],
    ['begins anew where the server gives no parts', { parts: false }, ['bytes=9-'], model],
  ])('%s', async (_, served, ranges, text) => {
    const { outcome, asked } = await fetched(served, begun);
    expect({ outcome, asked }).toEqual({ outcome: [text], asked: ranges });
  });

  it('begins anew where nothing tells versions apart', async () => {
    const untold = { [address]: { note: { ...whole, tag: null, whole: false }, text: model.slice(0, 9) } };
    const { outcome, asked } = await fetched({ tag: null }, untold);
    expect({ outcome, asked }).toEqual({ outcome: [model], asked: ['bytes=9-', null] });
  });

  it('that is not whole is not used, and goes on later', async () => {
    const { outcome, files } = await fetched({ cutAt: 12 });
    expect(outcome).toEqual({ fault: 'corrupt', said: `tiny.gguf: 12/${model.length}` });
    expect(files.get(address)).toMatchObject({ note: { whole: false }, text: model.slice(0, 12) });
  });

  it.each<[string, Served, string, string]>([
    ['is a web page', { text: '<html>not found</html>' }, address, 'not-gguf'],
    ['is not there', { status: 404 }, address, 'download'],
    ['has no encryption', {}, 'http://mirror.example/tiny.gguf', 'address'],
    ['is no GGUF by its name', {}, 'https://mirror.example/tiny.zip', 'address'],
    ['holds a password', {}, 'https://me:secret@mirror.example/tiny.gguf', 'address'],
  ])('that %s is refused', async (_, served, at, fault) => {
    const { outcome, files } = await fetched(served, {}, at);
    expect(outcome).toMatchObject({ fault });
    expect(files.size).toBe(0);
  });

  const other = `${model.slice(0, -1)}X`;
  it.each<[string, Partial<ModelNote>, string]>([
    ['has other bytes', {}, other],
    ['was cut short', {}, model.slice(0, 9)],
    ['has grown', {}, `${model} and more`],
    ['has other bytes, and no seal', { seal: null }, other],
    ['is empty', {}, ''],
  ])('that is kept and %s is never used: it is fetched again', async (_, note, text) => {
    const damaged = () => ({ [address]: { note: { ...whole, ...note }, text } });
    const again = await fetched({}, damaged());
    expect(again).toMatchObject({ outcome: [model], asked: [null] });
    expect(again.files.get(address)).toEqual({ note: whole, text: model });
    const offline = await fetched({ status: 503 }, damaged());
    expect(offline.outcome).toEqual({ fault: 'damaged', said: 'tiny.gguf: HTTP 503' });
    // Nothing of it is kept but where it came from.
    expect(offline.files.get(address)).toMatchObject({ note: { address, whole: false }, text: '' });
  });

  it('that is kept without a seal is compared with its hash, and sealed', async () => {
    const { asked, files, steps } = await fetched(
      {},
      { [address]: { note: { ...whole, seal: null }, text: model } },
    );
    expect(asked).toEqual([]);
    expect(files.get(address)?.note).toEqual(whole);
    expect(steps).toEqual([{ kind: 'verify', done: model.length, total: model.length }]);
  });

  it('in parts shows how much of all of them is here', async () => {
    const [one = '', two = '', three = ''] = [1, 2, 3].map(
      (part) => `https://mirror.example/m-0000${part}-of-00003.gguf`,
    );
    const begun = {
      [one]: { note: { ...whole, address: one }, text: model },
      [two]: { note: { ...whole, address: two, whole: false }, text: model.slice(0, 9) },
    };
    // Any part's address will do.
    const { steps, names, asked } = await fetched({}, begun, three);
    expect(names).toHaveLength(3);
    expect(asked, 'the length of the third, the rest of the second, the third').toEqual([
      null,
      'bytes=9-',
      null,
    ]);
    const downloads = steps.filter(({ kind }) => kind === 'download');
    const total = 3 * model.length;
    expect(new Set(downloads.map((step) => step.kind === 'download' && step.total))).toEqual(
      new Set([total]),
    );
    expect(downloads.at(-1)).toMatchObject({ loaded: total, file: { index: 3, count: 3 } });
    const seen = downloads.map((step) => (step.kind === 'download' ? step.loaded : 0));
    expect(
      seen.toSorted((a, b) => a - b),
      'never goes back',
    ).toEqual(seen);
  });

  it.each([1, 2])('in parts is fetched part by part, by the address of part %i', async (part) => {
    const { names } = await fetched({}, {}, `http://localhost:8000/m-0000${part}-of-00003.gguf?x=1`);
    expect(names).toEqual(['m-00001-of-00003.gguf', 'm-00002-of-00003.gguf', 'm-00003-of-00003.gguf']);
  });

  it('that is too large for one file is refused before it is fetched', async () => {
    const large: typeof fetch = () =>
      Promise.resolve(new Response('GGUF', { headers: { 'Content-Length': String(2 ** 31) } }));
    const { store, files } = memoryStore();
    const outcome = await fetchModel(
      address,
      { fetch: large, store, now: () => 0 },
      { onStep: () => {}, signal: new AbortController().signal },
    );
    expect(outcome).toEqual({ fault: 'too-large', said: 'tiny.gguf' });
    expect(files.size).toBe(0);
  });

  it('is called off at once', async () => {
    const { store } = memoryStore();
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    const fetch: typeof globalThis.fetch = () => Promise.reject(new Error('aborted'));
    const hooks = { onStep: () => {}, signal: controller.signal };
    await expect(fetchModel(address, { fetch, store, now: () => 0 }, hooks)).rejects.toThrow('enough');
  });

  describe('on Hugging Face', () => {
    const at = 'https://huggingface.co/Qwen/Qwen3-4B-GGUF/resolve/main/q4/tiny.gguf';
    /** Gives the list of the folder with this hash, and then one text for each time the file is asked for. */
    async function fetchedFrom(oid: string | null, texts: readonly string[], begun = {}) {
      const asked: string[] = [];
      const fetch: typeof globalThis.fetch = (input) => {
        const url = input instanceof Request ? input.url : String(input);
        asked.push(url);
        if (!url.includes('/api/')) {
          const text = texts[asked.filter((each) => each === at).length - 1] ?? '';
          const headers = { ETag: '"1"', 'Content-Length': String(text.length) };
          return Promise.resolve(new Response(text, { headers }));
        }
        if (oid === null) return Promise.reject(new Error('no network for that'));
        const lfs = { oid, size: model.length, pointerSize: 130 };
        return Promise.resolve(Response.json([{ type: 'file', path: 'q4/tiny.gguf', size: 9, lfs }]));
      };
      const { store, files } = memoryStore(begun);
      const hooks = { onStep: () => {}, signal: new AbortController().signal };
      const outcome = await fetchModel(at, { fetch, store, now: () => 0 }, hooks);
      return { right: !('fault' in outcome), outcome, asked, kept: files.get(at)?.note.sha256 };
    }
    const { hex } = hashOf(model);

    it.each<[string, string | null, string[], { right: boolean; from?: string; times: number }]>([
      ['is compared with the publisher’s hash', hex, [model], { right: true, from: 'publisher', times: 1 }],
      [
        'is fetched again where it differs',
        hex,
        ['GGUF of someone else here', model],
        { right: true, from: 'publisher', times: 2 },
      ],
      ['is never used where it differs twice', hex, ['GGUF a', 'GGUF b'], { right: false, times: 2 }],
      [
        'is taken without one that cannot be had',
        null,
        [model],
        { right: true, from: 'first-download', times: 1 },
      ],
    ])('%s', async (_, oid, texts, expected) => {
      const { right, asked, kept, outcome } = await fetchedFrom(oid, texts);
      expect(asked[0]).toBe('https://huggingface.co/api/models/Qwen/Qwen3-4B-GGUF/tree/main/q4');
      expect({ right, times: asked.length - 1, ...(kept ? { from: kept.from } : {}) }).toEqual(expected);
      if (!right) expect(outcome).toEqual({ fault: 'corrupt', said: 'tiny.gguf' });
    });
  });

  it('is hashed from its beginning where it goes on', async () => {
    const { files } = await fetched({}, begun);
    expect(files.get(address)?.note.sha256).toEqual(hashOf(model));
  });
});

import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../../../src/kit/hash';
import type { LoadStep } from '../../../../../src/judges/device/device';
import { doFileJob } from '../../../../../src/judges/device/files/do-file-job.browser';
import type { FileJob, FileOutcome } from '../../../../../src/judges/device/files/model-files';
import { listOf, memoryStorage, spoil } from './memory-storage';

const address = 'https://mirror.example/m/tiny.gguf';
const model = 'GGUF and then some weights';

interface Served {
  text?: string;
  tag?: string | null;
  status?: number;
  /** Bytes that really come, of those that are announced. */
  cutAt?: number;
  /** Where the connection breaks. */
  breaksAt?: number;
  parts?: boolean;
  /** How many bytes earlier than asked for its parts begin. */
  early?: number;
}

function server({
  text = model,
  tag = '"1"',
  status = 200,
  cutAt,
  breaksAt,
  parts = true,
  early = 0,
}: Served) {
  const asked: (string | null)[] = [];
  const answer: typeof fetch = (_, init) => {
    const range = new Headers(init?.headers).get('Range');
    asked.push(range);
    if (status !== 200) return Promise.resolve(new Response('', { status }));
    const from = parts && range ? Number(/\d+/.exec(range)?.[0]) - early : 0;
    const headers: Record<string, string> = { 'Content-Length': String(text.length - from) };
    if (tag !== null) headers['ETag'] = tag;
    if (from > 0) headers['Content-Range'] = `bytes ${from}-${text.length - 1}/${text.length}`;
    const sent = new TextEncoder().encode(text.slice(from, cutAt ?? breaksAt));
    let done = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!done && sent.length > 0) controller.enqueue(sent);
        else if (breaksAt === undefined) controller.close();
        else controller.error(new Error('no route'));
        done = true;
      },
    });
    return Promise.resolve(new Response(body, { status: from > 0 ? 206 : 200, headers }));
  };
  return { asked, fetch: answer };
}

const signal = new AbortController().signal;
async function run(
  served: Served | typeof fetch,
  kept = memoryStorage(),
  job: FileJob = { kind: 'fetch-gguf', address },
) {
  const network = typeof served === 'function' ? { asked: [], fetch: served } : server(served);
  const steps: LoadStep[] = [];
  const outcome = await doFileJob(
    job,
    { fetch: network.fetch, storage: kept.storage, now: () => 0 },
    { onStep: (step) => steps.push(step), signal },
  );
  return { outcome, asked: network.asked, steps, kept };
}
const texts = (outcome: FileOutcome) =>
  'files' in outcome ? Promise.all(outcome.files.map((file) => file.text())) : outcome;
const problem = (fault: string, said: string) => ({ problem: { fault, said } });
const begun = async () => (await run({ breaksAt: 9 })).kept;

describe('a model at an address', () => {
  it('is fetched once and kept', async () => {
    const { outcome, kept, steps } = await run({});
    expect(await texts(outcome)).toEqual([model]);
    expect(outcome).toMatchObject({ files: [{ name: 'tiny.gguf' }] });
    expect(steps.at(-1)).toMatchObject({ kind: 'download', loaded: model.length, total: model.length });
    expect(await listOf(kept)).toEqual([
      {
        runtime: 'llama.cpp',
        id: address,
        name: 'tiny.gguf',
        bytes: model.length,
        whole: true,
        proof: 'first-download',
      },
    ]);
    const again = await run({ status: 500 }, kept);
    expect(await texts(again.outcome)).toEqual([model]);
    expect(again.asked).toEqual([]);
    expect(again.steps).toEqual([{ kind: 'verify', done: model.length, total: model.length }]);
    await kept.storage.remove(address);
    expect(kept.files.size + kept.manifests.size).toBe(0);
  });

  it.each<[string, Served, (string | null)[], string]>([
    ['continues where it stopped', {}, ['bytes=9-'], model],
    ['is not joined with a part that begins elsewhere', { early: 2 }, ['bytes=9-', null], model],
    [
      'begins anew with another version',
      { tag: '"2"', text: 'GGUF other' },
      ['bytes=9-', null],
      'GGUF other',
    ],
    ['begins anew where nothing tells versions apart', { tag: null }, ['bytes=9-', null], model],
    ['begins anew where the server gives no parts', { parts: false }, ['bytes=9-'], model],
  ])('%s', async (_, served, ranges, text) => {
    const { outcome, asked, kept } = await run(served, await begun());
    expect(await texts(outcome)).toEqual([text]);
    expect(asked).toEqual(ranges);
    expect((await run({ status: 500 }, kept)).asked, 'its checksum is that of the whole').toEqual([]);
  });

  it('whose connection breaks is tried once more, and what came is kept', async () => {
    const { outcome, asked, kept } = await run({ breaksAt: 9 });
    expect(outcome).toEqual(problem('download', 'tiny.gguf: no route'));
    expect(asked).toEqual([null, 'bytes=9-']);
    expect(await listOf(kept)).toMatchObject([{ bytes: 9, whole: false }]);
  });

  it('that stays cut short is not used', async () => {
    const { outcome, kept } = await run({ cutAt: 12 });
    expect(outcome).toEqual(problem('corrupt', 'tiny.gguf'));
    expect(await listOf(kept)).toMatchObject([{ bytes: 12, whole: false }]);
  });

  it.each<[string, Served, string, string]>([
    ['is a web page', { text: '<html>not found</html>' }, address, 'not-gguf'],
    ['is not there', { status: 404 }, address, 'download'],
    ['has no encryption', {}, 'http://mirror.example/tiny.gguf', 'address'],
    ['is no GGUF by its name', {}, 'https://mirror.example/tiny.zip', 'address'],
    ['holds a password', {}, 'https://me:secret@mirror.example/tiny.gguf', 'address'],
  ])('that %s is refused', async (_, served, at, fault) => {
    const { outcome, kept } = await run(served, memoryStorage(), { kind: 'fetch-gguf', address: at });
    expect(outcome).toMatchObject({ problem: { fault } });
    expect(kept.files.size + kept.manifests.size).toBe(0);
  });

  it('that is too large for one file is refused before it is fetched', async () => {
    const large: typeof fetch = () =>
      Promise.resolve(new Response('GGUF', { headers: { 'Content-Length': String(2 ** 31) } }));
    const { outcome, kept } = await run(large);
    expect(outcome).toEqual(problem('too-large', 'tiny.gguf'));
    expect(kept.files.size).toBe(0);
  });

  it('is cancelled at once', async () => {
    const hooks = { onStep: () => {}, signal: AbortSignal.abort(new Error('enough')) };
    const tools = { fetch: () => Promise.reject(new Error('aborted')), now: () => 0 };
    const { storage } = memoryStorage();
    await expect(doFileJob({ kind: 'fetch-gguf', address }, { ...tools, storage }, hooks)).rejects.toThrow(
      'enough',
    );
  });
});

describe('a model in parts', () => {
  const part = (number: number) => `http://localhost:8000/m-0000${number}-of-00003.gguf?x=1`;

  it.each([1, 2])('is fetched by the address of part %i, and lacks only what was lost', async (number) => {
    const job: FileJob = { kind: 'fetch-gguf', address: part(number) };
    const { outcome, steps, kept } = await run({}, memoryStorage(), job);
    const names = [1, 2, 3].map((each) => ({ name: `m-0000${each}-of-00003.gguf` }));
    expect(outcome).toMatchObject({ files: names });
    expect(steps.at(-1)).toMatchObject({ file: { index: 3, count: 3 } });
    expect(await listOf(kept)).toMatchObject([{ id: part(1), bytes: 3 * model.length, whole: true }]);
    spoil(kept, 'm-00002-of-00003.gguf');
    const again = await run({}, kept, job);
    expect(await texts(again.outcome)).toEqual([model, model, model]);
    expect(again.asked).toEqual([null]);
  });
});

describe('a model on Hugging Face', () => {
  const at = 'https://huggingface.co/Qwen/Qwen3-4B-GGUF/resolve/main/q4/tiny.gguf';
  const hex = sha256Hex(model);

  it.each<[string, string | null, string[], object, string[]]>([
    ['is compared with the publisher’s hash', hex, [model], { files: [{}] }, ['publisher']],
    ['is fetched again where it differs', hex, [model.replace('some', 'SOME'), model], {}, ['publisher']],
    ['is never used where it differs twice', hex, ['GGUF a', 'GGUF b'], problem('corrupt', 'tiny.gguf'), []],
    ['is taken without a hash that cannot be had', null, [model], { files: [{}] }, ['first-download']],
  ])('%s', async (_, oid, answers, expected, proofs) => {
    const asked: string[] = [];
    const { outcome, kept } = await run(
      (input) => {
        const url = input instanceof Request ? input.url : String(input);
        asked.push(url);
        if (!url.includes('/api/')) {
          const text = answers[asked.filter((each) => each === at).length - 1] ?? '';
          return Promise.resolve(new Response(text, { headers: { ETag: '"1"' } }));
        }
        if (oid === null) return Promise.reject(new Error('no network for that'));
        const lfs = { oid, size: model.length, pointerSize: 130 };
        return Promise.resolve(Response.json([{ type: 'file', path: 'q4/tiny.gguf', size: 9, lfs }]));
      },
      memoryStorage(),
      { kind: 'fetch-gguf', address: at },
    );
    expect(asked).toEqual([
      'https://huggingface.co/api/models/Qwen/Qwen3-4B-GGUF/tree/main/q4',
      ...answers.map(() => at),
    ]);
    expect(outcome).toMatchObject(expected);
    const whole = (await listOf(kept)).filter((each) => each.whole);
    expect(whole.map(({ proof }) => proof)).toEqual(proofs);
  });
});

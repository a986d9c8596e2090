import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { RunHead } from '../../../src/core/model/run';
import type { ModelJudge } from '../../../src/judges/judge';
import * as batch from '../../../src/pipeline/batch';
import * as engine from '../../../src/pipeline/engine';
import { BatchExport } from '../../../src/state/batch-export.svelte';
import { BatchResults } from '../../../src/state/batch-results.svelte';
import { BatchFileSet } from '../../../src/state/batch-file-set';
import { fileTime } from '../../../src/state/file-names';
import type { Workbench } from '../../../src/state/workbench.svelte';
import type { RunMessage } from '../../../src/storage/runs/run-channel';
import { runOwnership } from '../../../src/storage/runs/run-ownership';
import { answered, expired, wires } from '../pipeline/batch/batch-bench';
import { modelSaying, saying } from '../pipeline/small-rubric';
import { workbenchWith } from './shelf-for-tests';
import { watchSavedFiles } from './saved-files';

const saved = watchSavedFiles();
let now: Date;
beforeEach(() => {
  now = new Date('2026-03-01T10:00:00Z');
});

const reply = { quality: { rationale: 'fine', score: 4 } };
const model = { ...modelSaying(), id: 'api', describe: () => ({ model: 'm-1', parameters: {} }) };

async function placeWith(
  ownership = runOwnership(null),
  judge: ModelJudge = model,
  parts: typeof batch = batch,
) {
  const workbench = workbenchWith([judge]);
  await workbench.loadSamples();
  let drawn = 0;
  const tools = {
    load: () => Promise.resolve(parts),
    loadReader: () => Promise.reject(new Error('Expected no worker for runs that live in the page.')),
    loadEngine: () => Promise.resolve(engine),
    wire: (name: 'openai' | 'anthropic') => Promise.resolve(wires[name]),
    world: {
      random: () => `${(drawn += 1)}`.padStart(24, 'c'),
      now: () => now,
      build: 'test',
    },
    runs: workbench.runs,
    ownership,
    shelf: workbench.shelf,
    tell: (message: RunMessage) => void workbench.hear(message),
    desk: () => workbench.batchDesk,
    laidOut: (...given: Parameters<Workbench['awaitResults']>) => workbench.awaitResults(...given),
  };
  const out = new BatchExport(tools);
  const results = new BatchResults(tools);
  return { workbench, out, results, tools };
}

async function questions(): Promise<string[]> {
  const texts = await Promise.all(saved.map(({ blob }) => blob.text()));
  return texts.flatMap((text) => text.trimEnd().split('\n'));
}
const requestBody = z.object({ body: z.looseObject({}) });
const file = (name: string, ...lines: string[]) => new File([lines.join('\n')], name);

async function onlyHead({ runs }: Workbench): Promise<RunHead> {
  const { heads } = await runs.heads();
  expect(heads).toHaveLength(1);
  const [head] = heads;
  if (!head) throw new Error('Expected a run.');
  return head;
}

describe('a batch', () => {
  it('goes out, waits in the history, and its results come in over several days', async () => {
    const { workbench, out, results } = await placeWith();
    out.model = ' m-1 ';
    expect(out.scopes).toEqual([{ scope: 'all', units: 3 }]);
    expect(await out.estimate()).toMatchObject({ requests: 3, files: 1 });
    await out.write();
    expect(saved.map(({ name }) => name)).toEqual([`first-${fileTime(now)}-batch.jsonl`]);
    const began = fileTime(now);
    const [a = '', b = '', c = ''] = await questions();
    const waiting = await onlyHead(workbench);
    expect(waiting).toMatchObject({
      state: 'paused',
      pause: { because: 'batch' },
      judge: { id: 'batch', model: 'm-1', parameters: { batch: 'openai' } },
    });
    expect(workbench.run).toMatchObject({ kind: 'paused', pause: { because: 'batch' }, done: 0, total: 3 });

    await results.read([file('two.jsonl', answered(c, reply)), file('one.jsonl', expired(a))], null);
    expect(results.state).toMatchObject({
      kind: 'done',
      stopped: false,
      report: { scored: 1, failed: 1, missing: 1 },
    });
    await vi.waitFor(() => expect(workbench.run).toMatchObject({ done: 2, failed: 1 }));
    expect(workbench.judgements.get('c')?.digest.status).toBe('valid');

    // What has no score goes out again under the same ids, and comes back into the same run.
    expect(out.scopes.map(({ scope, units }) => [scope, units])).toEqual([
      ['rest', 1],
      ['rest-and-failed', 2],
      ['all', 3],
    ]);
    out.scope = 'rest-and-failed';
    saved.length = 0;
    now = new Date('2026-03-03T09:08:07Z');
    await out.write();
    expect(saved.map(({ name }) => name)).toEqual([`first-${began}-batch-again-${fileTime(now)}.jsonl`]);
    expect(await questions()).toEqual([a, b]);
    await results.read([file('late.jsonl', answered(b, reply), answered(a, reply))], waiting.id);
    expect(await onlyHead(workbench)).toMatchObject({
      id: waiting.id,
      state: 'finished',
      pause: null,
      counts: { done: 3, statuses: { valid: 3 } },
    });
    await vi.waitFor(() => expect(workbench.run).toMatchObject({ kind: 'finished', done: 3 }));
  });

  it('of the rest of a run asks as the model took the last question, and its receipts say so', async () => {
    const took = { ...saying(reply), parameters: { structured: 'json', seed: 1 } };
    const judge: ModelJudge = {
      ...modelSaying(took, { reason: 'failed', detail: 'Broke off.' }),
      id: 'api',
      describe: () => ({ model: 'm-1', parameters: { structured: 'schema', temperature: 0.2 } }),
    };
    const { workbench, out, results } = await placeWith(runOwnership(null), judge);
    workbench.setup.chooseJudge('api');
    await workbench.judgeAll();
    await vi.waitFor(() => expect(workbench.run).toMatchObject({ kind: 'finished', failed: 2 }));
    out.scope = 'rest-and-failed';
    await out.write();
    const lines = await questions();
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const { body } = requestBody.parse(JSON.parse(line));
      expect(body).toMatchObject({ response_format: { type: 'json_object' }, seed: expect.any(Number) });
      expect(body).not.toHaveProperty('temperature');
    }
    const [first = ''] = lines;
    await results.read([file('one.jsonl', answered(first, reply))], null);
    expect(results.state).toMatchObject({ kind: 'done', report: { scored: 1 } });
    const { id } = await onlyHead(workbench);
    const { parameters } = (await workbench.runs.judgement(id, 3)).receipt;
    expect(parameters).toMatchObject({ batch: 'openai', structured: 'json' });
    expect(parameters).not.toHaveProperty('temperature');
  });

  it('leaves nothing behind when it is stopped, and wants to know the model', async () => {
    const { workbench, out } = await placeWith();
    await out.write();
    expect(out.state).toEqual({ kind: 'refused', because: 'no-model' });
    out.model = 'm-1';
    workbench.setup.choose({ samples: 25 });
    const clock = vi.spyOn(performance, 'now');
    // Every look at the clock ends a slice.
    let time = 0;
    clock.mockImplementation(() => (time += 1000));
    const writing = out.write();
    out.cancel();
    await writing;
    expect(out.state).toEqual({ kind: 'cancelled' });
    expect(saved).toEqual([]);
    expect((await workbench.runs.heads()).heads).toEqual([]);
  });

  it('keeps what was read when the import is stopped, and goes on with the same files', async () => {
    const { workbench, out, results } = await placeWith();
    out.model = 'm-1';
    await out.write();
    const lines = (await questions()).map((line) => answered(line, reply));
    // Every look at the clock ends a slice.
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000));
    const slow = file('all.jsonl', ...lines);
    vi.spyOn(slow, 'stream').mockImplementation(() => {
      const left = lines.map((line) => new TextEncoder().encode(`${line}\n`));
      return new ReadableStream({
        pull(controller) {
          const next = left.shift();
          if (next) controller.enqueue(next);
          else controller.close();
          if (left.length === 1) results.cancel();
        },
      });
    });
    await results.read([slow], (await onlyHead(workbench)).id);
    expect(results.state).toMatchObject({ kind: 'done', stopped: true });
    const { counts } = await onlyHead(workbench);
    expect(counts.done).toBeGreaterThan(0);
    expect(counts.done).toBeLessThan(3);
    vi.restoreAllMocks();
    await results.read([file('all.jsonl', ...lines)], null);
    expect(results.state).toMatchObject({ report: { scored: 3 - counts.done, duplicate: counts.done } });
    expect(await onlyHead(workbench)).toMatchObject({ state: 'finished' });
  });

  it('says what breaks after the import was stopped, and what is stored', async () => {
    const { workbench, out, results } = await placeWith();
    out.model = 'm-1';
    await out.write();
    const [first = '', ...others] = (await questions()).map((line) => answered(line, reply));
    const slow = file('all.jsonl', first, ...others);
    vi.spyOn(slow, 'stream').mockImplementation(() => {
      let given = 0;
      return new ReadableStream(
        {
          pull(controller) {
            given += 1;
            if (given === 1) controller.enqueue(new TextEncoder().encode(`${first}\n`));
            else {
              results.cancel();
              controller.error(new Error('The file is gone.'));
            }
          },
        },
        // Nothing is fetched ahead: the order to stop comes while the reader waits for the next piece.
        { highWaterMark: 0 },
      );
    });
    await results.read([slow], (await onlyHead(workbench)).id);
    expect(results.state).toMatchObject({
      kind: 'failed',
      message: 'The file is gone.',
      head: { counts: { done: 1 } },
    });
    expect(results.busy).toBe(false);
  });

  it('whose reader says nothing more after Stop tells what is stored, and can be read again', async () => {
    const { workbench, out, tools } = await placeWith();
    out.model = 'm-1';
    await out.write();
    const lines = (await questions()).map((line) => answered(line, reply));
    // Runs that a worker would find: one that stores the first result, and then falls silent.
    const durable = new Proxy(workbench.runs, {
      get: (runs, name) => {
        const value: unknown = name === 'durable' ? true : Reflect.get(runs, name, runs);
        const bound: unknown = typeof value === 'function' ? value.bind(runs) : value;
        return bound;
      },
    });
    const here = new BatchResults({ ...tools, ownership: runOwnership(null) });
    const silent = new BatchResults({
      ...tools,
      runs: durable,
      loadReader: () =>
        Promise.resolve(async (run, _files, { signal }) => {
          await here.read([file('a.jsonl', lines[0] ?? '')], run);
          silent.cancel();
          expect(signal.aborted).toBe(true);
          return 'silent';
        }),
    });
    const { id } = await onlyHead(workbench);
    await silent.read([file('all.jsonl', ...lines)], id);
    expect(silent.state).toMatchObject({ kind: 'silent', head: { id, counts: { done: 1 } } });
    expect(silent.busy).toBe(false);
    await here.read([file('all.jsonl', ...lines)], id);
    expect(here.state).toMatchObject({ kind: 'done', report: { scored: 2, duplicate: 1 } });
  });

  it('comes in with the files of another run, each into its own', async () => {
    const claims = runOwnership(null);
    let taken = '';
    const { workbench, out, results } = await placeWith({
      ...claims,
      claim: (run) => (run === taken ? Promise.resolve(null) : claims.claim(run)),
    });
    out.model = 'm-1';
    await out.write();
    const first = (await questions()).map((line) => answered(line, reply));
    saved.length = 0;
    now = new Date('2026-03-02T10:00:00Z');
    out.scope = 'all';
    await out.write();
    const second = (await questions()).map((line) => answered(line, reply));
    const [newer, older] = (await workbench.runs.heads()).heads.map(({ id }) => id);
    const [a = '', ...restOfFirst] = first;
    const files = [
      file('a.jsonl', a),
      file('b.jsonl', ...second),
      file('c.jsonl', 'x'),
      file('d.jsonl', ...restOfFirst),
    ];

    taken = newer ?? '';
    await results.read(files.slice(0, 2), null);
    expect(results.state).toMatchObject({
      kind: 'done',
      head: { id: older },
      taken: [{ id: newer }],
      others: [],
    });
    taken = '';
    await results.read(files, null);
    const none = { failed: 0, unknown: 0, missing: 0 };
    expect(results.state).toMatchObject({
      kind: 'done',
      head: { id: older, state: 'finished' },
      report: { scored: 2, duplicate: 1, damaged: 1, ...none },
      others: [{ head: { id: newer, state: 'finished' }, report: { scored: 3, damaged: 0, ...none } }],
      taken: [],
    });
  });

  it('is told apart from files of no run, and from a run that another tab has', async () => {
    const taken = { ...runOwnership(null), claim: () => Promise.resolve(null) };
    const { out, results } = await placeWith(taken);
    out.model = 'm-1';
    await results.read([file('x.jsonl', '{"custom_id":"request-1","response":{"body":{}}}', 'x')], null);
    expect(results.state).toEqual({ kind: 'no-run', foreign: true, questions: [], unread: [] });
    await out.write();
    const [question = ''] = await questions();
    // What was exported here is the file that comes to hand first.
    const packed = new File([new Uint8Array([0x1f, 0x8b, 8, 0, 255])], 'r.jsonl.gz');
    const array = file('r.json', `[${answered(question)}]`);
    await results.read([file('q.jsonl', question), packed, array], null);
    expect(results.state).toEqual({
      kind: 'no-run',
      foreign: false,
      questions: ['q.jsonl'],
      unread: ['r.jsonl.gz', 'r.json'],
    });
    await results.read([file('y.jsonl', answered(question, reply))], null);
    expect(results.state).toMatchObject({ kind: 'busy' });
    out.scope = 'rest';
    await out.write();
    expect(out.state).toEqual({ kind: 'refused', because: 'busy' });
  });

  it('tells its size as it was asked last, however long what was asked before takes to get ready', async () => {
    const { tools } = await placeWith();
    const size = { requests: 3, bytes: 9, files: 1 };
    let letGo: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (letGo = resolve));
    /** Takes a few turns; the one that was asked before gets ready in the first of them. */
    function* estimateBatch() {
      letGo();
      for (const ends = performance.now() + 50; performance.now() < ends;) yield;
      return size;
    }
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) await late;
      return { ...batch, estimateBatch };
    };
    const out = new BatchExport({ ...tools, load });
    expect(await Promise.all([out.estimate(), out.estimate()])).toEqual([null, size]);
  });

  it('leaves out and tells what is larger than a whole file may be, and that can be judged in the page', async () => {
    const judge: ModelJudge = { ...modelSaying(saying(reply)), id: 'api', describe: model.describe };
    const huge = 96_000_000;
    let measured = 0;
    const byteLength = (text: string) => ((measured += 1) === 2 ? huge : batch.byteLength(text));
    const { workbench, out, results } = await placeWith(runOwnership(null), judge, { ...batch, byteLength });
    out.model = 'm-1';
    await out.write();
    // Another engine, which the person looks at next, holds more.
    out.engine = 'anthropic';
    expect(out.state).toMatchObject({
      kind: 'done',
      files: [{ requests: 2 }],
      mostBytes: 95_000_000,
      tooLarge: [{ row: 1, sample: 0, name: 'Second', bytes: huge }],
    });
    const lines = (await questions()).map((line) => answered(line, reply));
    expect(lines).toHaveLength(2);
    await results.read([file('all.jsonl', ...lines)], null);
    expect(results.state).toMatchObject({ kind: 'done', report: { scored: 2, missing: 1 } });
    await vi.waitFor(() => expect(workbench.run).toMatchObject({ done: 2 }));
    workbench.setup.chooseJudge('api');
    await workbench.resume();
    await vi.waitFor(() => expect(workbench.run).toMatchObject({ kind: 'finished', failed: 0 }));
  });

  it('writes as many files as its limits ask for, each with its number', async () => {
    const form = { ...batch.batchForms.anthropic, mostRequests: 2 };
    const files = new BatchFileSet(form, batch);
    for (const text of ['1', '2', '3']) files.add(text);
    const finished = files.finish('run');
    expect(finished.map(({ name, requests }) => [name, requests])).toEqual([
      ['run-1-of-2.json', 2],
      ['run-2-of-2.json', 1],
    ]);
    const texts = await Promise.all(finished.map(({ blob }) => blob.text()));
    expect(texts.map((text): unknown => JSON.parse(text))).toEqual([{ requests: [1, 2] }, { requests: [3] }]);
  });
});

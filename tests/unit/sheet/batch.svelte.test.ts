import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { orderOf } from '../../../src/sheet/run/order';
import type { RunHead } from '../../../src/sheet/run-record';
import type { ModelJudge } from '../../../src/judgement/judge';
import * as judging from '../../../src/sheet/run/judging';
import { digestOf } from '../../../src/judgement/digest';
import { SheetChanges } from '../../../src/sheet/sheet-changes';
import { RubricVersions, RubricLibrary } from '../../../src/sheet/rubric-versions.svelte';
import { runLocks } from '../../../src/sheet/run/run-locks';
import { SheetState } from '../../../src/sheet/sheet-state.svelte';
import { memorySheetStore } from '../../../src/sheet/store/memory-database';
import { BatchExport } from '../../../src/export/batch/batch-export.svelte';
import { BatchResults } from '../../../src/export/batch/batch-results.svelte';
import type { BatchSheet } from '../../../src/export/batch/batch-plan';
import { batchForms } from '../../../src/export/batch/batch-files';
import { rubricToStore } from '../../../src/sheet/run/new-run';
import { fileTime } from '../../../src/sheet/run-names';
import { answered, expired } from '../export/batch/batch-bench';
import { modelSaying, saying } from '../judgement/small-rubric';
import { watchSavedFiles } from './saved-files';
import { noOwnRubrics, rubricSource } from './tabs';

const saved = watchSavedFiles();
let now: Date;
beforeEach(() => {
  now = new Date('2026-03-01T10:00:00Z');
});

const reply = { quality: { rationale: 'fine', score: 4 } };
async function placeWith(locks = runLocks(null)) {
  const loadJudging = () => Promise.resolve(judging);
  const store = memorySheetStore();
  const changes = new SheetChanges(null);
  const rubrics = new RubricVersions(
    new RubricLibrary([rubricSource('first')], loadJudging, noOwnRubrics()),
    store,
    loadJudging,
  );
  let drawn = 0;
  const world = { random: () => `${(drawn += 1)}`.padStart(24, 'c'), now: () => now, build: 'test' };
  const sheet = new SheetState('sheet-1', 'first', {
    store,
    changes,
    locks: runLocks(null),
    rubrics,
    world,
    language: () => 'en',
  });
  await sheet.addSamples([
    { id: 'a', label: 'First', input: { text: 'one' } },
    { id: 'b', label: 'Second', input: { text: 'two' } },
    { id: 'c', label: 'Third', input: { text: 'three' } },
  ]);
  const settings = { mode: 'model-alone' as const, tellFacts: false, samples: 1, timeoutSeconds: null };
  const tools = {
    world,
    store,
    locks,
    rubrics,
    changes,
    source: () => ({ sheet, settings }),
  };
  const out = new BatchExport(tools);
  const results = new BatchResults(tools);
  return { sheet, store, out, results, tools, settings };
}
type Place = Awaited<ReturnType<typeof placeWith>>;

async function questions(): Promise<string[]> {
  const texts = await Promise.all(saved.map(({ blob }) => blob.text()));
  return texts.flatMap((text) => text.trimEnd().split('\n'));
}
/** Writes the files of a batch. */
async function exported({ out }: Pick<Place, 'out'>): Promise<string[]> {
  saved.length = 0;
  out.model = 'm-1';
  await out.write();
  return questions();
}
const answers = (lines: readonly string[]) => lines.map((line) => answered(line, reply));
const requestBody = z.object({ body: z.looseObject({}) });
const file = (name: string, ...lines: string[]) => new File([lines.join('\n')], name);

async function onlyHead({ store }: Pick<Place, 'store'>): Promise<RunHead> {
  const { runs } = await store.list();
  expect(runs).toHaveLength(1);
  const [head] = runs;
  if (!head) throw new Error('Expected a run.');
  return head;
}

/** A finished run of all cases, judged in the page. */
async function judgeInPage({ sheet, tools, settings }: Place, judge: ModelJudge): Promise<RunHead> {
  const { rubrics, store, world } = tools;
  const { id } = await sheet.stored();
  const rubric = await sheet.currentRubric();
  if (!rubric) throw new Error('Expected a rubric.');
  const ready = await rubrics.ready(rubric);
  const head = judging.newRunHead(
    { sheet: id, rubric, judge, settings: { ...settings, atOnce: 1 }, order: null },
    world,
  );
  await store.createRun(head, rubricToStore(rubric));
  for (const { key: caseKey, case: subject, revision } of sheet.cases.rows) {
    const { signal } = new AbortController();
    const judgement = await judging.judgeCase(ready, subject, { ...settings, judge, world, signal });
    const digest = digestOf(rubric, judgement);
    const { case: hash } = judgement.receipt;
    await store.append(head.id, [
      { caseKey, sample: 0, hash, revision, key: `${caseKey}`, milliseconds: 0, digest, judgement },
    ]);
  }
  await sheet.begun(head);
  await sheet.catchUp();
  return head;
}

/** The sheet with another table. */
function narrowed(sheet: SheetState, results: BatchSheet['results']): BatchSheet {
  return {
    id: sheet.id,
    cases: sheet.cases,
    results,
    focus: sheet.focus,
    stored: () => sheet.stored(),
    currentRubric: () => sheet.currentRubric(),
    begun: (head) => sheet.begun(head),
  };
}

describe('a batch', () => {
  it('goes out, waits for its results, and these come in over several days', async () => {
    const place = await placeWith();
    const { sheet, out, results } = place;
    out.model = ' m-1 ';
    expect(out.scopes).toEqual([{ scope: 'all', cells: 3 }]);
    expect(await out.estimate()).toMatchObject({ requests: 3, files: 1 });
    expect(sheet.isStored).toBe(false);
    await out.write();
    expect(saved.map(({ name }) => name)).toEqual([`first-${fileTime(now)}-batch.jsonl`]);
    const began = fileTime(now);
    const [a = '', b = '', c = ''] = await questions();
    const waiting = await onlyHead(place);
    expect(waiting).toMatchObject({
      sheet: sheet.id,
      state: 'paused',
      pause: { because: 'batch' },
      judge: { id: 'batch', model: 'm-1', parameters: { batch: 'openai' } },
      orders: [{ cells: [{ sample: 0, keys: [[0, 2]] }], since: 0 }],
      progress: { done: 0, total: 3 },
    });
    expect(sheet.focus?.head).toEqual(waiting);

    await results.read([file('two.jsonl', answered(c, reply)), file('one.jsonl', expired(a))], null);
    expect(results.state).toMatchObject({
      kind: 'done',
      runs: [{ kind: 'filled', stopped: false, report: { scored: 1, failed: 1, missing: 1 } }],
    });
    await vi.waitFor(() => expect(sheet.focus?.head.progress).toEqual({ done: 2, total: 3 }));
    await vi.waitFor(() => expect(sheet.judged('c')?.digest.status).toBe('valid'));

    // What has no score goes out again under the same ids, and comes back into the same run.
    await vi.waitFor(() =>
      expect(out.scopes.map(({ scope, cells }) => [scope, cells])).toEqual([
        ['rest', 1],
        ['rest-and-failed', 2],
        ['all', 3],
      ]),
    );
    out.scope = 'rest-and-failed';
    saved.length = 0;
    now = new Date('2026-03-03T09:08:07Z');
    await out.write();
    expect(saved.map(({ name }) => name)).toEqual([`first-${began}-batch-again-${fileTime(now)}.jsonl`]);
    expect(await questions()).toEqual([a, b]);
    expect(await onlyHead(place)).toMatchObject({ orders: [{ since: 2 }], progress: { done: 0, total: 2 } });
    await results.read([file('late.jsonl', answered(b, reply), answered(a, reply))], waiting.id);
    expect(await onlyHead(place)).toMatchObject({
      id: waiting.id,
      state: 'finished',
      pause: null,
      orders: [],
      counts: { done: 3, statuses: { valid: 3 } },
    });
    await vi.waitFor(() => expect(sheet.focus?.summary.judged).toBe(3));
  });

  it('of the cases that the table shows orders only these, and the rest can go out later', async () => {
    const place = await placeWith();
    const { sheet, out } = place;
    out.model = 'm-1';
    const source = () => ({ ...place.tools.source(), sheet: narrowed(sheet, { order: [2] }) });
    const few = new BatchExport({ ...place.tools, source });
    few.model = 'm-1';
    few.scope = 'shown';
    await few.write();
    expect(await onlyHead(place)).toMatchObject({ orders: [orderOf([{ caseKey: 2, sample: 0 }], 0)] });
    expect(await questions()).toHaveLength(1);
    saved.length = 0;
    expect(out.scopes[0]).toEqual({ scope: 'rest', cells: 3 });
    out.scope = 'rest';
    await out.write();
    expect(await questions()).toHaveLength(3);
    expect(await onlyHead(place)).toMatchObject({ progress: { done: 0, total: 3 } });
  });

  it('of the rest of a run asks as its judge is described, and its receipts say so', async () => {
    const took = { ...saying(reply), parameters: { structured: 'json', seed: 1 } };
    const judge: ModelJudge = {
      ...modelSaying(took, { reason: 'failed', detail: 'Broke off.' }),
      id: 'api',
      describe: () => ({ model: 'm-1', parameters: { structured: 'schema', temperature: 0.2 } }),
    };
    const place = await placeWith();
    const { out, results, store } = place;
    const { id } = await judgeInPage(place, judge);
    out.scope = 'rest-and-failed';
    await out.write();
    const lines = await questions();
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const { body } = requestBody.parse(JSON.parse(line));
      expect(body).toMatchObject({ response_format: { type: 'json_schema' }, temperature: 0.2 });
    }
    const [first = ''] = lines;
    await results.read([file('one.jsonl', answered(first, reply))], null);
    expect(results.state).toMatchObject({ runs: [{ report: { scored: 1 } }] });
    const { parameters } = (await store.judgement(id, 3)).receipt;
    expect(parameters).toMatchObject({ batch: 'openai', structured: 'schema', temperature: 0.2 });
  });

  it('leaves nothing behind when it is stopped, and wants to know the model', async () => {
    const { store, out, settings } = await placeWith();
    await out.write();
    expect(out.state).toEqual({ kind: 'refused', because: 'no-model' });
    out.model = 'm-1';
    settings.samples = 25;
    const clock = vi.spyOn(performance, 'now');
    // Every look at the clock ends a slice.
    let time = 0;
    clock.mockImplementation(() => (time += 1000));
    const writing = out.write();
    out.cancel();
    await writing;
    expect(out.state).toEqual({ kind: 'cancelled' });
    expect(saved).toEqual([]);
    expect(await store.list()).toMatchObject({ sheets: [], runs: [] });
  });

  it('comes in with the files of another run, each into its own', async () => {
    const claims = runLocks(null);
    let taken = '';
    const { store, out, results } = await placeWith({
      ...claims,
      claim: (run) => (run === taken ? Promise.resolve(null) : claims.claim(run)),
    });
    const first = answers(await exported({ out }));
    now = new Date('2026-03-02T10:00:00Z');
    out.scope = 'all';
    const second = answers(await exported({ out }));
    const [newer, older] = (await store.list()).runs.map(({ id }) => id);
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
      runs: [
        { kind: 'filled', head: { id: older } },
        { kind: 'busy', head: { id: newer } },
      ],
    });
    taken = '';
    await results.read(files, null);
    const none = { failed: 0, unknown: 0, missing: 0 };
    expect(results.state).toMatchObject({
      runs: [
        {
          head: { id: older, state: 'finished' },
          report: { scored: 2, duplicate: 1, damaged: 1, ...none },
        },
        { head: { id: newer, state: 'finished' }, report: { scored: 3, damaged: 0, ...none } },
      ],
    });
  });

  it('is told apart from files of no run, and from a run that another tab has', async () => {
    const taken = { ...runLocks(null), claim: () => Promise.resolve(null) };
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
    expect(results.state).toMatchObject({ runs: [{ kind: 'busy' }] });
    out.scope = 'rest';
    await out.write();
    expect(out.state).toEqual({ kind: 'refused', because: 'busy' });
  });

  it('writes nothing where a question is larger than a whole file may be, and names its case', async () => {
    const { sheet, store, out } = await placeWith();
    sheet.put({ id: 'b', label: 'Second', input: { text: 'two'.repeat(2_000) } });
    const restore = { ...batchForms.openai };
    onTestFinished(() => void Object.assign(batchForms.openai, restore));
    batchForms.openai.mostBytes = 5_000;
    out.model = 'm-1';
    await out.write();
    expect(out.state).toEqual({ kind: 'too-large', name: 'Second' });
    expect([saved, (await store.list()).runs]).toEqual([[], []]);
  });
});

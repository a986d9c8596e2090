import { describe, expect, it } from 'vitest';
import type { KeptModel, LoadedModel, ModelSource } from '../../../../src/judges/device/device';
import type { Prompt } from '../../../../src/judgement/prompt/build-prompt';
import type { ComingQuestion, JudgeReply, JudgeRequest, ModelJudge } from '../../../../src/judgement/judge';
import type { DeviceState } from '../../../../src/judges/device/form/device-judge.svelte';
import {
  judgeRestWithModel,
  resumeWithContext,
  smallerContext,
  smallerModels,
} from '../../../../src/sheet/run-setup/smaller-model';
import { Browser } from '../tabs';

const loaded: LoadedModel = {
  runtime: 'llama.cpp',
  name: 'large',
  bytes: 900,
  context: 8192,
  trainedContext: 32_768,
  threads: 1,
  parameters: null,
};
const gguf = (name: string, bytes: number, whole = true): KeptModel => ({
  runtime: 'llama.cpp',
  id: `https://models.example/${name}.gguf`,
  name,
  bytes,
  whole,
});
const textOf = ({ own }: Prompt) => /begin input text ===\n(.*)\n/.exec(own)?.[1] ?? '';

/** A device whose large model answers the first question and then gives up until it is mended. */
class Device {
  readonly asked: string[] = [];
  broken = false;
  released = 0;
  /** The model that is loaded, and the longest case that it takes. */
  model = 'large';
  longest = Infinity;
  state: DeviceState = {
    kind: 'ready',
    loaded,
    fit: { cases: 3, tooLong: 0, longest: 0, reply: 0, needs: 4000 },
  };
  kept = [gguf('small', 300), gguf('smaller', 200), gguf('cut', 400, false), gguf('huge', 5000)];
  list = { offers: [], isHere: () => false };
  choices = { setRuntime: () => {} };
  get loaded() {
    return this.state.kind === 'ready' ? this.state.loaded : null;
  }
  setContext = (context: number | null) => {
    this.broken = false;
    this.state = { kind: 'ready', loaded: { ...loaded, context: context ?? 4096 }, fit: null };
    return Promise.resolve();
  };
  open = (source: ModelSource) => {
    this.broken = false;
    this.model = source.kind === 'address' ? source.address : source.kind;
    this.state = { kind: 'ready', loaded: { ...loaded, name: this.model }, fit: null };
    return Promise.resolve();
  };
  readonly judge = {
    kind: 'model' as const,
    id: 'device',
    restore: () => {},
    forRun: () => Promise.resolve(this.#made()),
  };

  #made(): ModelJudge {
    const { model } = this;
    return {
      kind: 'model',
      id: 'device',
      ownPace: true,
      describe: () => ({ model, parameters: {} }),
      prepare: (questions: Iterable<ComingQuestion>) => {
        const misfits = [...questions].flatMap(({ prompt }, question) => {
          const tokens = textOf(prompt).length;
          return tokens > this.longest ? [{ question, tokens, reply: 0, context: this.longest }] : [];
        });
        return Promise.resolve({ misfits });
      },
      ask: ({ prompt }: JudgeRequest) => {
        if (this.broken)
          return Promise.resolve({ reason: 'failed' as const, detail: 'memory', putBack: true as const });
        // A question that was ready when the run began to wait.
        if (textOf(prompt).length > this.longest)
          return Promise.resolve({ reason: 'too-long' as const, detail: '' });
        this.asked.push(`${model} ${textOf(prompt)}`);
        this.broken = this.asked.length === 1;
        const text = JSON.stringify({ quality: { rationale: 'fine', score: 4 } });
        const reply: JudgeReply = { text, stop: 'complete', model, parameters: {} };
        return Promise.resolve(reply);
      },
      release: () => {
        this.released += 1;
      },
    };
  }
}

async function gaveUp() {
  const bench = new Device();
  const workbench = new Browser().tab({ judges: [bench.judge] });
  await workbench.loadSamples();
  workbench.setup.chooseJudge('device');
  const run = workbench.judgeAll();
  await expect.poll(() => workbench.run).toMatchObject({ kind: 'paused', done: 1 });
  expect(workbench.run).toMatchObject({ pause: { because: 'judge', detail: 'memory' } });
  const heads = async () =>
    (await workbench.store.list()).runs
      .map(({ state, judge, progress, counts }) => ({
        state,
        model: judge.model,
        cases: progress.total,
        done: counts.done,
      }))
      .toSorted((a, b) => b.cases - a.cases);
  return { bench, workbench, run, heads };
}

describe('a run whose model gave up', () => {
  it('goes on with less context: the same run, each case once', async () => {
    const { bench, workbench, run, heads } = await gaveUp();
    expect(smallerContext(bench)).toBe(4096);
    await resumeWithContext(bench, workbench, 4096);
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, failed: 0 });
    expect(bench.asked.toSorted()).toEqual(['large one', 'large three', 'large two']);
    expect(await heads()).toEqual([{ state: 'finished', model: 'large', cases: 3, done: 3 }]);
    expect(bench.released, 'what was held for it is let go').toBeGreaterThan(0);
  });

  it('is told first which of the rest have no room then', async () => {
    const { bench, workbench, run } = await gaveUp();
    bench.longest = 3;
    const going = resumeWithContext(bench, workbench, 4096);
    await expect.poll(() => workbench.run).toMatchObject({ kind: 'no-room', noRoom: { cases: 1, of: 2 } });
    expect(bench.asked, 'nobody is asked before').toEqual(['large one']);
    workbench.decideRoom('go-on');
    await going;
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, failed: 1 });
    expect(workbench.sheet.judged('c')?.digest).toMatchObject({ status: 'unscored', reason: 'too-long' });
    expect(bench.asked).toEqual(['large one', 'large two']);
  });

  it('leaves the rest to a smaller model, as a new run of what has no score', async () => {
    const { bench, workbench, run, heads } = await gaveUp();
    const [small, ...others] = smallerModels(bench);
    if (small?.name !== 'small') throw new Error(`Expected a smaller model, got ${small?.name}.`);
    expect(others).toEqual([]);
    await judgeRestWithModel(bench, workbench, small);
    await run;
    const model = 'https://models.example/small.gguf';
    expect(bench.asked).toEqual(['large one', `${model} two`, `${model} three`]);
    expect(await heads()).toEqual([
      { state: 'cancelled', model: 'large', cases: 3, done: 1 },
      { state: 'finished', model, cases: 2, done: 2 },
    ]);
    const judged = workbench.sheet.runs.map(({ id }) =>
      ['a', 'b', 'c'].map((one) => workbench.sheet.judged(one, id)),
    );
    expect(judged.map((row) => row.map((one) => one !== undefined))).toEqual([
      [false, true, true],
      [true, false, false],
    ]);
  });

  it('waits on where the smaller one does not come', async () => {
    const { bench, workbench, run } = await gaveUp();
    bench.open = () => {
      bench.state = { kind: 'problem', problem: { fault: 'memory', said: '' } };
      return Promise.resolve();
    };
    await judgeRestWithModel(bench, workbench, {
      runtime: 'llama.cpp',
      source: { kind: 'files', files: [] },
    });
    expect(workbench.run).toMatchObject({ kind: 'paused', done: 1 });
    workbench.cancel();
    await run;
  });
});

describe('less context', () => {
  const ready = (context: number, needs?: number): DeviceState => ({
    kind: 'ready',
    loaded: { ...loaded, context },
    fit: { cases: 1, tooLong: 0, longest: 0, reply: 0, ...(needs !== undefined && { needs }) },
  });
  it.each<[string, DeviceState, number | null]>([
    ['what the cases take, where that is less', ready(8192, 5600), 6144],
    ['with some room left', ready(8192, 2048), 2560],
    ['none where they take all of it', ready(5632, 5512), null],
    ['none where the last of it may be needed', ready(5632, 5100), null],
    ['none where it is not known what they take', ready(8192), null],
    ['none where no run was counted', { kind: 'ready', loaded, fit: null }, null],
    ['no less than is of use', ready(8192, 100), 1024],
    ['none where there is no more than that', ready(1024, 100), null],
    ['none without a model', { kind: 'empty' }, null],
    [
      'none of the browser’s own',
      { kind: 'ready', loaded: { ...loaded, runtime: 'built-in' }, fit: null },
      null,
    ],
  ])('is %s', (_, state, expected) => {
    expect(smallerContext({ state })).toBe(expected);
  });
});

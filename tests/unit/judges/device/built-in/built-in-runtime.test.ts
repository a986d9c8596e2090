import { describe, expect, it } from 'vitest';
import { builtInRuntime } from '../../../../../src/judges/device/built-in/built-in-runtime';
import { askAvailability, findBuiltIn } from '../../../../../src/judges/device/built-in/language-model';
import type { DeviceSettings, LoadStep, OpenModel } from '../../../../../src/judges/device/device';
import type { JudgeRequest } from '../../../../../src/judgement/judge';
import { requestOf, shape } from '../scripted-worker';
import { FakeBrowserModel } from './fake-browser-model';

const settings: DeviceSettings = { context: null, threads: 1, mirror: { models: null, libs: null } };
const never = new AbortController().signal;

function runtimeOf(browser: FakeBrowserModel | null, language: () => string = () => 'en') {
  let wake: () => void = () => {};
  const clock = {
    sleep: (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        wake = resolve;
        signal.addEventListener('abort', () => reject(new Error('no longer waited for')));
      }),
  };
  const tools = { clock, findApi: () => browser, language, browserName: 'Chrome 142' };
  return { runtime: builtInRuntime(tools), passFiveMinutes: () => wake() };
}

async function open(browser: FakeBrowserModel | null, language?: () => string) {
  const steps: LoadStep[] = [];
  const { runtime, passFiveMinutes } = runtimeOf(browser, language);
  const hooks = { onStep: (step: LoadStep) => steps.push(step), signal: never };
  return { outcome: await runtime.open({ kind: 'built-in' }, settings, hooks), steps, passFiveMinutes };
}
async function judgeOf(browser: FakeBrowserModel, temperature = 0, language?: () => string) {
  const { outcome, passFiveMinutes } = await open(browser, language);
  if (!outcome.ok) throw new Error(`Expected it to open, got ${outcome.problem.fault}.`);
  const explain = ({ fault, said }: { fault: string; said: string }) => `${fault}: ${said}`;
  const model: OpenModel = outcome.model;
  return { model, judge: model.judge({ temperature, explain }), passFiveMinutes };
}
const onlyEnglish = (browser: FakeBrowserModel) => {
  browser.availability = (options) => {
    const asked = options?.expectedOutputs?.flatMap(({ languages }) => languages) ?? [];
    return Promise.resolve(asked.every((tag) => tag === 'en') ? 'available' : 'unavailable');
  };
  return browser;
};

describe('whether the browser has a model', () => {
  it.each<[string, FakeBrowserModel['availability'], string]>([
    ['says so', () => Promise.resolve('downloadable'), 'downloadable'],
    ['says what nobody knows', () => Promise.resolve('perhaps'), 'unavailable'],
    ['refuses to say', () => Promise.reject(new Error('no')), 'unavailable'],
  ])('one that %s', async (_, availability, expected) => {
    const browser = Object.assign(new FakeBrowserModel(), { availability });
    expect(await askAvailability(browser, 'en')).toBe(expected);
  });

  it('one without', async () => {
    expect(await askAvailability(findBuiltIn(globalThis), 'en')).toBe('none');
    expect((await open(null)).outcome).toMatchObject({ ok: false, problem: { fault: 'unsupported' } });
  });

  it('one that does not take the language says so before a run, and so does the run', async () => {
    const browser = onlyEnglish(new FakeBrowserModel());
    expect((await open(browser, () => 'ko')).outcome).toEqual({
      ok: false,
      problem: { fault: 'language', said: 'ko' },
    });
    const { judge } = await judgeOf(browser);
    const korean = requestOf(10, '루브릭.', 'ko');
    expect(await judge.prepare?.([korean], never)).toEqual({ problem: 'language: ko' });
    expect(browser.asked).toBe(0);
  });

  it('is asked for the language of the run’s own rubric, whatever is on the screen', async () => {
    const browser = onlyEnglish(new FakeBrowserModel());
    let onScreen = 'en';
    const { judge } = await judgeOf(browser, 0, () => onScreen);
    onScreen = 'ko';
    expect(await judge.prepare?.([requestOf()], never)).toBeNull();
    expect(await judge.ask(requestOf())).toMatchObject({ stop: 'complete' });
    onScreen = 'nl';
    expect(await judge.ask(requestOf(20))).toMatchObject({ usage: { cachedTokens: 11 } });
    const read = browser.made.filter(({ shared }) => shared !== '');
    expect(
      read.map(({ languages }) => languages),
      'one conversation for all',
    ).toEqual([['en']]);
  });

  it('one that cannot be used at all is not blamed on the language', async () => {
    const browser = Object.assign(new FakeBrowserModel(), {
      availability: () => Promise.resolve('unavailable'),
    });
    expect((await open(browser)).outcome).toMatchObject({ problem: { fault: 'unsupported' } });
  });

  it('tells what it fetches, and how much fits', async () => {
    const browser = new FakeBrowserModel();
    const { outcome, steps } = await open(browser);
    expect(steps).toEqual([{ kind: 'download', loaded: 0.5, total: 1, bytesPerSecond: null }]);
    expect(outcome).toMatchObject({
      ok: true,
      model: { loaded: { name: 'built-in (Chrome 142)', context: 4000 } },
    });
    expect(browser.open, 'what was made to look is let go').toBe(0);
  });
});

describe('the browser’s model as a judge', () => {
  it('reads the rubric once, and counts what it read before', async () => {
    const browser = new FakeBrowserModel();
    const { judge } = await judgeOf(browser);
    const heard: string[] = [];
    const replies = [
      await judge.ask({ ...requestOf(10), onText: (soFar) => heard.push(soFar) }),
      await judge.ask(requestOf(20)),
    ];
    expect(replies).toMatchObject([
      {
        text: '{"score":3}',
        stop: 'complete',
        usage: { promptTokens: 21, cachedTokens: 0, replyTokens: 11 },
      },
      { text: '{"score":3}', usage: { promptTokens: 31, cachedTokens: 11, replyTokens: 11 } },
    ]);
    expect(heard).toEqual(['{"score":', '{"score":3}']);
    expect(browser.made.filter(({ shared }) => shared !== '')).toEqual([
      { languages: ['en'], shared: 'The rubric.', samplingMode: 'most-predictable' },
    ]);
    expect(browser.open, 'only what has read the rubric stays').toBe(1);
  });

  it('asks in a shape, and says what was wrong before', async () => {
    const browser = new FakeBrowserModel();
    const asked: unknown[] = [];
    browser.says = (input, options) => {
      asked.push(
        input.map(({ role }) => role),
        options?.responseConstraint,
      );
      return ['{"score":1}'];
    };
    const { judge } = await judgeOf(browser, 0.7);
    const reply = await judge.ask({ ...requestOf(), previous: { text: '{', problem: 'cut off' } });
    expect(reply).toMatchObject({ text: '{"score":1}', parameters: { sampling_mode: 'default' } });
    expect(asked).toEqual([
      ['user', 'assistant', 'user'],
      { ...shape, required: ['score'], additionalProperties: false },
    ]);
  });

  it('tells before a run which cases do not fit, and does not ask about them', async () => {
    const browser = new FakeBrowserModel();
    const { judge, model } = await judgeOf(browser);
    const counted: number[] = [];
    const outcome = await judge.prepare?.([requestOf(10), requestOf(9000)], never, (at) => counted.push(at));
    expect(outcome).toEqual({ misfits: [{ question: 1, tokens: 9011, reply: 512, context: 4000 }] });
    expect(counted).toEqual([0]);
    expect(model.fit).toMatchObject({ cases: 2, tooLong: 1, longest: 9011, reply: 512 });
    expect(await judge.ask(requestOf(9000))).toMatchObject({
      reason: 'too-long',
      causes: [{ code: 'no-room', tokens: 9011, reply: 512, context: 4000 }],
    });
    expect(browser.asked).toBe(0);
  });

  it('begins a new conversation when one broke', async () => {
    const browser = new FakeBrowserModel();
    browser.says = (_, __, asked) => (asked === 1 ? new Error('The session was lost.') : ['{"score":2}']);
    const { judge } = await judgeOf(browser);
    expect(await judge.ask(requestOf())).toMatchObject({ text: '{"score":2}' });
  });

  it('leaves bounds out where the browser refuses them', async () => {
    const browser = new FakeBrowserModel();
    const bounded: JudgeRequest['shape'] = {
      type: 'object',
      properties: {
        score: { type: 'integer', minimum: 0, maximum: 5 },
        marks: { type: 'array', prefixItems: [{ type: 'boolean' }], items: false },
      },
    };
    const asked: unknown[] = [];
    browser.says = (_, options, times) => {
      asked.push(options?.responseConstraint);
      return times === 1
        ? Object.assign(new Error('prefixItems'), { name: 'NotSupportedError' })
        : ['{"score":1}'];
    };
    const { judge } = await judgeOf(browser);
    expect(await judge.ask({ ...requestOf(), exact: bounded })).toMatchObject({ text: '{"score":1}' });
    expect(asked).toMatchObject([
      {
        properties: {
          score: { type: 'integer', minimum: 0, maximum: 5 },
          marks: { prefixItems: [{ type: 'boolean' }], items: false, minItems: 1, maxItems: 1 },
        },
        required: ['score', 'marks'],
      },
      { properties: { score: { type: 'integer' } }, required: ['score'] },
    ]);
  });

  it.each([
    ['NotSupportedError', 'load'],
    ['SyntaxError', 'grammar'],
  ])('does not ask again what is refused with %s', async (name, fault) => {
    const browser = new FakeBrowserModel();
    browser.says = () => Object.assign(new Error('refused'), { name });
    const { judge } = await judgeOf(browser);
    expect(await judge.ask(requestOf())).toMatchObject({ detail: `${fault}: refused` });
    expect(browser.asked).toBe(1);
  });

  it('takes a silence without end for a hang', async () => {
    const browser = new FakeBrowserModel();
    const { judge, passFiveMinutes } = await judgeOf(browser);
    browser.says = () => {
      queueMicrotask(passFiveMinutes);
      return null;
    };
    expect(await judge.ask(requestOf())).toMatchObject({ detail: 'hang: ' });
    expect(browser.open).toBe(0);
  });
});

describe('conversations, which take gigabytes', () => {
  type Bench = Awaited<ReturnType<typeof judgeOf>> & { browser: FakeBrowserModel };
  const stop = new Error('enough');
  const ends: [string, (bench: Bench) => Promise<void>][] = [
    [
      'a run that ends',
      async ({ judge }) => {
        await judge.prepare?.([requestOf(10), requestOf(9000)], never);
        await judge.ask(requestOf());
        await judge.ask(requestOf());
        judge.release?.();
      },
    ],
    [
      'a model that is unloaded',
      async ({ judge, model }) => {
        await judge.ask(requestOf());
        model.close();
        expect(await judge.ask(requestOf())).toMatchObject({ detail: 'unloaded: ', putBack: true });
      },
    ],
    [
      'one that is unloaded while it answers',
      async ({ judge, model, browser }) => {
        browser.says = () => {
          queueMicrotask(() => model.close());
          return null;
        };
        expect(await judge.ask(requestOf())).toMatchObject({ detail: 'unloaded: ', putBack: true });
        expect(browser.asked).toBe(1);
      },
    ],
    [
      'one that is unloaded while the rubric is read',
      async ({ judge, model, browser }) => {
        const create = browser.create;
        browser.create = async (options) => {
          model.close();
          return create({ ...options, signal: new AbortController().signal });
        };
        expect(await judge.ask(requestOf())).toMatchObject({ detail: 'unloaded: ', putBack: true });
      },
    ],
    [
      'a question that is called off',
      async ({ judge, browser }) => {
        const called = new AbortController();
        browser.says = () => {
          queueMicrotask(() => called.abort(stop));
          return null;
        };
        await expect(judge.ask({ ...requestOf(), signal: called.signal })).rejects.toThrow('enough');
        judge.release?.();
      },
    ],
    [
      'a question that breaks, again and again',
      async ({ judge, browser }) => {
        browser.says = () => new Error('gone');
        expect(await judge.ask(requestOf())).toEqual({ reason: 'failed', detail: 'crash: gone' });
        expect(browser.asked).toBe(3);
      },
    ],
    [
      'counting that breaks',
      async ({ judge, browser }) => {
        browser.count = () => Promise.reject(new Error('gone'));
        expect(await judge.prepare?.([requestOf(9000)], never)).toEqual({ problem: 'crash: gone' });
        expect(browser.open, 'the copy is gone').toBe(1);
        judge.release?.();
      },
    ],
    [
      'counting that is called off',
      async ({ judge }) => {
        const called = new AbortController();
        const counting = judge.prepare?.([requestOf(9000), requestOf(9000)], called.signal, () =>
          called.abort(stop),
        );
        await expect(counting).rejects.toThrow('enough');
        judge.release?.();
      },
    ],
  ];
  it.each(ends)('%s leaves none', async (_, work) => {
    const browser = new FakeBrowserModel();
    await work({ ...(await judgeOf(browser)), browser });
    expect({ open: browser.open, ended: browser.ended > 1 }).toEqual({ open: 0, ended: true });
  });
});

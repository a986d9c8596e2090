import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { Browser, score, ScriptedJudge } from './tabs';
import { judgeCase, prepareRubric } from '../../../src/sheet/run/judging';

const texts = {
  title: '첫째',
  summary: '글을 평가합니다.',
  purpose: '글을 평가합니다.',
  criteria: { quality: { label: '품질' } },
  samples: { a: '첫 번째' },
};

async function opened(loadTexts: () => Promise<unknown>) {
  const { library, rubrics } = new Browser().tab({ rubric: { loadTexts } });
  const loaded = await library.load('first');
  if (!loaded) throw new Error('Expected the rubric to load.');
  return { library, rubrics, rubric: loaded.rubric };
}

it('shows a rubric in the reader’s language as soon as its texts are loaded', async () => {
  const { library, rubric } = await opened(() => Promise.resolve(texts));
  const titles: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => void titles.push(library.shown(rubric, 'ko').title));
  });
  flushSync();
  await library.localised(rubric, 'ko');
  flushSync();
  stop();
  expect(titles).toEqual(['first', '첫째']);
  expect(library.shown(rubric, 'ko').criteria[0]?.label).toBe('품질');
  expect(library.sampleLabel(rubric, 'ko', 'a')).toBe('첫 번째');
  // A stored version that says the same is another object.
  expect(library.shown(structuredClone(rubric), 'ko').title).toBe('첫째');
});

it.each<[string, unknown, string, string]>([
  ['in its own language', texts, 'en', '1.0.0'],
  ['in a language without texts', null, 'ko', '1.0.0'],
  ['of another version', texts, 'ko', '0.9.0'],
])('shows a rubric as it is %s', async (_, given, language, version) => {
  const { library, rubric } = await opened(() => Promise.resolve(given));
  const one = { ...rubric, version };
  expect(await library.localised(one, language)).toBeNull();
  expect(library.shown(one, language)).toBe(one);
});

it('loads texts again that did not come, and shows the rubric itself meanwhile', async () => {
  let asked = 0;
  const { library, rubric } = await opened(() => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(texts);
  });
  await expect(library.localised(rubric, 'ko')).rejects.toThrow('no network');
  expect(library.shown(rubric, 'ko')).toBe(rubric);
  expect((await library.localised(rubric, 'ko'))?.rubric.title).toBe('첫째');
});

it('says a judgement in the reader’s language, but not one of a case that was edited since', async () => {
  const { rubrics, rubric } = await opened(() => Promise.resolve(texts));
  const judge = new ScriptedJudge();
  judge.reply = () => score(4).replace('Because.', 'It quotes \\"nothing of it\\".');
  const subject = { id: 'a', input: { text: 'one' } };
  const world = { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' };
  const signal = new AbortController().signal;
  const options = { judge, mode: 'model-alone' as const, tellFacts: false, signal, world };
  const judgement = await judgeCase(prepareRubric(rubric, null), subject, options);
  expect(judgement.checks).toMatchObject([{ title: 'Not found in the case' }]);

  const shown = await rubrics.judgementIn('ko', rubric, subject, judgement);
  expect(shown.checks).toMatchObject([{ title: '사례에서 찾지 못한 내용', words: ['"nothing of it"'] }]);
  expect(shown.receipt).toEqual(judgement.receipt);
  expect(await rubrics.judgementIn('en', rubric, subject, judgement)).toBe(judgement);
  const edited = { ...subject, input: { text: 'two' } };
  expect(await rubrics.judgementIn('ko', rubric, edited, judgement)).toBe(judgement);
});

import { expect, it } from 'vitest';
import type { RunJudge } from '../../../../src/judgement/judge';
import { en } from '../../../../src/i18n/en/en';
import { runScreenWords } from '../../../../src/i18n/compare-words';
import { howAsked } from '../../../../src/app/history/in-words';

const t = runScreenWords({ t: en, language: 'en' });

it.each<[string, RunJudge['parameters'], string[]]>([
  [
    'api',
    { endpoint: 'http://localhost:8000/v1/chat/completions', temperature: 0 },
    ['Server: localhost:8000', 'Temperature: 0'],
  ],
  [
    'api',
    { endpoint: 'https://me:sk-secret@a.example/v1?key=sk-secret' },
    ['Server: a.example', 'Temperature: the model’s own'],
  ],
  ['device', { temperature: 0.2 }, ['Temperature: 0.2']],
  ['pasted', {}, []],
])('a run of %s with %j is said to have asked so', (id, parameters, said) => {
  expect(howAsked({ id, parameters }, t).map(({ label, text }) => `${label}: ${text}`)).toEqual(said);
});

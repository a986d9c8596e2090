import { expect, it } from 'vitest';
import { jsonFaultOf } from '../../../../src/cases/mapping/find-input-faults';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import { jsonFaultInWords } from '../../../../src/judgement/view/format';

const languages = [
  { t: en, language: 'en' },
  { t: ko, language: 'ko' },
] as const;

it.each([
  ['{"a": 1}', null, null],
  [
    '{"a": 1,\n "b": oops}',
    'This is not JSON yet: see line 2, column 7.',
    '아직 JSON이 아닙니다. 2번째 줄 7번째 칸을 확인하세요.',
  ],
  ['"word"', 'An object or a list in JSON is expected here.', 'JSON 객체나 목록을 입력해야 합니다.'],
])('what is wrong with %j is said in either language', (text, ...expected) => {
  const said = languages.map((reader) => jsonFaultInWords(jsonFaultOf(text), reader.t.form.notJson, reader));
  expect(said).toEqual(expected);
});

it.each(languages)('text that begins as JSON and is none has its own words in $language', (reader) => {
  const said = jsonFaultInWords(jsonFaultOf('[1, 2'), reader.t.form.looksLikeJson, reader);
  expect(said?.match(/\d+/g)).toEqual(['1', '6']);
});

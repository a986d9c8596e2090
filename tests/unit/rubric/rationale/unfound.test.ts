import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/kit/json';
import { knownText, unfoundWords } from '../../../../src/rubric/rationale/unfound';

interface Told {
  case: string;
  says: string;
  facts?: Json;
}

function unfound({ case: text, says, facts = null }: Told): string[] {
  const rubric =
    'Correctness is 35 to 40 points: Primary and good coverage. Below 55 points it fails. 80% 이상';
  return unfoundWords(says, [knownText([text], facts), { ...knownText([rubric]), counts: [] }]);
}

const sony = '["Sony", "SONY", "ＳＯＮＹ"] Sony WH-1000XM5 Wireless Noise Cancelling Headphones';
const ruling =
  'Cass., 5 mars 2019, C.17.0234.F, ECLI:BE:CASS:2019:ARR.20190305.3, “le juge du fond apprécie”';
const meeting =
  '[00:12:30] 김 팀장: 예산은 천이백만 원으로 하고, 삼월 십오일 오후 세 시에 다시 모입시다. 참석은 열다섯 명입니다.';

describe('an honest rationale raises no alarm', () => {
  it.each<[string, Told]>([
    [
      'a quotation, whatever its width and marks',
      { case: sony, says: 'It lists “sony” and ‘SONY WH 1000 XM5 wireless’.' },
    ],
    ['a quotation with words left out', { case: ruling, says: 'It says "le juge … apprécie".' }],
    ['a quoted list in another order', { case: sony, says: 'It lists "ＳＯＮＹ, Wireless, Sony".' }],
    ['a level by its name', { case: sony, says: 'This is "primary and good coverage".' }],
    [
      'an apostrophe',
      { case: sony, says: "The list's entries and the judges' reading don't differ, it's fine." },
    ],
    [
      'an identifier, spaced otherwise',
      { case: sony, says: 'The title names WH1000XM5 and the WH-1000-XM5가 맞다.' },
    ],
    [
      'a case number and an ECLI',
      { case: ruling, says: 'C.17.0234.F and ECLI:BE:CASS:2019:ARR.20190305.3 agree.' },
    ],
    [
      'numbers with units',
      { case: sony, says: 'The 2nd rule and step-3 hold; 4x as many as rule 1.Then stop.' },
    ],
    [
      'a date in another notation',
      { case: ruling, says: '2019-03-05, March 5, 2019, 5 maart 2019 and 05/03/2019.' },
    ],
    [
      'a spoken date and time',
      { case: meeting, says: '3월 15일 15:00 회의, 15명 참석, 예산 1,200만 원(12,000,000원).' },
    ],
    [
      'a share of two counts',
      { case: sony, says: '3 of 4 expected names are captured (75 %); five of seven is 71%.' },
    ],
    ['a share of two facts', { case: sony, says: '86 % are captured.', facts: { found: 6, of: 7 } }],
    ['a rounded fact', { case: sony, says: 'A coverage of 0.71, or 71 %.', facts: { share: 0.714285 } }],
    [
      'the length of a list',
      { case: sony, says: '12 entries.', facts: Array.from({ length: 12 }, () => 'x') },
    ],
    ['sums and differences', { case: sony, says: '10 + 10 + 0 + 10 is 30, and 40 - 30 leaves 10.' }],
    [
      'small counts and numbers of the rubric',
      { case: sony, says: '8 of 10 rules; 35 of 40; below 55; 80 %에 못 미칩니다.' },
    ],
    [
      'escaped JSON',
      { case: String.raw`{"a": "first line\nsecond \"line\""}`, says: '"first line second \'line\'"' },
    ],
  ])('%s', (_, told) => {
    expect(unfound(told)).toEqual([]);
  });
});

describe('what is not in the case is named', () => {
  it.each<[string, Told, string[]]>([
    [
      'an invented quotation',
      { case: meeting, says: '근거는 "다음 달에 예산을 두 배로 늘립시다"입니다.' },
      ['"다음 달에 예산을 두 배로 늘립시다"'],
    ],
    [
      'an invented variation',
      { case: sony, says: 'It also lists “Sony Corporation”.' },
      ['“Sony Corporation”'],
    ],
    ['a model number', { case: sony, says: 'The title names the WF-1000XM4.' }, ['WF-1000XM4']],
    ['a case number', { case: ruling, says: 'The number C.18.0999.N agrees.' }, ['C.18.0999.N']],
    ['an ECLI', { case: ruling, says: 'ECLI:BE:GHCC:2020:ARR.115 is meant.' }, ['ECLI:BE:GHCC:2020:ARR.115']],
    ['a date', { case: ruling, says: 'It is of 6 March 2019, 2019-03-06.' }, ['6 March 2019', '2019-03-06']],
    ['a Korean date', { case: meeting, says: '회의는 3월 16일입니다.' }, ['3월 16일']],
    ['a number', { case: meeting, says: '예산 1,300만 원, 참석 45명.' }, ['1,300', '45']],
    ['a percentage that does not follow', { case: sony, says: '3 of 4 names, which is 68 %.' }, ['68 %']],
    [
      'each only once, in order',
      { case: sony, says: '77 names, “Sony Corporation”, and 77 again.' },
      ['77', '“Sony Corporation”'],
    ],
  ])('%s', (_, told, words) => {
    expect(unfound(told)).toEqual(words);
  });
});

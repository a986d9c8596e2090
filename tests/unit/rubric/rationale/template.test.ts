import { describe, expect, it } from 'vitest';
import { compileTemplate, firstMatch } from '../../../../src/rubric/rationale/statements';

function read(template: string, text: string): [words: string, stated: Record<string, number>] | null {
  const match = firstMatch([compileTemplate(template)], text);
  return match && [match.words, match.stated];
}

describe('a template', () => {
  it.each<[template: string, text: string, words: string, stated: Record<string, number>]>([
    ['{n} quotes are missing', 'Because Two  Quotes are missing.', 'Two  Quotes are missing', { n: 2 }],
    ['{n} quotes are missing', 'No quotes are missing.', 'No quotes are missing', { n: 0 }],
    ['{n} of {all}', 'It has 5 of 7 (71 %).', '5 of 7', { n: 5, all: 7 }],
    [
      '{n} (of|out of) [the] {all} decisions',
      'three out of four decisions',
      'three out of four decisions',
      { n: 3, all: 4 },
    ],
    ['{share} percent', 'That is 71.4 percent.', '71.4 percent', { share: 71.4 }],
    ['covers {share}', 'It covers 71 % of them', 'covers 71 %', { share: 71 }],
    ['covers {share}%', 'It covers ７１ % of them', 'covers ７１ %', { share: 71 }],
    ['total of {n}', 'a total of 1,250 points', 'total of 1,250', { n: 1250 }],
    ['{n} * missing', '3 of the longer quotes are missing', '3 of the longer quotes are missing', { n: 3 }],
    [String.raw`{n} of {all} \({share}\)`, '5 of 7 (71 %)', '5 of 7 (71 %)', { n: 5, all: 7, share: 71 }],
    ['{all}건 중 {n}건', '주요 결정 7건 중 5건을 담았습니다.', '7건 중 5건', { all: 7, n: 5 }],
    ['{all}건 중 {n}건', '결정 7 건중 다섯 건만 있습니다.', '7 건중 다섯 건', { all: 7, n: 5 }],
    ['{n} (건|개) * 빠', '인용문 두 개가 원문에서 빠졌습니다.', '두 개가 원문에서 빠', { n: 2 }],
    ['covers {share}%', 'It covers 71 percent.', 'covers 71 percent', { share: 71 }],
    ['{n} / {all} decisions', 'has 5/7 decisions', '5/7 decisions', { n: 5, all: 7 }],
    ['^{n} of {all}$', 'Good: 5 of 7, as asked', '5 of 7', { n: 5, all: 7 }],
    ['{n} of {all}$', 'It has 5 of 7', '5 of 7', { n: 5, all: 7 }],
    ['[about] {share}% of', 'It has about 71 % of them', 'about 71 % of', { share: 71 }],
    ['{n} of {all}', 'It is not 4 of 7 but 5 of 7.', '5 of 7', { n: 5, all: 7 }],
    ['약 {share}', '약 71%를 담았다', '약 71%', { share: 71 }],
  ])('%s reads “%s”', (template, text, words, stated) => {
    expect(read(template, text)).toEqual([words, stated]);
  });

  it.each([
    ['{n} missing', '3 are fine. None is odd. missing'],
    ['{n} * missing', '3 of them are in place. It is missing'],
    ['{n} * missing', '3 words of many that stand far away from being missing'],
    ['missing {n}', 'dismissing 3'],
    ['{n} quote', '3 quotes'],
    ['{n} of {all}', 'WH-1000XM5 of 7'],
    ['{n} 결정', '한국 결정'],
    ['{n}건', '모두건'],
    ['{share}% of', '71 of them'],
    ['^{n} of {all}', 'It merges 5 of 7'],
    ['{n} of {all}$', '5 of 7 quotes'],
    ['{n} of {all}', "It isn't only 5 of 7"],
    ['{n} of {all}', 'If the 5 of 7 were there'],
    ['{n} of {all}', '5 of 7 would be enough'],
    ['{share}% of', 'at least 80 % of them'],
    ['{share}% of', '50 to 80 % of them'],
    ['{all}건 중 {n}건', '7건 중 5건이 아니라 6건입니다.'],
    ['{share}%', '80% 이상입니다.'],
    ['{n}건이 빠졌', '2건이 빠졌다면 3점입니다.'],
  ])('%s does not read “%s”', (template, text) => {
    expect(read(template, text)).toBeNull();
  });

  it('counts where it matches first', () => {
    const templates = ['{n} are missing', '{n} are there'].map(compileTemplate);
    expect(firstMatch(templates, '4 are there, 3 are missing')?.stated).toEqual({ n: 4 });
  });

  it.each([
    ['(a|b', 'expected )'],
    ['[a', 'expected ]'],
    ['a) b', 'without its opening'],
    ['{1n} found', 'expected a name'],
    ['{n} *', 'some plain text'],
    ['a'.repeat(501), 'at most 500'],
  ])('%s is refused', (template, words) => {
    expect(() => compileTemplate(template)).toThrow(words);
  });

  it('never takes long, whatever is written', () => {
    const template = `${'[a*]'.repeat(20)}(a*|a*a*|*a)b*c*d e`;
    const text = 'a '.repeat(1000);
    expect(firstMatch([compileTemplate(template)], text)).toBeNull();
  });
});

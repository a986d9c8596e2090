import { describe, expect, it } from 'vitest';
import { marked } from '../../../../src/overview/present/case-slide';
import { wordsOf } from '../../../../src/overview/present/slide';

const shown = (text: string, words: string[], invented = false) =>
  marked(text, words, invented)
    .map((one) => (typeof one === 'string' ? one : `<${one.tag}>${wordsOf([one])}</${one.tag}>`))
    .join('');

describe('words of the judge on a slide', () => {
  it.each([
    [
      '주요 결정 7건 중 3건이 빠졌지만, 나머지는 있습니다.',
      '7건 중 3건이 빠졌',
      '주요 결정 <mark>7건 중 3건이 빠졌지만</mark>, 나머지는 있습니다.',
    ],
    ['He said “all three” there.', 'll thr', 'He said “<mark>all three</mark>” there.'],
    ['No such words.', 'other', 'No such words.'],
  ])('are marked as whole words: %s', (text, words, wanted) => {
    expect(shown(text, [words])).toBe(wanted);
  });
  it('are struck only where they are not in the case', () => {
    expect(shown('It has Sony Corp.', ['Sony Corp'], true)).toBe('It has <s>Sony Corp</s>.');
  });
});

import { describe, expect, it } from 'vitest';
import { guessHeader } from '../../../../src/cases/read/guess-csv-form';

describe('guessHeader', () => {
  it.each<[string, string[][], boolean, string]>([
    [
      'words over numbers',
      [
        ['id', 'score'],
        ['1', '0.5'],
        ['2', '0.7'],
      ],
      true,
      'names-above-values',
    ],
    [
      'words over prose',
      [['text'], ['It was good. We liked it.'], ['It rained.']],
      true,
      'names-above-values',
    ],
    ['words over JSON', [['output'], ['{"a": 1}'], ['{"a": 2}']], true, 'names-above-values'],
    [
      'words over words',
      [
        ['brand', 'title'],
        ['Nike', 'Shoe'],
        ['Puma', 'Boot'],
      ],
      true,
      'names-are-usual',
    ],
    [
      'numbers over numbers',
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      false,
      'values-in-first-row',
    ],
    [
      'an id and a word that comes again',
      [
        ['1', 'PASS'],
        ['2', 'FAIL'],
        ['3', 'PASS'],
      ],
      false,
      'values-in-first-row',
    ],
    ['prose first', [['It was good. We liked it.'], ['It rained.']], false, 'values-in-first-row'],
    ['JSON first', [['{"a": 1}'], ['{"a": 2}']], false, 'values-in-first-row'],
    ['a header alone', [['id', 'text']], true, 'names-are-usual'],
    [
      'empty and repeated names',
      [
        ['', 'a', 'a'],
        ['1', '2', '3'],
        ['2', '3', '4'],
      ],
      true,
      'names-above-values',
    ],
    [
      'Korean names',
      [
        ['번호', '회의록'],
        ['1', '안건을 논의했다.'],
        ['2', '결정했다.'],
      ],
      true,
      'names-above-values',
    ],
  ])('%s', (_, records, header, reason) => {
    expect(guessHeader(records.map((cells) => ({ cells: [...cells] })))).toEqual({ header, reason });
  });
});

import { describe, expect, it } from 'vitest';
import type { Headline } from '../../../../src/rubric/values';
import { en } from '../../../../src/i18n/en/en';
import { compareHeadline } from '../../../../src/judgement/view/fields';

const ours = (value: number, verdict: string): Headline => ({
  value: { kind: 'value', value },
  verdict: { kind: 'value', value: verdict },
});

describe('compareHeadline', () => {
  it.each<[string, Headline, boolean, string]>([
    [
      'total and verdict clash',
      { ...ours(52, 'FAIL'), statedValue: 82, statedVerdict: 'PASS' },
      true,
      'Judge says 82 and PASS; its own parts add up to 52, which is FAIL.',
    ],
    [
      'only the total clashes',
      { ...ours(72, 'PASS'), statedValue: 82, statedVerdict: 'PASS' },
      true,
      'Judge says 82; its own parts add up to 72.',
    ],
    [
      'only the verdict clashes',
      { ...ours(52, 'FAIL'), statedValue: 52, statedVerdict: 'PASS' },
      true,
      'Judge says PASS; the program finds FAIL.',
    ],
    [
      'all agrees',
      { ...ours(72, 'PASS'), statedValue: 72, statedVerdict: 'PASS' },
      false,
      'Judge’s own figure, 72, PASS, agrees with ours.',
    ],
  ])('%s', (_, headline, clash, sentence) => {
    expect(compareHeadline(headline, en)).toEqual({ clash, sentence });
  });

  it('says nothing where the judge states no figure', () => {
    expect(compareHeadline(ours(4, 'PASS'), en)).toBeNull();
  });
});

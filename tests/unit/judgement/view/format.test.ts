import { describe, expect, it } from 'vitest';
import type { Known } from '../../../../src/rubric/values';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import {
  formatBytes,
  formatDuration,
  formatEstimate,
  formatJson,
  formatKnown,
  formatMoney,
  formatNumber,
  formatSpan,
  isOpen,
} from '../../../../src/judgement/view/format';

describe('money', () => {
  it.each([
    [{ amount: 0.0683, currency: 'USD' }, 'en', '$0.068'],
    [{ amount: 12.5, currency: 'EUR' }, 'en', '€12.50'],
    [{ amount: 0, currency: 'USD' }, 'en', '$0.00'],
    [{ amount: 1234.4, currency: 'KRW' }, 'ko', '₩1,234.4'],
    [{ amount: 3, currency: 'credits' }, 'en', '3 credits'],
  ])('%j in %s', (money, language, expected) => {
    expect(formatMoney(money, language)).toBe(expected);
  });
});

describe('format', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    [4, '4'],
    [3.333_333, '3.33'],
    [-0.5, '-0.5'],
  ])('number %d', (value, expected) => {
    expect(formatNumber(value)).toBe(expected);
  });

  it.each([
    [null, 'none'],
    [[95, 100], '95–100'],
    [['A', 'B'], 'A, B'],
    [true, 'yes'],
  ])('value %j', (value, expected) => {
    expect(formatJson(value, en)).toBe(expected);
  });

  it.each<[Known, string]>([
    [{ kind: 'value', value: 3 }, '3'],
    [{ kind: 'range', min: 1, max: 4.6 }, '1–4.6'],
    [{ kind: 'one-of', values: ['PASS', 'FAIL'] }, 'PASS or FAIL'],
    [{ kind: 'undecided' }, 'undecided'],
  ])('what is known of %j', (known, expected) => {
    expect(formatKnown(known, en)).toBe(expected);
  });

  it('a range as wide as its scale says nothing', () => {
    expect(isOpen({ kind: 'range', min: 1, max: 5 }, 5)).toBe(true);
    expect(isOpen({ kind: 'range', min: 0, max: 100 }, 100)).toBe(true);
    expect(isOpen({ kind: 'range', min: 35, max: 100 }, 100)).toBe(false);
    expect(isOpen({ kind: 'range', min: 0.2, max: 5 }, 5)).toBe(false);
    expect(isOpen({ kind: 'value', value: 5 }, 5)).toBe(false);
  });

  it.each([
    [7, '10'],
    [432, '440'],
    [12_345, '12.3k'],
    [999_940, '999.9k'],
    [31_646_500, '31.6M'],
  ])('an estimate of %d does not look measured', (count, expected) => {
    expect(formatEstimate(count)).toBe(expected);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [48_249_000, '48.2 MB'],
    [324_560, '325 kB'],
    [10_700_000_000, '10.7 GB'],
  ])('%d bytes', (bytes, expected) => {
    expect(formatBytes(bytes, 'en')).toBe(expected);
  });

  it.each([
    [400, '1 s', '1초'],
    [59_000, '59 s', '59초'],
    [59_700, '1 min', '1분'],
    [90_000, '2 min', '2분'],
    [3_590_000, '1 h 0 min', '1시간 0분'],
    [4_380_000, '1 h 13 min', '1시간 13분'],
  ])('a span of %d ms', (milliseconds, english, korean) => {
    expect([formatSpan(milliseconds, en), formatSpan(milliseconds, ko)]).toEqual([english, korean]);
  });

  it.each([
    [0.4, '1 ms', '1밀리초'],
    [340, '340 ms', '340밀리초'],
    [1_500, '1.5 s', '1.5초'],
  ])('a duration of %d ms', (milliseconds, english, korean) => {
    expect([formatDuration(milliseconds, en), formatDuration(milliseconds, ko)]).toEqual([english, korean]);
  });
});

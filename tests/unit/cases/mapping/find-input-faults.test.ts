import { describe, expect, it } from 'vitest';
import { findInputFaults } from '../../../../src/cases/mapping/find-input-faults';
import type { RubricInput } from '../../../../src/rubric/rubric';
import { input } from '../mapping-fixture';

it.each([
  ['{"a": 1,\n "b": oops}', 'The x is not JSON: see line 2, column 7.'],
  ['{"a": ', 'The x is not JSON: see line 1, column 7.'],
  ['"str"', 'The x should be an object or a list in JSON.'],
])('what is wrong with %j is said in words of our own, whatever the browser says', (text, message) => {
  expect(findInputFaults([input('x', { kind: 'json' })], { x: text })).toEqual([
    { input: 'x', fault: 'not-json', message },
  ]);
});

describe('findInputFaults', () => {
  it.each<[string, Partial<RubricInput>, string | undefined, string | undefined]>([
    ['required and there', {}, 'a', undefined],
    ['required and blank', {}, '  \n', 'missing'],
    ['required and absent', {}, undefined, 'missing'],
    ['blank where blank is something to judge', { blank_allowed: true }, '', undefined],
    ['absent where blank is allowed', { blank_allowed: true }, undefined, 'missing'],
    ['optional and absent', { required: false }, undefined, undefined],
    ['JSON', { kind: 'json' }, '{"a": 1}', undefined],
    ['an optional JSON left empty', { kind: 'json', required: false }, '', undefined],
    ['a number', { kind: 'number' }, '0.85', undefined],
    ['a number with a decimal comma', { kind: 'number' }, ' 0,85 ', undefined],
    ['a percentage', { kind: 'number' }, '85 %', undefined],
    ['words for a number', { kind: 'number' }, 'high', 'not-a-number'],
    ['long prose is never JSON-checked', { kind: 'long' }, '{"a": ', undefined],
  ])('%s', (_, declared, text, fault) => {
    const given: Record<string, string> = text === undefined ? {} : { x: text };
    expect(findInputFaults([input('x', declared)], given).map((problem) => problem.fault)).toEqual(
      fault ? [fault] : [],
    );
  });
});

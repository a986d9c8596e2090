import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/core/receipt/canonical-json';
import { sha256Hex } from '../../../../src/core/receipt/hash';
import { seedOf, unitKey, type Unit } from '../../../../src/pipeline/unit-key';

const unit: Unit = {
  run: 'run',
  caseId: 'case',
  sample: 0,
  judge: { id: 'api', kind: 'model', model: 'm', parameters: { b: 1, a: 2 } },
  rubricHash: 'f'.repeat(64),
};

it('is the same for the same unit, however it is written down', () => {
  const { judge, ...rest } = unit;
  const other = { judge: { ...judge, parameters: { a: 2, b: 1 } }, ...rest };
  expect(unitKey(unit)).toMatch(/^[0-9a-f]{64}$/);
  expect(unitKey(other)).toBe(unitKey(unit));
});

it('is what older versions made of it: a run that was begun by one goes on', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.nat(),
      (run, caseId, sample) => {
        const other = { ...unit, run, caseId, sample };
        expect(unitKey(other)).toBe(sha256Hex(canonicalJson(other)));
      },
    ),
  );
});

it.each<[string, Partial<Unit>]>([
  ['run', { run: 'other' }],
  ['case', { caseId: 'other' }],
  ['sample', { sample: 1 }],
  ['judge', { judge: { ...unit.judge, model: 'other' } }],
  ['parameters', { judge: { ...unit.judge, parameters: {} } }],
  ['rubric', { rubricHash: '0'.repeat(64) }],
])('is another for another %s', (_, change) => {
  expect(unitKey({ ...unit, ...change })).not.toBe(unitKey(unit));
  expect(seedOf(unitKey({ ...unit, ...change }))).not.toBe(seedOf(unitKey(unit)));
});

it('gives seeds of 31 bits', () => {
  expect(seedOf('f'.repeat(64))).toBe(2 ** 31 - 1);
  fc.assert(
    fc.property(fc.string(), fc.nat(), (caseId, sample) => {
      const seed = seedOf(unitKey({ ...unit, caseId, sample }));
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
    }),
  );
});

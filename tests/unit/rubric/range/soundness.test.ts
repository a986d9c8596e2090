import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiled as compile } from '../program/rubric-fixture';
import { toKnown, type Value } from '../../../../src/rubric/range/value';
import {
  abstractly,
  allows,
  compiled,
  concretely,
  expressions,
  outputs,
  randomExpressions,
  shape,
  withoutSome,
} from './agreement-fixture';

const masks = fc.array(fc.boolean(), { minLength: 1, maxLength: 24 });

describe.each(expressions)('%s', (source) => {
  const expression = compiled(source);
  const runs = { numRuns: 40 };

  it('gives over a complete output what CEL gives', () => {
    fc.assert(
      fc.property(outputs, (output) => {
        const concrete = concretely(expression, output);
        const known = toKnown(abstractly(expression, output, true));
        expect(known.kind).toBe(concrete.ok ? 'value' : 'error');
        expect(allows(known, concrete)).toBe(true);
      }),
      runs,
    );
  });

  it('leaves room for whatever the undecided fields turn out to be', () => {
    fc.assert(
      fc.property(outputs, masks, (output, mask) => {
        const known = toKnown(abstractly(expression, withoutSome(output, mask), false));
        expect(allows(known, concretely(expression, output))).toBe(true);
      }),
      runs,
    );
  });

  it('keeps that promise within bounds', () => {
    fc.assert(
      fc.property(outputs, fc.nat(20), fc.nat(20), masks, (output, below, above, mask) => {
        const bound: Value = { kind: 'range', min: output.b - below, max: output.b + above, type: 'double' };
        const rest = Object.fromEntries(
          Object.entries(withoutSome(output, mask)).filter(([key]) => key !== 'b'),
        );
        const known = toKnown(abstractly(expression, rest, false, new Map([['b', bound]])));
        expect(allows(known, concretely(expression, output))).toBe(true);
      }),
      runs,
    );
  });
});

describe('any expression', () => {
  const declared = { output: shape };

  it('is bounded soundly', { timeout: 30_000 }, () => {
    let ran = 0;
    let told = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          randomExpressions.number,
          randomExpressions.truth,
          randomExpressions.text,
          randomExpressions.list,
        ),
        outputs,
        masks,
        (source, output, mask) => {
          const { expression } = compile(source, declared);
          if (!expression) return;
          const known = toKnown(abstractly(expression, withoutSome(output, mask), false));
          const concrete = concretely(expression, output);
          ran += 1;
          if (known.kind !== 'undecided') told += 1;
          expect(allows(known, concrete), `${source}: ${JSON.stringify({ known, concrete })}`).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
    // Sound and useless is easy; most of the time something must have been said.
    expect(ran).toBeGreaterThan(1300);
    expect(told / ran).toBeGreaterThan(0.4);
  });
});

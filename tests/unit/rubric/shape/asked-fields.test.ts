import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/kit/json';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import type { Path } from '../../../../src/rubric/path';
import { askedFields, replyOf, valuesIn, project, shrink } from '../../../../src/rubric/shape/shrink';
import { leaves } from '../../../../src/rubric/shape/fields';
import { validatorFor } from '../../../../src/judgement/reply/validator';
import { shapeWithOutput } from './arbitrary-shape';

const integer: OutputSchema = { type: 'integer' };
const rule: OutputSchema = { type: 'object', properties: { name: { type: 'string' }, score: integer } };
const shape: ObjectSchema = {
  type: 'object',
  properties: { rules: { type: 'array', prefixItems: [rule, integer, rule], items: false }, total: integer },
};

describe('fields that are asked for', () => {
  it.each<[string, Path[], [Path, Path][]]>([
    [
      'all',
      ['rules.0.name', 'rules.2.name', 'rules.2.score'],
      [
        ['rules.0.score', 'rules.0.score'],
        ['rules.1', 'rules.1'],
        ['total', 'total'],
      ],
    ],
    [
      'move up in a list',
      ['rules.0.name', 'rules.0.score', 'rules.1', 'total'],
      [
        ['rules.2.name', 'rules.0.name'],
        ['rules.2.score', 'rules.0.score'],
      ],
    ],
  ])('%s', (_, notAsked, expected) => {
    const found = askedFields(shape, notAsked).map(({ path, askedPath }) => [path, askedPath]);
    expect(found).toEqual(expected);
  });
});

/** A shape with a complete output, and its fields dealt out to some questions; the first lot is not asked at all. */
const dealt = shapeWithOutput.chain(({ shape: of, output }) => {
  const fields = leaves(of).map(({ path }) => path);
  return fc
    .array(fc.nat(3), { minLength: fields.length, maxLength: fields.length })
    .map((lots) => ({ shape: of, output, lotOf: (path: Path) => lots[fields.indexOf(path)] ?? 0, fields }));
});

it('replies to the parts of a shape come together to a reply to all that was asked', () => {
  fc.assert(
    fc.property(dealt, ({ shape: of, output, lotOf, fields }) => {
      const notAsked = fields.filter((path) => lotOf(path) === 0);
      const asked = shrink(of, notAsked);
      if (!asked) return;
      const said = new Map<Path, Json>();
      for (const lot of [1, 2, 3]) {
        const others = fields.filter((path) => lotOf(path) !== lot);
        if (!shrink(of, others)) continue;
        for (const [path, value] of valuesIn(of, project(of, output, others), others)) said.set(path, value);
      }
      const whole = project(of, output, notAsked);
      expect(said).toEqual(valuesIn(of, whole, notAsked));
      const reply = replyOf(of, said, notAsked);
      expect(valuesIn(of, reply, notAsked)).toEqual(said);
      if (validatorFor(asked)(whole).ok)
        expect(validatorFor(asked)(reply)).toEqual({ ok: true, output: reply });
    }),
  );
});

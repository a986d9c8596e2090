import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/kit/json';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import { valueAt, type Path } from '../../../../src/rubric/path';
import {
  askedFields,
  assemble,
  merge,
  project,
  replyOf,
  shrink,
  valuesIn,
} from '../../../../src/rubric/shape/shrink';
import { leaves } from '../../../../src/rubric/shape/fields';
import { validatorFor } from '../../../../src/judgement/reply/validator';
import { keyOrder, shapeWithOutput } from './arbitrary-shape';

const text: OutputSchema = { type: 'string' };
const rule: OutputSchema = { type: 'object', properties: { name: text, score: { type: 'integer' } } };
const shape: ObjectSchema = {
  type: 'object',
  properties: {
    evaluation: {
      type: 'object',
      properties: { rules: { type: 'array', prefixItems: [rule, rule, rule], items: false } },
    },
    summary: text,
  },
};

const shapeOutputAndDecided = shapeWithOutput.chain(({ shape: of, output }) => {
  const present = leaves(of).flatMap(({ path }): [Path, Json][] => {
    const value = valueAt(output, path);
    return value === undefined ? [] : [[path, value]];
  });
  return fc.subarray(present).map((decided) => ({ shape: of, output, decided: new Map(decided) }));
});

describe('shrink', () => {
  it('takes decided fields out, and places with nothing left to ask', () => {
    const decided = ['evaluation.rules.0.name', 'evaluation.rules.1.name', 'evaluation.rules.1.score'];
    const left = shrink(shape, decided);
    const asked = { type: 'object', properties: { score: { type: 'integer' } } };
    expect(left?.properties['evaluation']).toEqual({
      type: 'object',
      properties: { rules: { type: 'array', prefixItems: [asked, rule], items: false } },
    });
  });

  it('gives null when everything is decided', () => {
    expect(
      shrink(
        shape,
        leaves(shape).map(({ path }) => path),
      ),
    ).toBeNull();
    expect(shrink({ type: 'object', properties: {} }, [])).toBeNull();
  });

  it('requires an optional object in which something is decided', () => {
    const optional: ObjectSchema = { type: 'object', properties: { rule }, required: [] };
    expect(shrink(optional, ['rule.name'])?.required).toEqual(['rule']);
  });

  it('throws for a path inside a field', () => {
    expect(() => shrink(shape, ['summary.0'])).toThrow('inside the field summary');
  });
});

describe('project', () => {
  it('keeps what was asked, list places in their order', () => {
    const output = {
      evaluation: {
        rules: [
          { name: 'first', score: 1 },
          { name: 'second', score: 2 },
          { name: 'third', score: 3 },
        ],
      },
      summary: 'so',
    };
    const notAsked = [
      'evaluation.rules.0.name',
      'evaluation.rules.1.name',
      'evaluation.rules.1.score',
      'summary',
    ];
    expect(project(shape, output, notAsked)).toEqual({
      evaluation: { rules: [{ score: 1 }, { name: 'third', score: 3 }] },
    });
    expect(project(shape, output, [])).toEqual(output);
  });
});

describe('merge', () => {
  it('leaves absent what was neither asked nor decided, and keeps list places apart', () => {
    const decided = new Map<Path, Json>([['evaluation.rules.0.name', 'first']]);
    const asked = { evaluation: { rules: [{ name: 'second', score: 2 }, { name: 'third' }] }, summary: '' };
    const notAsked = ['evaluation.rules.0.score', 'evaluation.rules.2.score'];
    expect(merge(shape, asked, decided, notAsked)).toEqual({
      evaluation: { rules: [{ name: 'first' }, { name: 'second', score: 2 }, { name: 'third' }] },
      summary: '',
    });
  });

  it('undoes shrink for every shape, output and set of decided fields', () => {
    fc.assert(
      fc.property(shapeOutputAndDecided, ({ shape: of, output, decided }) => {
        const left = shrink(of, decided.keys());
        const asked = project(of, output, decided.keys());
        if (left !== null) expect(validatorFor(left)(asked)).toEqual({ ok: true, output: asked });
        else expect(asked).toEqual({});
        const merged = merge(of, asked, decided);
        expect(merged).toEqual(output);
        expect(keyOrder(merged)).toEqual(keyOrder(output));
      }),
      { numRuns: 500 },
    );
  });
});

describe('assemble', () => {
  it.each<[string, [Path, Json][], JsonObject]>([
    ['nothing', [], {}],
    ['a field', [['summary', 'x']], { summary: 'x' }],
    [
      'a field in a list, with the other places held open',
      [['evaluation.rules.1.score', 10]],
      { evaluation: { rules: [{}, { score: 10 }, {}] } },
    ],
  ])('gives %s', (_, values, expected) => {
    expect(assemble(shape, new Map(values))).toEqual(expected);
  });

  it('leaves a list out when a single value in it is missing', () => {
    const mixed: ObjectSchema = {
      type: 'object',
      properties: { list: { type: 'array', prefixItems: [text, rule], items: false } },
    };
    expect(assemble(mixed, new Map([['list.1.name', 'x']]))).toEqual({});
  });
});

const integer: OutputSchema = { type: 'integer' };
const withRules: ObjectSchema = {
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
    const found = askedFields(withRules, notAsked).map(({ path, askedPath }) => [path, askedPath]);
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

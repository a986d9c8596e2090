import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import type { Path } from '../model/path';
import type { Criterion, RubricContract } from '../model/rubric';
import { suggestion } from './nearest-name';
import { fieldAt, isScalar, isValueList, pathsOf, withoutNull, type OutputField } from './output-field';
import { inWords, keyName, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

interface Kind {
  /** What the path must lead to, in words. */
  words: string;
  fits: (field: OutputField) => boolean;
}

const number: Kind = {
  words: 'the path of a number',
  fits: ({ schema, inside }) => !inside.has('list') && isNumber(withoutNull(schema)),
};
const label: Kind = {
  words: 'the path of a text with an enum of labels',
  fits: ({ schema, inside }) => !inside.has('list') && isLabel(withoutNull(schema)),
};
const text: Kind = {
  words: 'the path of a text, or of a list of texts',
  fits: ({ schema, inside }) => !inside.has('list') && isText(withoutNull(schema)),
};
const single: Kind = {
  words: 'the path of a single value',
  fits: ({ schema, inside }) => !inside.has('list') && isScalar(schema),
};
const field: Kind = {
  words: 'the path of a field, not of an object or of an entry in a list',
  fits: ({ schema, inside }) => !inside.has('list') && !('properties' in withoutNull(schema)),
};
const anything: Kind = { words: 'a path', fits: () => true };
/** Decided fields are taken out of the question one by one, so each must be a field of its own. */
const decidable: Kind = {
  words: 'the path of one whole field (a single value, or a whole list)',
  fits: ({ schema, inside }) =>
    inside.size === 0 && !('properties' in schema) && (!('prefixItems' in schema) || isValueList(schema)),
};
const decidableNumber: Kind = {
  words: 'the path of a number, because the rule gives a range',
  fits: (found) => decidable.fits(found) && isNumber(withoutNull(found.schema)),
};

/** Every path in the contract must lead to a field of the output, and to one of the right kind. */
export function checkPaths(
  contract: RubricContract,
  criteria: readonly Criterion[],
  output: ObjectSchema,
): PlacedProblem[] {
  const known = pathsOf(output);
  const check = (at: ContractPath, path: Path | undefined, kind: Kind): PlacedProblem[] => {
    if (path === undefined) return [];
    const found = fieldAt(output, path);
    if (found !== undefined && kind.fits(found)) return [];
    const where = keyName(at);
    const message =
      found === undefined
        ? `${where} names ${inWords(path)}, which the output does not have; ${suggestion(path, known)}`
        : `${where} names ${inWords(path)}, which is ${kindOf(found)}; expected ${kind.words}.`;
    return [problemAt(at, { expected: `${kind.words} in the output`, got: inWords(path), message })];
  };
  const { notes, headline, decided, checks } = contract;
  return [
    ...criteria.flatMap(({ score, choice, rationale, parts }, i) => [
      ...check(['criteria', i, 'score'], score, number),
      ...check(['criteria', i, 'choice'], choice, label),
      ...check(['criteria', i, 'rationale'], rationale, text),
      ...parts.flatMap((part, j) => [
        ...check(['criteria', i, 'parts', j, 'score'], part.score, number),
        ...check(['criteria', i, 'parts', j, 'rationale'], part.rationale, text),
      ]),
    ]),
    ...Object.entries(decided).flatMap(([path, rule]) => {
      const ranged = typeof rule !== 'string' && rule.range !== undefined;
      return onKey(check(['decided', path], path, ranged ? decidableNumber : decidable));
    }),
    ...checks.flatMap(({ about }, i) =>
      about.flatMap((path, j) => check(['checks', i, 'about', j], path, anything)),
    ),
    ...notes.flatMap(({ path }, i) => check(['notes', i, 'path'], path, field)),
    ...check(['headline', 'stated_value'], headline.stated_value, single),
    ...check(['headline', 'stated_verdict'], headline.stated_verdict, single),
  ];
}

function onKey(problems: PlacedProblem[]): PlacedProblem[] {
  return problems.map((problem) =>
    'path' in problem.place ? { ...problem, place: { path: problem.place.path, on: 'key' } } : problem,
  );
}

function isNumber(schema: OutputSchema): boolean {
  return 'type' in schema && (schema.type === 'integer' || schema.type === 'number');
}

function isLabel(schema: OutputSchema): boolean {
  return 'type' in schema && schema.type === 'string' && schema.enum !== undefined;
}

function isText(schema: OutputSchema): boolean {
  if ('prefixItems' in schema) return schema.prefixItems.every((place) => isText(withoutNull(place)));
  if (!('type' in schema)) return false;
  return schema.type === 'string' || (schema.type === 'array' && isText(withoutNull(schema.items)));
}

function kindOf({ schema, inside }: OutputField): string {
  if (inside.has('list')) return 'inside a list of free length';
  const plain = withoutNull(schema);
  if ('anyOf' in plain) return 'a choice of shapes';
  if (isValueList(plain)) return 'a list of plain values';
  if (inside.has('values')) return 'a place in a list that is one field';
  if (inside.has('choice')) return 'inside a field that may be null';
  if ('prefixItems' in plain) return 'a list with a shape per place';
  const words = {
    object: 'an object',
    array: 'a list',
    string: 'a text',
    integer: 'a number',
    number: 'a number',
    boolean: 'true or false',
    null: 'null',
  };
  return words[plain.type];
}

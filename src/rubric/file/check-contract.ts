import {
  isNumberSchema,
  isScalar,
  fieldAt,
  isValueList,
  pathsOf,
  withoutNull,
  type OutputField,
} from '../shape/fields';
import type { ObjectSchema, OutputSchema } from '../output-schema';
import type { Path } from '../path';
import type { Criterion, RubricContract, Level, RubricInput, Rubric } from '../rubric';
import {
  suggestion,
  inWords,
  keyName,
  problemAt,
  type ContractPath,
  type PlacedProblem,
  isTakenName,
  takenName,
} from './rubric-problem';

interface Kind {
  /** What the path must lead to, in words. */
  words: string;
  fits: (field: OutputField) => boolean;
}

/** For a place that is in no list of free length; "or null" does not matter. */
const place = (words: string, fits: (schema: OutputSchema) => boolean): Kind => ({
  words,
  fits: ({ schema, inside }) => !inside.has('list') && fits(withoutNull(schema)),
});
const number = place('the path of a number', isNumberSchema);
const label = place('the path of a text with an enum of labels', isLabel);
const text = place('the path of a text, or of a list of texts', isText);
const single = place('the path of a single value', isScalar);
const field = place(
  'the path of a field, not of an object or of an entry in a list',
  (schema) => !('properties' in schema),
);
const anything: Kind = { words: 'a path', fits: () => true };
/** Decided fields are taken out of the question one by one, so each must be a field of its own. */
const decidable: Kind = {
  words: 'the path of one whole field (a single value, or a whole list)',
  fits: ({ schema, inside }) =>
    inside.size === 0 && !('properties' in schema) && (!('prefixItems' in schema) || isValueList(schema)),
};
const decidableNumber: Kind = {
  words: 'the path of a number, because the rule gives a range',
  fits: (found) => decidable.fits(found) && isNumberSchema(withoutNull(found.schema)),
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

/** Scales and levels that cannot be true: a level no score reaches, a score no scale holds. */
export function checkLevels(criteria: readonly Criterion[], output: ObjectSchema): PlacedProblem[] {
  return criteria.flatMap((criterion, i) => {
    const path = ['criteria', i];
    if (criterion.choice !== undefined) return checkLabels(criterion, criterion.choice, path, output);
    return [...checkScale(criterion, path, output), ...checkPoints(criterion, path)];
  });
}

function checkLabels(
  criterion: Criterion,
  choice: string,
  path: ContractPath,
  output: ObjectSchema,
): PlacedProblem[] {
  const found = fieldAt(output, choice);
  const schema = found === undefined ? undefined : withoutNull(found.schema);
  if (schema === undefined || !('type' in schema) || schema.type !== 'string' || !schema.enum) return [];
  const labels = schema.enum;
  return criterion.levels.flatMap(({ at }, j) => {
    if (typeof at === 'string' && labels.includes(at)) return [];
    const got = typeof at === 'object' ? `[${at.join(', ')}]` : inWords(at);
    const message = `A level of ${inWords(criterion.id)} stands at ${got}, which is no label of ${choice}; ${suggestion(String(at), labels)}`;
    return problemAt([...path, 'levels', j, 'at'], { expected: `one of ${labels.join(', ')}`, got, message });
  });
}

function checkScale(criterion: Criterion, path: ContractPath, output: ObjectSchema): PlacedProblem[] {
  const { min, max, score } = criterion;
  if (max === undefined) return [];
  if (min >= max)
    return [problemAt([...path, 'max'], { expected: `a number above min (${min})`, got: String(max) })];
  const found = score === undefined ? undefined : fieldAt(output, score);
  const schema = found === undefined ? undefined : withoutNull(found.schema);
  if (schema === undefined || !isNumberSchema(schema)) return [];
  const values = schema.enum ?? [];
  const low = Math.min(...values, schema.minimum ?? Infinity);
  const high = Math.max(...values, schema.maximum ?? -Infinity);
  return [
    ...(low < min ? [problemAt([...path, 'min'], outside(min, 'low', low))] : []),
    ...(high > max ? [problemAt([...path, 'max'], outside(max, 'high', high))] : []),
  ];
}

function outside(bound: number, side: 'low' | 'high', allowed: number): { expected: string; got: string } {
  return { expected: `${allowed}, since the output allows a score as ${side} as that`, got: String(bound) };
}

function checkPoints(criterion: Criterion, path: ContractPath): PlacedProblem[] {
  const { min, max = Infinity } = criterion;
  return criterion.levels.flatMap(({ at }, j) => {
    if (pointsOf(at).every((point) => point >= min && point <= max) && isOrdered(at)) return [];
    const got = typeof at === 'object' ? `[${at.join(', ')}]` : inWords(at);
    const expected = `a score from ${min} to ${max}, or [from, to] with the lower one first`;
    return problemAt([...path, 'levels', j, 'at'], { expected, got });
  });
}

/** A label is no point on a scale. */
function pointsOf(at: Level['at']): number[] {
  if (typeof at === 'string') return [NaN];
  return typeof at === 'number' ? [at] : at;
}

function isOrdered(at: Level['at']): boolean {
  return typeof at !== 'object' || at[0] <= at[1];
}

interface Name {
  name: string;
  path: ContractPath;
}

/** Names that must be told apart: inputs and their aliases, criteria, the parts of one criterion, checks. */
export function checkNames({ inputs, criteria, checks }: RubricContract): PlacedProblem[] {
  const inputNames = inputs.map(({ name }, i) => ({ name, path: ['inputs', i, 'name'] }));
  const criterionIds = criteria.map(({ id }, i) => ({ name: id, path: ['criteria', i, 'id'] }));
  return [
    ...[...inputNames, ...criterionIds]
      .filter(({ name }) => isTakenName(name))
      .map(({ name, path }) =>
        problemAt(path, { expected: 'another name', got: inWords(name), message: takenName(name) }),
      ),
    ...repeats(inputNames),
    ...sharedAliases(inputs),
    ...repeats(criterionIds),
    ...criteria.flatMap(({ parts }, i) =>
      repeats(parts.map(({ id }, j) => ({ name: id, path: ['criteria', i, 'parts', j, 'id'] }))),
    ),
    ...repeats(checks.map(({ id }, i) => ({ name: id, path: ['checks', i, 'id'] }))),
  ];
}

function repeats(names: readonly Name[]): PlacedProblem[] {
  const seen = new Set<string>();
  return names.flatMap(({ name, path }) => {
    if (seen.has(name)) {
      return problemAt(path, { expected: 'a name that is used once', got: `${inWords(name)} a second time` });
    }
    seen.add(name);
    return [];
  });
}

/** An alias that two inputs lay claim to would send a column to either of them. */
function sharedAliases(inputs: RubricContract['inputs']): PlacedProblem[] {
  const owner = new Map(inputs.map(({ name }, i) => [name, i]));
  return inputs.flatMap(({ aliases }, i) =>
    aliases.flatMap((alias, j) => {
      const other = owner.get(alias) ?? i;
      owner.set(alias, other);
      if (other === i) return [];
      const expected = 'an alias that no other input has';
      return problemAt(['inputs', i, 'aliases', j], { expected, got: inWords(alias) });
    }),
  );
}

const placeholder = /\{\{([^{}]*)\}\}/g;

/** The body as a judge gets it: one kind of line end, no blank edges, placeholders without inner spaces. */
export function tidyPrompt(body: string): string {
  return body
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .replace(placeholder, (_, name: string) => `{{${name.trim()}}}`);
}

/** Every placeholder names an input, and every required input is spoken of. */
export function checkPrompt(body: string, inputs: readonly RubricInput[]): PlacedProblem[] {
  if (body.trim() === '') {
    const message = 'The judge prompt is empty: write it in Markdown below the front matter.';
    return [
      { key: 'prompt', expected: 'a judge prompt', got: 'nothing', message, place: { promptOffset: 0 } },
    ];
  }
  const names = inputs.map(({ name }) => name);
  const mentioned = new Set<string>();
  const problems: PlacedProblem[] = [];
  for (const match of body.matchAll(placeholder)) {
    const name = (match[1] ?? '').trim();
    mentioned.add(name);
    if (names.includes(name)) continue;
    problems.push({
      key: 'prompt',
      expected: 'the name of an input in the placeholder',
      got: inWords(match[0]),
      message: `The prompt has the placeholder ${match[0]}, but no input has that name; ${suggestion(name, names)}`,
      place: { promptOffset: match.index },
    });
  }
  for (const [index, { name, required }] of inputs.entries()) {
    if (!required || mentioned.has(name)) continue;
    problems.push(
      problemAt(['inputs', index, 'name'], {
        expected: `{{${name}}} somewhere in the prompt`,
        got: 'no mention of it',
        message: `The input ${inWords(name)} is required, but the prompt never mentions {{${name}}}.`,
      }),
    );
  }
  return problems;
}

/** What a compiler of CEL says of one expression. `where` is its own way to name a place: `checks.total-adds-up.assert`. */
interface ExpressionMistake {
  where: string;
  expression: string;
  message: string;
  /** Offset in the expression. */
  position?: number;
}

/** Handed in by whoever has a compiler: reading a rubric needs none. */
export type CompileExpressions = (rubric: Rubric) => readonly ExpressionMistake[];

export function checkExpressions(rubric: Rubric, compile: CompileExpressions): PlacedProblem[] {
  return compile(rubric).map(({ where, expression, message, position }) => {
    const path = contractPath(where, rubric);
    const at = position === undefined || position === 0 ? '' : ` (at character ${position + 1})`;
    return problemAt(path, {
      expected: 'CEL without mistakes',
      got: expression === '' ? 'a rule that cannot be' : inWords(expression),
      message: `The expression at ${keyName(path)} cannot be used: ${message}${at}.`,
    });
  });
}

/** From the compiler's name of a place to the keys under which it stands in the file. */
function contractPath(where: string, rubric: Rubric): ContractPath {
  const [section = '', ...rest] = where.split('.');
  const name = rest.join('.');
  switch (section) {
    case 'facts':
      return ['facts', name, ...valueKey(rubric.facts[name])];
    case 'derived':
      return ['derived', name, ...valueKey(rubric.derived[name])];
    case 'decided': {
      if (Object.hasOwn(rubric.decided, name)) return ['decided', name];
      const key = rest.at(-1) ?? '';
      return ['decided', name.slice(0, -key.length - 1), key];
    }
    case 'checks': {
      const [id, ...keys] = rest;
      return ['checks', rubric.checks.findIndex((check) => check.id === id), ...keys];
    }
    default:
      return [section, ...rest];
  }
}

/** Where a fact or a derived value has a label, its expression stands under `value`. */
function valueKey(entry: string | object | undefined): ContractPath {
  return typeof entry === 'object' ? ['value'] : [];
}

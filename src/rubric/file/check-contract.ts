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
import type { ExpressionProblem } from '../program/failure';
import type { Path } from '../path';
import type { Criterion, RubricContract, Level, RubricInput, Rubric } from '../rubric';
import { pathsNamedBy } from './output';
import {
  checkTakenName,
  inWords,
  keyName,
  problemAt,
  said,
  say,
  spoken,
  suggestion,
  unexpectedAt,
  type ContractPath,
  type PlacedProblem,
  type Said,
} from './rubric-problem';

interface Kind {
  words: Said;
  fits: (field: OutputField) => boolean;
}

/** For a place outside of lists of free length; "or null" does not matter. */
const place = (words: Said, fits: (schema: OutputSchema) => boolean): Kind => ({
  words,
  fits: ({ schema, inside }) => !inside.has('list') && fits(withoutNull(schema)),
});
const number = place(say`the path of a number`, isNumberSchema);
const rationale = place(say`the path of a text, or of a list of texts`, isText);
const ofCriterion: Readonly<Record<string, Kind>> = {
  score: number,
  choice: place(
    say`the path of a text with an enum of labels, or of true or false`,
    (schema) => labelsOf(schema) !== undefined,
  ),
  rationale,
};
const single = place(say`the path of a single value`, isScalar);
const field = place(
  say`the path of a field, not of an object or of an entry in a list`,
  (schema) => !('properties' in schema),
);
const anything: Kind = { words: say`a path`, fits: () => true };
/** Decided fields are taken out of the question one by one, so each must be a field of its own. */
const decidable: Kind = {
  words: say`the path of one whole field (a single value, or a whole list)`,
  fits: ({ schema, inside }) =>
    inside.size === 0 && !('properties' in schema) && (!('prefixItems' in schema) || isValueList(schema)),
};
const decidableNumber: Kind = {
  words: say`the path of a number, because the rule gives a range`,
  fits: (found) => decidable.fits(found) && isNumberSchema(withoutNull(found.schema)),
};

export function checkPaths(
  { notes, headline, decided, checks, statements }: RubricContract,
  criteria: readonly Criterion[],
  output: ObjectSchema,
): PlacedProblem[] {
  const known = pathsOf(output);
  const check = (at: ContractPath, path: Path | undefined, kind: Kind, on?: 'key'): PlacedProblem[] => {
    if (path === undefined) return [];
    const found = fieldAt(output, path);
    if (found !== undefined && kind.fits(found)) return [];
    const wrong =
      found === undefined
        ? say`which the output does not have; ${suggestion(path, known)}`
        : say`which is ${kindOf(found)}; expected ${kind.words}.`;
    return [problemAt(at, say`${keyName(at)} names ${inWords(path)}, ${wrong}`, on)];
  };
  return [
    ...criteria.flatMap((criterion, i) =>
      pathsNamedBy(criterion, i).flatMap(([at, path]) =>
        check(at, path, ofCriterion[String(at.at(-1))] ?? anything),
      ),
    ),
    ...Object.entries(decided).flatMap(([path, rule]) => {
      const ranged = typeof rule !== 'string' && rule.range !== undefined;
      return check(['decided', path], path, ranged ? decidableNumber : decidable, 'key');
    }),
    ...checks.flatMap(({ about }, i) =>
      about.flatMap((path, j) => check(['checks', i, 'about', j], path, anything)),
    ),
    ...statements.flatMap(({ about }, i) => check(['statements', i, 'about'], about, rationale)),
    ...Object.entries({ checks, statements }).flatMap(([section, rules]) =>
      rules.flatMap(({ allows = {} }, i) =>
        Object.keys(allows).flatMap((path) => check([section, i, 'allows', path], path, decidable, 'key')),
      ),
    ),
    ...notes.flatMap(({ path }, i) => check(['notes', i, 'path'], path, field)),
    ...check(['headline', 'stated_value'], headline.stated_value, single),
    ...check(['headline', 'stated_verdict'], headline.stated_verdict, single),
  ];
}

function labelsOf(schema: OutputSchema): (string | boolean)[] | undefined {
  if (!('type' in schema)) return undefined;
  if (schema.type === 'boolean') return [true, false];
  return schema.type === 'string' ? schema.enum : undefined;
}

function isText(schema: OutputSchema): boolean {
  if ('prefixItems' in schema) return schema.prefixItems.every((place) => isText(withoutNull(place)));
  if (!('type' in schema)) return false;
  return schema.type === 'string' || (schema.type === 'array' && isText(withoutNull(schema.items)));
}

function kindOf({ schema, inside }: OutputField): Said {
  if (inside.has('list')) return say`inside a list of free length`;
  const plain = withoutNull(schema);
  if ('anyOf' in plain) return say`a choice of shapes`;
  if (isValueList(plain)) return say`a list of plain values`;
  if (inside.has('values')) return say`a place in a list that is one field`;
  if (inside.has('choice')) return say`inside a field that may be null`;
  if ('prefixItems' in plain) return say`a list with a shape per place`;
  const words = {
    object: say`an object`,
    array: say`a list`,
    string: say`a text`,
    integer: say`a number`,
    number: say`a number`,
    boolean: say`true or false`,
    null: say`null`,
  };
  return words[plain.type];
}

/** Scales and levels that cannot be true: a level that no score reaches, a score outside of its scale. */
export function checkLevels(criteria: readonly Criterion[], output: ObjectSchema): PlacedProblem[] {
  return criteria.flatMap((criterion, i) => {
    const { id, choice, score, levels, min, max = Infinity } = criterion;
    const found = fieldAt(output, choice ?? score ?? '');
    const schema = found && withoutNull(found.schema);
    const labels = choice === undefined || !schema ? undefined : labelsOf(schema);
    const ofLevels = levels.flatMap(({ at }, j) => {
      const got = typeof at === 'object' ? `[${at.join(', ')}]` : inWords(at);
      const path = ['criteria', i, 'levels', j, 'at'];
      if (labels) {
        if (typeof at !== 'object' && typeof at !== 'number' && labels.includes(at)) return [];
        const words = say`A level of ${inWords(id)} stands at ${got}, which is no label of ${choice ?? id}; ${suggestion(String(at), labels.map(String))}`;
        return problemAt(path, words);
      }
      const expected = say`a score from ${min} to ${max}, or [from, to] with the lower one first`;
      return isOnScale(at, min, max) ? [] : unexpectedAt(path, expected, got);
    });
    return [...(schema ? checkScale(criterion, ['criteria', i], schema) : []), ...ofLevels];
  });
}

function isOnScale(at: Level['at'], min: number, max: number): boolean {
  const [from, to] = typeof at === 'object' ? at : [at, at];
  // A label is no point on a scale.
  return typeof from === 'number' && typeof to === 'number' && from >= min && from <= to && to <= max;
}

function checkScale({ min, max }: Criterion, path: ContractPath, schema: OutputSchema): PlacedProblem[] {
  if (max === undefined || !isNumberSchema(schema)) return [];
  if (min >= max) return [unexpectedAt([...path, 'max'], say`a number above min (${min})`, String(max))];
  const values = schema.enum ?? [];
  const low = Math.min(...values, schema.minimum ?? Infinity);
  const high = Math.max(...values, schema.maximum ?? -Infinity);
  const outside = (key: string, bound: number, expected: Said) =>
    unexpectedAt([...path, key], expected, String(bound));
  return [
    ...(low < min ? [outside('min', min, say`${low}, since the output allows a score as low as that`)] : []),
    ...(high > max
      ? [outside('max', max, say`${high}, since the output allows a score as high as that`)]
      : []),
  ];
}

/** Names that must differ: inputs and their aliases, criteria, the parts of one criterion, checks. */
export function checkNames({ inputs, criteria, checks, statements }: RubricContract): PlacedProblem[] {
  const idsIn = (path: ContractPath, rules: readonly { id: string }[]) =>
    rules.map(({ id }, i) => ({ name: id, path: [...path, i, 'id'] }));
  const inputNames = inputs.map(({ name }, i) => ({ name, path: ['inputs', i, 'name'] }));
  const criterionIds = idsIn(['criteria'], criteria);
  return [
    ...[...inputNames, ...criterionIds].flatMap(({ name, path }) => checkTakenName(name, path)),
    ...repeats(inputNames),
    ...sharedAliases(inputs),
    ...repeats(criterionIds),
    ...criteria.flatMap(({ parts }, i) => repeats(idsIn(['criteria', i, 'parts'], parts))),
    ...repeats(idsIn(['checks'], checks)),
    ...repeats(idsIn(['statements'], statements)),
  ];
}

function repeats(names: readonly { name: string; path: ContractPath }[]): PlacedProblem[] {
  const seen = new Set<string>();
  return names.flatMap(({ name, path }) => {
    if (seen.has(name))
      return unexpectedAt(path, say`a name that is used once`, say`${inWords(name)} a second time`);
    seen.add(name);
    return [];
  });
}

/** An alias of two inputs could send a column to either of them. */
function sharedAliases(inputs: readonly RubricInput[]): PlacedProblem[] {
  const owner = new Map(inputs.map(({ name }, i) => [name, i]));
  return inputs.flatMap(({ aliases }, i) =>
    aliases.flatMap((alias, j) => {
      const other = owner.get(alias) ?? i;
      owner.set(alias, other);
      if (other === i) return [];
      return unexpectedAt(['inputs', i, 'aliases', j], say`an alias that no other input has`, inWords(alias));
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

export function checkPrompt(body: string, inputs: readonly RubricInput[]): PlacedProblem[] {
  const inPrompt = (promptOffset: number, words: Said): PlacedProblem => ({
    key: 'prompt',
    message: spoken(words),
    said: words,
    place: { promptOffset },
  });
  if (body.trim() === '')
    return [inPrompt(0, say`The judge prompt is empty: write it in Markdown below the front matter.`)];
  const names = inputs.map(({ name }) => name);
  const mentioned = Array.from(body.matchAll(placeholder), (match) => ({
    name: (match[1] ?? '').trim(),
    text: match[0],
    offset: match.index,
  }));
  const unknown = mentioned.filter(({ name }) => !names.includes(name));
  return [
    ...unknown.map(({ name, text, offset }) =>
      inPrompt(
        offset,
        say`The prompt has the placeholder ${text}, but no input has that name; ${suggestion(name, names)}`,
      ),
    ),
    ...inputs.flatMap(({ name, required }, index) => {
      if (!required || mentioned.some((one) => one.name === name)) return [];
      const words = say`The input ${inWords(name)} is required, but the prompt never mentions {{${name}}}.`;
      return problemAt(['inputs', index, 'name'], words);
    }),
  ];
}

/** Reading a rubric needs no compiler of CEL; with one, mistakes in expressions are found too. */
export type CompileExpressions = (rubric: Rubric) => readonly ExpressionProblem[];

export function checkExpressions(rubric: Rubric, compile: CompileExpressions): PlacedProblem[] {
  return compile(rubric).map(({ where, message, position }) => {
    const path = contractPath(where, rubric);
    const at = position === undefined || position === 0 ? '' : say` (at character ${position + 1})`;
    const why = said(message);
    return problemAt(path, say`The expression at ${keyName(path)} cannot be used: ${why}${at}.`);
  });
}

/** From the compiler's name of a place, such as `checks.adds-up.assert`, to the keys under which it stands in the file. */
function contractPath(where: string, rubric: Rubric): ContractPath {
  const [section = '', ...rest] = where.split('.');
  const name = rest.join('.');
  if (section === 'facts' || section === 'derived') {
    // Where a fact or a derived value has a label, its expression stands under `value`.
    return typeof rubric[section][name] === 'object' ? [section, name, 'value'] : [section, name];
  }
  if (section === 'decided') {
    if (Object.hasOwn(rubric.decided, name)) return ['decided', name];
    return ['decided', rest.slice(0, -1).join('.'), rest.at(-1) ?? ''];
  }
  if (section !== 'checks' && section !== 'statements') return [section, ...rest];
  const [id, ...keys] = rest;
  const place = rubric[section].findIndex((rule) => rule.id === id);
  if (keys[0] === 'allows') return [section, place, 'allows', keys.slice(1).join('.')];
  return [section, place, ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
}

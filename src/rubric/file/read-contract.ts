import type { z } from 'zod';
import { valueIn } from '../path';
import { rubricContractSchema, type Rubric, type RubricContract } from '../rubric';
import {
  checkExpressions,
  checkLevels,
  checkNames,
  checkPaths,
  checkPrompt,
  tidyPrompt,
  type CompileExpressions,
} from './check-contract';
import { checkLimits } from './limits';
import { checkMadeOutput, checkOutput, outputFromCriteria, withDefaultPaths } from './output';
import {
  checkTakenName,
  inWords,
  keyName,
  problemAt,
  said,
  say,
  suggestion,
  unexpectedAt,
  type ContractPath,
  type PlacedProblem,
  type Said,
} from './rubric-problem';

const deepest = 64;

/** What must be refused before any schema looks at a contract: nesting without end (YAML can point back at itself), and taken names. */
function checkStructure(contract: unknown): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  /** False stops the walk: one nesting problem is enough. */
  const walk = (value: unknown, path: ContractPath): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    if (path.length > deepest) {
      problems.push(unexpectedAt(path.slice(0, 3), say`at most ${deepest} levels of nesting`, say`more`));
      return false;
    }
    if (Array.isArray(value)) return value.every((item, index) => walk(item, [...path, index]));
    return Object.entries(value).every(([key, item]) => {
      problems.push(...checkTakenName(key, [...path, key], 'key'));
      return walk(item, [...path, key]);
    });
  };
  walk(contract, []);
  return problems;
}

/** Later checks build on earlier ones, so the first kind of problem found is reported; `parseRubric` adds the lines. */
export function rubricFromContract(
  contract: unknown,
  body: string,
  compile: CompileExpressions = () => [],
): { ok: true; rubric: Rubric } | { ok: false; problems: PlacedProblem[] } {
  const unsound = checkStructure(contract);
  if (unsound.length > 0) return { ok: false, problems: unsound };

  const parsed = rubricContractSchema.safeParse(contract, { error: schemaWords });
  if (!parsed.success)
    return { ok: false, problems: parsed.error.issues.flatMap((issue) => explain(issue, [], contract)) };

  const { output: ownOutput, ...given } = parsed.data;
  const rest = withRunInputsApart(given);
  const impossible = [
    ...(ownOutput ? checkOutput(ownOutput, ['output']) : checkMadeOutput(rest.criteria)),
    ...checkNames({ ...parsed.data, inputs: allInputs(rest) }),
    ...(rest.inputs.length > 0
      ? []
      : [unexpectedAt(['inputs'], say`an input that each case has`, say`only some with per: run`)]),
    ...checkLimits(parsed.data),
  ];
  if (impossible.length > 0) return { ok: false, problems: impossible };

  const criteria = rest.criteria.map((criterion) => withDefaultPaths(criterion, ownOutput === undefined));
  const output = ownOutput ?? outputFromCriteria(criteria);
  const problems = [
    ...checkPaths(parsed.data, criteria, output),
    ...checkLevels(criteria, output),
    ...checkPrompt(body, allInputs(rest)),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const rubric = { ...rest, criteria, output, prompt: tidyPrompt(body) };
  const mistakes = checkExpressions(rubric, compile);
  return mistakes.length > 0 ? { ok: false, problems: mistakes } : { ok: true, rubric };
}

type Inputs = Pick<RubricContract, 'inputs' | 'run_inputs'>;

function allInputs({ inputs, run_inputs: perRun = [] }: Inputs): RubricContract['inputs'] {
  return [...inputs, ...perRun];
}

/** Everything that reads, shows or stores cases knows only what a case has. */
function withRunInputsApart<T extends Inputs>(contract: T): T {
  const all = allInputs(contract);
  const perRun = all.filter(({ per }) => per === 'run');
  if (perRun.length === 0) return contract;
  return { ...contract, inputs: all.filter(({ per }) => per !== 'run'), run_inputs: perRun };
}

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, Said>> = {
  string: say`text`,
  number: say`a number`,
  int: say`a whole number`,
  boolean: say`true or false`,
  array: say`a list`,
  tuple: say`a list`,
  object: say`a mapping of keys to values`,
  record: say`a mapping of names to values`,
};

/** Leaves no message but the schema's own, and the keys of a mapping that has others: only here is its schema at hand. */
const schemaWords: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys' ? Object.keys(shapeOf(issue.inst)).join(', ') : '';

/** What the schema says itself says it better. */
function expectation(issue: Issue): Said {
  if (issue.message !== '') return said(issue.message.replace(/^expected /, ''));
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? said(issue.expected);
    case 'invalid_value':
      return oneOf(issue.values.map((value) => JSON.stringify(value)));
    case 'too_small':
      if (issue.origin === 'string') return say`some text`;
      if (issue.origin === 'array') return say`a list of at least ${Number(issue.minimum)}`;
      return issue.inclusive
        ? say`a number not below ${Number(issue.minimum)}`
        : say`a number above ${Number(issue.minimum)}`;
    case 'too_big':
      return issue.origin === 'array'
        ? say`a list of at most ${Number(issue.maximum)}`
        : say`a number not above ${Number(issue.maximum)}`;
    default:
      return say`something else`;
  }
}

function explain(issue: Issue, parent: ContractPath, contract: unknown): PlacedProblem[] {
  const path = [...parent, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const value = valueIn(contract, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key, issue.message));
    case 'invalid_union':
      return explainChoice(issue.errors, path, value, contract);
    case 'invalid_key': {
      const expected = expectation(issue.issues[0] ?? issue);
      const name = inWords(String(path.at(-1)));
      const words = say`Expected ${expected} as a key of ${keyName(path.slice(0, -1))}, but got ${name}.`;
      return [problemAt(path, words, 'key')];
    }
    case 'custom':
      return [wrongKeys(path, expectation(issue), value)];
    default:
      return [wrongValue(path, expectation(issue), value)];
  }
}

/** A rule on the keys of a mapping names them. The problem says which of those were given. */
function wrongKeys(path: ContractPath, expected: Said, value: unknown): PlacedProblem {
  if (typeof value !== 'object' || value === null) return wrongValue(path, expected, value);
  const words = new Set(expected.english.match(/\w+/g));
  const given = Object.keys(value).flatMap((key) => (words.has(key) ? said(key) : []));
  const both = given.length === 0 ? say`neither` : given.reduce((before, key) => say`${before} and ${key}`);
  return unexpectedAt(path, expected, both);
}

/** Where a value may have one of several shapes, the shape that its author had in mind speaks. */
function explainChoice(
  errors: readonly (readonly Issue[])[],
  path: ContractPath,
  value: unknown,
  contract: unknown,
): PlacedProblem[] {
  const ofRightKind = errors.filter((issues) => !issues.some(isWrongKind));
  if (ofRightKind.length === 0) {
    const expected = errors.flatMap((issues) => issues.filter(isWrongKind).map(expectation));
    return [
      wrongValue(
        path,
        [...new Set(expected)].reduce((before, one) => say`${before} or ${one}`),
        value,
      ),
    ];
  }
  const ofRightType = ofRightKind.filter((issues) => issues.flatMap(typesWanted).length === 0);
  // Every shape but `anyOf` states its type. Where all of those disagree, the type is wrong.
  const isChoice = typeof value === 'object' && value !== null && Object.hasOwn(value, 'anyOf');
  const types = ofRightKind.flatMap((issues) => issues.flatMap(typesWanted));
  const onlyChoiceLeft = ofRightType.every((issues) => issues.some(({ path: [key] }) => key === 'anyOf'));
  if (types.length > 0 && onlyChoiceLeft && !isChoice) {
    const typePath = [...path, 'type'];
    return [wrongValue(typePath, oneOf([...new Set(types)]), valueIn(contract, typePath))];
  }
  const candidates = ofRightType.length > 0 ? ofRightType : ofRightKind;
  const [best = []] = candidates.toSorted((a, b) => a.length - b.length);
  return best.flatMap((issue) => explain(issue, path, contract));
}

function isWrongKind(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function typesWanted(issue: Issue): string[] {
  if (issue.code !== 'invalid_value' || issue.path.join('.') !== 'type') return [];
  return issue.values.map((value) => JSON.stringify(value));
}

function wrongValue(path: ContractPath, expected: Said, value: unknown): PlacedProblem {
  const key = keyName(path);
  // YAML reads 1.0 as the number 1, so what was written is lost.
  if (key === 'version' && typeof value === 'number')
    return unexpectedAt(
      path,
      say`three numbers joined by dots, in quotes, such as "1.0.0"`,
      say`the number ${value}`,
    );
  // YAML reads yes-like words as something else than text.
  if (expected === kinds['string'] && (typeof value === 'number' || typeof value === 'boolean'))
    return problemAt(path, say`Expected text at ${key}, but got ${String(value)}; put it in quotes.`);
  if (value === undefined) {
    const problem = problemAt(path, say`${key} is missing: expected ${expected}.`);
    return path.length === 1 ? { ...problem, missing: true } : problem;
  }
  return unexpectedAt(path, expected, inWords(value));
}

function unknownKey(path: ContractPath, key: string, known: string): PlacedProblem {
  const where = path.length === 0 ? say`A rubric` : keyName(path);
  const words = say`${where} has no key ${inWords(key)}; ${suggestion(key, known.split(', '))}`;
  return problemAt([...path, key], words, 'key');
}

function oneOf(values: readonly string[]): Said {
  return values.length === 1 ? say`${values.join()}` : say`one of ${values.join(', ')}`;
}

function shapeOf(schema: unknown): object {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return {};
  return typeof schema.shape === 'object' && schema.shape !== null ? schema.shape : {};
}

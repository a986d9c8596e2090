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
  suggestion,
  unexpectedAt,
  type ContractPath,
  type PlacedProblem,
} from './rubric-problem';

const deepest = 64;

/** What must be refused before any schema looks at a contract: nesting without end (YAML can point back at itself), and taken names. */
function checkStructure(contract: unknown): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  /** False stops the walk: one nesting problem is enough. */
  const walk = (value: unknown, path: ContractPath): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    if (path.length > deepest) {
      problems.push(unexpectedAt(path.slice(0, 3), `at most ${deepest} levels of nesting`, 'more'));
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

  const parsed = rubricContractSchema.safeParse(contract, { error: contractWords });
  if (!parsed.success)
    return { ok: false, problems: parsed.error.issues.flatMap((issue) => explain(issue, [], contract)) };

  const { output: ownOutput, ...given } = parsed.data;
  const rest = withRunInputsApart(given);
  const impossible = [
    ...(ownOutput ? checkOutput(ownOutput, ['output']) : checkMadeOutput(rest.criteria)),
    ...checkNames({ ...parsed.data, inputs: allInputs(rest) }),
    ...(rest.inputs.length > 0
      ? []
      : [unexpectedAt(['inputs'], 'an input that each case has', 'only some with per: run')]),
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

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping of keys to values',
  record: 'a mapping of names to values',
};
const knownKeys = 'one of the keys ';

/** Words for what zod expected. The schema's own messages, which say it better, win over these. */
const contractWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values.map((value) => JSON.stringify(value)));
    case 'too_small':
      if (issue.origin === 'string') return 'some text';
      if (issue.origin === 'array') return `a list of at least ${issue.minimum}`;
      return issue.inclusive ? `a number not below ${issue.minimum}` : `a number above ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `a list of at most ${issue.maximum}`
        : `a number not above ${issue.maximum}`;
    case 'unrecognized_keys':
      // Only here is the schema at hand whose keys a misspelt one can be compared with.
      return `${knownKeys}${Object.keys(shapeOf(issue.inst)).join(', ')}`;
    default:
      return undefined;
  }
};

function explain(issue: Issue, parent: ContractPath, contract: unknown): PlacedProblem[] {
  const path = [...parent, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const value = valueIn(contract, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key, issue.message));
    case 'invalid_union':
      return explainChoice(issue.errors, path, value, contract);
    case 'invalid_key': {
      const expected = expectation(issue.issues[0]?.message ?? issue.message);
      const name = String(path.at(-1));
      const message = `Expected ${expected} as a key of ${keyName(path.slice(0, -1))}, but got ${inWords(name)}.`;
      return [problemAt(path, message, 'key')];
    }
    case 'custom':
      return [wrongKeys(path, expectation(issue.message), value)];
    default:
      return [wrongValue(path, expectation(issue.message), value)];
  }
}

/** A rule on the keys of a mapping names them. The problem says which of those were given. */
function wrongKeys(path: ContractPath, expected: string, value: unknown): PlacedProblem {
  if (typeof value !== 'object' || value === null) return wrongValue(path, expected, value);
  const words = new Set(expected.match(/\w+/g));
  const given = Object.keys(value).filter((key) => words.has(key));
  return unexpectedAt(path, expected, given.length === 0 ? 'neither' : given.join(' and '));
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
    const expected = errors.flatMap((issues) => issues.filter(isWrongKind).map((issue) => issue.message));
    return [wrongValue(path, [...new Set(expected)].join(' or '), value)];
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

function wrongValue(path: ContractPath, expected: string, value: unknown): PlacedProblem {
  const key = keyName(path);
  // YAML reads 1.0 as the number 1, so what was written is lost.
  if (key === 'version' && typeof value === 'number')
    return unexpectedAt(
      path,
      'three numbers joined by dots, in quotes, such as "1.0.0"',
      `the number ${value}`,
    );
  // YAML reads yes-like words as something else than text.
  if (expected === kinds['string'] && (typeof value === 'number' || typeof value === 'boolean'))
    return problemAt(path, `Expected text at ${key}, but got ${value}; put it in quotes.`);
  if (value === undefined) {
    const problem = problemAt(path, `${key} is missing: expected ${expected}.`);
    return path.length === 1 ? { ...problem, missing: true } : problem;
  }
  return unexpectedAt(path, expected, inWords(value));
}

function unknownKey(path: ContractPath, key: string, expected: string): PlacedProblem {
  const known = expected.slice(knownKeys.length).split(', ');
  const where = path.length === 0 ? 'A rubric' : keyName(path);
  return problemAt([...path, key], `${where} has no key ${inWords(key)}; ${suggestion(key, known)}`, 'key');
}

function expectation(message: string): string {
  return message.replace(/^expected /, '');
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? values.join() : `one of ${values.join(', ')}`;
}

function shapeOf(schema: unknown): object {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return {};
  return typeof schema.shape === 'object' && schema.shape !== null ? schema.shape : {};
}

import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { foldQuotes } from '../rationale/fold';
import { spendText, spendTurns } from './budget';

type CelNumber = number | bigint;

function divide(left: CelNumber, right: CelNumber): number {
  if (Number(right) === 0) throw new EvaluationError('division by zero');
  return Number(left) / Number(right);
}

function remainder(left: CelNumber, right: CelNumber): number {
  if (Number(right) === 0) throw new EvaluationError('modulo by zero');
  return Number(left) % Number(right);
}

const mixedArithmetic = {
  '+': (left: CelNumber, right: CelNumber) => Number(left) + Number(right),
  '-': (left: CelNumber, right: CelNumber) => Number(left) - Number(right),
  '*': (left: CelNumber, right: CelNumber) => Number(left) * Number(right),
  '/': divide,
  '%': remainder,
};

/** JSON numbers arrive as doubles while literals and sizes are ints; CEL itself would refuse to mix them. */
function registerNumbers(env: Environment): void {
  for (const [operator, handler] of Object.entries(mixedArithmetic)) {
    env.registerOperator(`int ${operator} double: double`, handler);
    env.registerOperator(`double ${operator} int: double`, handler);
  }
  env.registerOperator('double % double: double', remainder);
  // The library's own double division gives Infinity. This overload is preferred for operands typed at run time,
  // and compile-expression makes every division one of those.
  env.registerOperator('dyn<double> / dyn<double>: double', divide);
  env.registerOperator(
    'int == double',
    (left: CelNumber, right: CelNumber) => Number(left) === Number(right),
  );
}

/** The functions a rubric may call besides CEL's own. Each is pure; a value it cannot work on is an error, never a guess. */
function numbers(name: string, list: readonly unknown[]): number[] {
  return list.map((item, index) => {
    if (typeof item === 'number') return item;
    if (typeof item === 'bigint') return Number(item);
    throw new EvaluationError(
      `${name}() expected a list of numbers, got ${item === null ? 'null' : typeof item} at place ${index + 1}`,
    );
  });
}

function overNumbers(name: string, combine: (items: number[]) => number, mayBeEmpty = false) {
  return (list: readonly unknown[]): number => {
    const items = numbers(name, list);
    if (items.length === 0 && !mayBeEmpty)
      throw new EvaluationError(`${name}() expected at least one number, got an empty list`);
    return combine(items);
  };
}

const total = (items: readonly number[]) => items.reduce((sofar, item) => sofar + item, 0);
export const sum = overNumbers('sum', total, true);
export const mean = overNumbers('mean', (items) => total(items) / items.length);
export const min = overNumbers('min', (items) => items.reduce((least, item) => Math.min(least, item)));
export const max = overNumbers('max', (items) => items.reduce((most, item) => Math.max(most, item)));

/** `value` × 10^`places`, moved in decimal notation so that 1.005 is not first turned into 1.00499…. */
function shift(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Halves go away from zero, as people round. */
export function round(value: CelNumber, digits: CelNumber): number {
  const number = Number(value);
  const places = Number(digits);
  if (!Number.isInteger(places) || places < 0 || places > 12) {
    throw new EvaluationError(`round() expected 0 to 12 digits, got ${places}`);
  }
  if (!Number.isFinite(number)) throw new EvaluationError(`round() expected a finite number, got ${number}`);
  const rounded = shift(Math.round(shift(Math.abs(number), places)), -places);
  return number < 0 ? 0 - rounded : rounded;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale);
  if (known !== undefined) return known;
  try {
    const made = new Intl.Segmenter(locale, { granularity: 'sentence' });
    segmenters.set(locale, made);
    return made;
  } catch {
    throw new EvaluationError(`sentences() expected a language tag such as en or ko, got "${locale}"`);
  }
}

export function sentences(text: string, locale: string): bigint {
  let count = 0n;
  for (const { segment } of segmenterFor(locale).segment(text)) if (segment.trim() !== '') count += 1n;
  return count;
}

/** The share of letters that are Hangul; 0 where there are no letters. */
export function hangulShare(text: string): number {
  const composed = text.normalize('NFC');
  const letters = composed.match(/\p{L}/gu)?.length ?? 0;
  const hangul = composed.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  return letters === 0 ? 0 : Math.min(1, hangul / letters);
}

/** Quote marks go first, since NFKC takes some of them apart, and last, since it brings others forth. */
export function fold(text: string): string {
  const plain = foldQuotes(text).normalize('NFKC').toLowerCase().normalize('NFKC');
  return foldQuotes(plain).replace(/\s+/gu, ' ').trim();
}

/** What stands in double quotation marks of any kind. Single ones may be apostrophes. */
export function quoted(text: string): string[] {
  return Array.from(foldQuotes(text).matchAll(/"([^"\n]+)"/gu), ([, inner = '']) => inner.trim());
}

function registerFunctions(env: Environment): void {
  const sync = { async: false };
  env.registerFunction('sum(list): double', sum, sync);
  env.registerFunction('mean(list): double', mean, sync);
  env.registerFunction('min(list): double', min, sync);
  env.registerFunction('max(list): double', max, sync);
  env.registerFunction('round(double, int): double', round, sync);
  env.registerFunction('round(int, int): double', round, sync);
  env.registerFunction('sentences(string, string): int', sentences, sync);
  env.registerFunction('hangul_share(string): double', hangulShare, sync);
  env.registerFunction('fold(string): string', fold, sync);
  env.registerFunction('quoted(string): list', quoted, sync);
}

function bareEnvironment(limits = { maxAstNodes: 5000, maxDepth: 60 }): Environment {
  const env = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    limits,
  });
  registerNumbers(env);
  registerFunctions(env);
  return env;
}

function withVariables(env: Environment): Environment {
  return env
    .registerVariable('input', 'map<string, string>')
    .registerVariable('facts', 'map')
    .registerVariable('output', 'map')
    .registerVariable('derived', 'map')
    .registerVariable('stated', 'map');
}

/** Where a rubric's expressions live: a few variables and nothing else. */
export const rubricEnvironment = withVariables(bareEnvironment());

/** The same, for expressions that were accepted there and now count their work: they have grown. */
export const countingEnvironment = withVariables(bareEnvironment({ maxAstNodes: 50_000, maxDepth: 600 }));
countingEnvironment.registerFunction('spent_turns(dyn): dyn', spendTurns, { async: false });
countingEnvironment.registerFunction('spent_text(dyn): dyn', spendText, { async: false });

/** The same language over nameless operands: for applying one operator to values already computed. */
export const operandNames = ['a0', 'a1', 'a2', 'a3'] as const;
export const operandEnvironment = operandNames.reduce(
  (env, name) => env.registerVariable(name, 'dyn'),
  bareEnvironment(),
);

import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { fold, hangulShare, max, mean, min, round, sentences, sum } from './functions';

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
}

function bareEnvironment(): Environment {
  const env = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 5000, maxDepth: 60 },
  });
  registerNumbers(env);
  registerFunctions(env);
  return env;
}

/** Where a rubric's expressions live: four variables and nothing else. */
export const rubricEnvironment = bareEnvironment()
  .registerVariable('input', 'map<string, string>')
  .registerVariable('facts', 'map')
  .registerVariable('output', 'map')
  .registerVariable('derived', 'map');

/** The same language over nameless operands: for applying one operator to values already computed. */
export const operandNames = ['a0', 'a1', 'a2', 'a3'] as const;
export const operandEnvironment = operandNames.reduce(
  (env, name) => env.registerVariable(name, 'dyn'),
  bareEnvironment(),
);

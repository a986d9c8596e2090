import type { ExpressionProblem } from '../rubric/program/failure';
import type { Case } from '../cases/case';
import type { NoRoom } from './cause';
import type { Fact, FindFacts, InputProblem } from '../rubric/facts';
import type { Mode } from './prompt/build-prompt';
import type { Rubric } from '../rubric/rubric';
import type { Asking, Judge, JudgeFailure, JudgeReply, JudgeRequest } from './judge';
import type { Spending } from './spending';
import { compileRubric, type RubricProgram } from '../rubric/program/compile-rubric';

export interface ReadyRubric {
  rubric: Rubric;
  program: RubricProgram;
  findFacts: FindFacts | null;
}

/** What the pipeline takes from the world: a source of random words, a clock, the build it belongs to. */
export interface World {
  random: () => string;
  now: () => Date;
  build: string;
}

type MayGoAgain = NonNullable<JudgeRequest['mayGoAgain']>;
export type Ask = (mayGoAgain: MayGoAgain) => Promise<JudgeReply | JudgeFailure>;
/** Puts a question when its turn has come. `more`: others about the same case follow at once, and keep the turn. */
export type InTurn = (ask: Ask, more?: boolean) => Promise<JudgeReply | JudgeFailure>;

/** What one question took. `free`: refused before any work. `resent`: it failed and is sent again. */
export interface CallSpending extends Spending {
  free: boolean;
  resent?: true;
}

export interface JudgeCaseOptions {
  judge: Judge;
  mode: Mode;
  tellFacts: boolean;
  asking?: Asking;
  /** Counted before: the question does not fit, and is not asked. */
  noRoom?: NoRoom;
  seed?: number;
  inTurn?: InTurn;
  onSpent?: (call: CallSpending) => void;
  onText?: (soFar: string) => void;
  /** Aborting it cancels; with `TimeUp` as its reason it ends the case as unscored instead. */
  signal: AbortSignal;
  world: World;
}

export interface CaseKnowledge {
  case: Case;
  facts: Fact[];
  problems: InputProblem[];
  /** Facts of the rubric that failed: what builds on them cannot be trusted. */
  broken: ExpressionProblem[];
}

/** Throws when the rubric's own expressions are wrong: its author must see that before any case is judged. */
export function prepareRubric(rubric: Rubric, findFacts: FindFacts | null): ReadyRubric {
  const compiled = compileRubric(rubric);
  if (compiled.ok) return { rubric, program: compiled.program, findFacts };
  const problems = compiled.problems.map(({ where, message }) => `${where}: ${message}`);
  throw new Error(`The rubric "${rubric.id}" has errors in its expressions. ${problems.join(' ')}`);
}

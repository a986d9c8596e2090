import type { DecidedField } from '../core/check/rubric-program';
import type { ObjectSchema } from '../core/model/output-schema';
import type { Path } from '../core/model/path';
import type { Prompt } from '../core/model/prompt';
import type { Validate } from '../core/model/reply';
import { drawBoundary } from '../core/prompt/boundary';
import { buildPrompt } from '../core/prompt/build-prompt';
import { portable } from '../core/shape/portable';
import { shrink } from '../core/shape/shrink';
import { validatorFor } from '../core/shape/validator';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './judge-case';

export interface Question {
  prompt: Prompt;
  /** What is asked for, exactly. */
  shape: ObjectSchema;
  portable: ReturnType<typeof portable>;
  validate: Validate;
}

export interface QuestionPlan {
  mode: 'rules-only' | 'model-alone' | 'assisted';
  /** Null when there is nothing to ask a model. */
  question: Question | null;
  /** Assisted: what the model is not asked for, since facts or other fields decide it. */
  notAsked: Path[];
}

/** What to ask in this mode: everything, or only what facts leave open. */
export function planQuestion(
  ready: ReadyRubric,
  knowledge: CaseKnowledge,
  decided: readonly DecidedField[],
  options: Pick<JudgeCaseOptions, 'judge' | 'mode' | 'tellFacts' | 'world'>,
): QuestionPlan {
  if (options.judge.kind === 'program') return { mode: 'rules-only', question: null, notAsked: [] };
  const { rubric, program } = ready;
  const assisted = options.mode === 'assisted';
  const settled = decided.flatMap((field) =>
    field.known.kind === 'value'
      ? { path: field.path, value: field.known.value, because: field.because }
      : [],
  );
  const notAsked = assisted ? [...settled.map((field) => field.path), ...program.computedPaths] : [];
  const shape = assisted ? shrink(rubric.output, notAsked) : rubric.output;
  if (shape === null) return { mode: options.mode, question: null, notAsked };

  const { input } = knowledge.case;
  const prompt = buildPrompt({
    rubric,
    input,
    shape,
    shapeVaries: assisted,
    ...(assisted ? { decided: settled } : {}),
    ...(assisted || options.tellFacts ? { facts: knowledge.facts } : {}),
    boundary: drawBoundary(Object.values(input), options.world.random),
  });
  return {
    mode: options.mode,
    notAsked,
    question: { prompt, shape, portable: portable(shape), validate: validatorFor(shape) },
  };
}

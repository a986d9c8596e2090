import type { DecidedField } from '../core/check/rubric-program';
import type { Path } from '../core/model/path';
import type { Prompt } from '../core/model/prompt';
import { drawBoundary } from '../core/prompt/boundary';
import { buildPrompt, type PromptParts } from '../core/prompt/build-prompt';
import { askedShape, type AskedShape } from './asked-shape';
import { planParts, type QuestionPart } from './plan-parts';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './ready-rubric';

/** What is asked about a case. In parts, the shape is that of all replies together and the prompt that of the first part. */
export interface Question extends AskedShape {
  prompt: Prompt;
  parts?: readonly QuestionPart[];
}

export interface QuestionPlan {
  mode: 'rules-only' | 'model-alone' | 'assisted';
  /** Null when there is nothing to ask a model. */
  question: Question | null;
  /** Assisted: what the model is not asked for, since facts or other fields decide it. */
  notAsked: Path[];
}

/** The plan for a case that is put to nobody. */
export function nothingToAsk({ judge, mode }: Pick<JudgeCaseOptions, 'judge' | 'mode'>): QuestionPlan {
  return { mode: judge.kind === 'program' ? 'rules-only' : mode, question: null, notAsked: [] };
}

/** What to ask in this mode: everything, or only what facts leave open; at once, or criterion by criterion. */
export function planQuestion(
  ready: ReadyRubric,
  knowledge: CaseKnowledge,
  decided: readonly DecidedField[],
  options: Pick<JudgeCaseOptions, 'judge' | 'mode' | 'tellFacts' | 'asking' | 'world'>,
): QuestionPlan {
  if (options.judge.kind === 'program') return nothingToAsk(options);
  const { rubric, program } = ready;
  const assisted = options.mode === 'assisted';
  const settled = decided.flatMap((field) =>
    field.known.kind === 'value'
      ? { path: field.path, value: field.known.value, because: field.because }
      : [],
  );
  const notAsked = assisted ? [...settled.map((field) => field.path), ...program.computedPaths] : [];
  const asked = askedShape(rubric.output, notAsked);
  if (asked === null) return { mode: options.mode, question: null, notAsked };

  const { input } = knowledge.case;
  const common: Omit<PromptParts, 'shape' | 'shapeVaries'> = {
    rubric,
    input,
    ...(assisted ? { decided: settled } : {}),
    ...(assisted || options.tellFacts ? { facts: knowledge.facts } : {}),
    boundary: drawBoundary(Object.values(input), options.world.random),
  };
  const parts = options.asking === 'criterion' ? planParts(rubric, notAsked, common) : [];
  const [first] = parts;
  const question: Question =
    first && parts.length > 1
      ? { ...asked, prompt: first.prompt(new Map()), parts }
      : { ...asked, prompt: buildPrompt({ ...common, shape: asked.shape, shapeVaries: assisted }) };
  return { mode: options.mode, notAsked, question };
}

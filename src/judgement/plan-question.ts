import type { DecidedField } from '../rubric/program/decide';
import type { Path } from '../rubric/path';
import { type Prompt, buildPrompt, type PromptParts, drawBoundary } from './prompt/build-prompt';
import { askedShape, type AskedShape } from './reply/validator';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './ready-rubric';
import type { Json } from '../kit/json';
import type { Rubric } from '../rubric/rubric';
import { leaves, splitByCriteria } from '../rubric/shape/fields';
import type { Judgement } from './judgement';

/** What is asked about a case. In parts, the shape is that of all replies together and the prompt that of the first part. */
export interface Question extends AskedShape {
  prompt: Prompt;
  parts?: readonly QuestionPart[];
}

export interface QuestionPlan {
  mode: 'rules-only' | 'model-alone' | 'assisted';
  question: Question | null;
  /** Assisted: what the model is not asked for, since facts or other fields decide it. */
  notAsked: Path[];
}

export function nothingToAsk({ judge, mode }: Pick<JudgeCaseOptions, 'judge' | 'mode'>): QuestionPlan {
  return { mode: judge.kind === 'program' ? 'rules-only' : mode, question: null, notAsked: [] };
}

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

export interface QuestionPart extends AskedShape {
  id: string;
  label: string;
  notAsked: readonly Path[];
  /** What belongs to no criterion, such as a total, rests on the criteria: it is asked last, and given what was said of them. */
  prompt: (said: ReadonlyMap<Path, Json>) => Prompt;
}

export function countParts(rubric: Rubric): number {
  return splitByCriteria(rubric).length;
}

/** The case is fenced by the same word in all of them: up to what they ask for they are the same text, which is read once. */
function planParts(
  rubric: Rubric,
  notAsked: readonly Path[],
  common: Omit<PromptParts, 'shape' | 'shapeVaries'>,
): QuestionPart[] {
  const fields = leaves(rubric.output).map(({ path }) => path);
  return splitByCriteria(rubric).flatMap(({ id, label, paths }) => {
    const others = fields.filter((path) => !paths.includes(path));
    const without = [...new Set([...notAsked, ...others])];
    const asked = askedShape(rubric.output, without);
    if (asked === null) return [];
    return {
      ...asked,
      id,
      label,
      notAsked: without,
      prompt: (said) => {
        const earlier = id === '' ? [...said].map(([path, value]) => ({ path, value })) : [];
        const part = { label: id === '' ? null : label, earlier };
        return buildPrompt({ ...common, shape: asked.shape, shapeVaries: true, part });
      },
    };
  });
}

export function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && other[same] === first[same]) same += 1;
    length = same;
  }
  return others.length === 0 ? first : first.slice(0, Math.max(0, first.lastIndexOf('\n\n', length)));
}

/** What all parts begin with once, then the rest of each. `prompts` are the parts as sent; the others are as they were planned. */
export function sentPrompt(
  { prompt: { shared, own }, parts }: Pick<Question, 'prompt' | 'parts'>,
  prompts: readonly string[] = [],
): NonNullable<Judgement['prompt']> {
  if (!parts) return { shared, own };
  const owns = casePrompts(parts).map((planned, index) => prompts[index] ?? planned);
  const start = commonStart(owns);
  const rests = parts.map(({ id, label }, index) => ({
    id,
    label,
    rest: (owns[index] ?? '').slice(start.length),
  }));
  return { shared, own: start, parts: rests };
}

export function casePrompts(parts: readonly QuestionPart[]): string[] {
  return parts.map(({ prompt }) => prompt(new Map()).own);
}

import type { Json } from '../core/model/json';
import type { Path } from '../core/model/path';
import type { Prompt } from '../core/model/prompt';
import type { Rubric } from '../core/model/rubric';
import { buildPrompt, type PromptParts } from '../core/prompt/build-prompt';
import { leaves } from '../core/shape/leaves';
import { splitByCriteria } from '../core/shape/split-by-criteria';
import { askedShape, type AskedShape } from './asked-shape';

/** One of several questions about a case. */
export interface QuestionPart extends AskedShape {
  /** The criterion's; empty for what belongs to none. */
  id: string;
  label: string;
  /** All places of the rubric's shape that it does not ask for. */
  notAsked: readonly Path[];
  /**
   * Criteria are judged each by itself. What belongs to none, such as a total or a summary, rests on them: it is asked last, and
   * told what was said of the others.
   */
  prompt: (said: ReadonlyMap<Path, Json>) => Prompt;
}

/** How many questions a case takes when each criterion is asked by itself. One: there is nothing to split. */
export function countParts(rubric: Rubric): number {
  return splitByCriteria(rubric).length;
}

/** The case is fenced by the same word in all of them: up to what they ask for they are the same text, which is read once. */
export function planParts(
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

/** What all of these texts begin with, up to the end of a section. */
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

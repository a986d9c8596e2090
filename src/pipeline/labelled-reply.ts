import { isComplete } from '../core/check/is-complete';
import type { DecidedField } from '../core/check/rubric-program';
import type { Json } from '../core/model/json';
import type { Path } from '../core/model/path';
import { assemble } from '../core/shape/assemble';
import { leaves } from '../core/shape/leaves';
import { project } from '../core/shape/project';
import type { AssessContext, GivenReply } from './assess-reply';
import type { ReadyRubric } from './ready-rubric';

/**
 * What a person labelled, as a reply to assess. Fields without a label stay undecided: the program's own findings are not put in
 * their place. Only what follows from the labels is computed.
 */
export function labelledReply(
  { rubric, program }: Pick<ReadyRubric, 'rubric' | 'program'>,
  decided: readonly DecidedField[],
  labels: ReadonlyMap<Path, Json>,
): { context: Pick<AssessContext, 'by' | 'decided' | 'notAsked' | 'complete'>; reply: GivenReply } {
  const output = assemble(rubric.output, labels);
  const complete = isComplete(rubric.output, { output, comparing: false }, () => program.computedPaths);
  const notAsked = program.computedPaths.filter((path) => !labels.has(path));
  if (!complete)
    notAsked.push(
      ...leaves(rubric.output).flatMap(({ path }) =>
        labels.has(path) || notAsked.includes(path) ? [] : [path],
      ),
    );
  return {
    context: {
      by: 'person',
      decided: complete ? decided : decided.filter(({ path }) => labels.has(path)),
      notAsked,
      complete,
    },
    reply: { output: project(rubric.output, output, notAsked), repairs: [] },
  };
}

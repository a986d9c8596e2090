import { fitsSchema } from '../../core/check/fits-schema';
import type { Case } from '../../core/model/case';
import type { Json } from '../../core/model/json';
import type { Judgement } from '../../core/model/judgement';
import { valueAt, type Path } from '../../core/model/path';
import { makeReceipt } from '../../core/receipt/make-receipt';
import { leaves } from '../../core/shape/leaves';
import { assessReply } from '../../pipeline/assess-reply';
import { noTokens } from '../../pipeline/count-tokens';
import { studyCase } from '../../pipeline/judge-case';
import { labelledReply } from '../../pipeline/labelled-reply';
import type { ReadyRubric, World } from '../../pipeline/ready-rubric';

export const personJudgeId = 'person';

export type Labels = Readonly<Record<Path, Json>>;

/** What a person's labels make of a case: they are fields like any judge's, checked and totalled in the same way. */
export function personJudgement(
  ready: ReadyRubric,
  subject: Case,
  labels: Labels,
  rater: string,
  world: Pick<World, 'now' | 'build'>,
): Judgement {
  const { facts, problems, broken } = studyCase(ready, subject);
  const { input } = subject;
  const { decided, broken: brokenRules } = ready.program.decide({ input, facts });
  const { fitting, misfits } = labelsByField(ready, labels);
  const { context, reply } = labelledReply(ready, decided, fitting);
  const allBroken = [...broken, ...brokenRules];
  const told = [
    ...allBroken.map(({ where, message }) => `Rubric error in ${where}: ${message}`),
    ...misfits.map(
      ({ path, value }) =>
        `The label of ${path} is not used: the rubric does not allow ${JSON.stringify(value)} there.`,
    ),
  ];
  return {
    caseId: subject.id,
    ...assessReply({ ready, input, facts, broken: allBroken, ...context }, reply),
    facts,
    problems: [...problems, ...told.map((message) => ({ input: '', message }))],
    attempts: [],
    prompt: null,
    receipt: makeReceipt({
      rubric: ready.rubric,
      question: null,
      case: subject,
      judge: personJudgeId,
      model: rater,
      mode: 'person',
      parameters: {},
      build: world.build,
      time: world.now().toISOString(),
      tokens: noTokens,
    }),
  };
}

/** A label may be of a single field, or of an object or a list that holds fields. */
function labelsByField(
  { rubric }: ReadyRubric,
  labels: Labels,
): { fitting: Map<Path, Json>; misfits: { path: Path; value: Json }[] } {
  const fitting = new Map<Path, Json>();
  const misfits: { path: Path; value: Json }[] = [];
  for (const { path, schema } of leaves(rubric.output)) {
    const value = labelAt(labels, path);
    if (value === undefined) continue;
    // A cell of digits was read as a number, though the field may want its text.
    const usable = [value, JSON.stringify(value)].find((each) => fitsSchema(schema, each));
    if (usable === undefined) misfits.push({ path, value });
    else fitting.set(path, usable);
  }
  return { fitting, misfits };
}

function labelAt(labels: Labels, path: Path): Json | undefined {
  if (Object.hasOwn(labels, path)) return labels[path];
  const holder = Object.keys(labels).find((candidate) => path.startsWith(`${candidate}.`));
  return holder === undefined ? undefined : valueAt(labels[holder], path.slice(holder.length + 1));
}

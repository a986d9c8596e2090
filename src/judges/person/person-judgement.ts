import { fitsSchema } from '../../rubric/shape/to-zod';
import type { Case } from '../../cases/case';
import type { Json } from '../../kit/json';
import type { Judgement } from '../../judgement/judgement';
import { valueAt, type Path } from '../../rubric/path';
import { makeReceipt } from '../../judgement/receipt';
import { leaves } from '../../rubric/shape/fields';
import { assessReply, labelledReply } from '../../judgement/reply-to-judgement';
import { noTokens } from '../../judgement/spending';
import { computeFacts } from '../../judgement/judge-case';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';

export const personJudgeId = 'person';

export type Labels = Readonly<Record<Path, Json>>;

/** A person's labels are fields like any judge's, checked and totalled in the same way. */
export function personJudgement(
  ready: ReadyRubric,
  subject: Case,
  labels: Labels,
  rater: string,
  world: Pick<World, 'now' | 'build'>,
): Judgement {
  const { facts, problems, broken } = computeFacts(ready, subject);
  const { input } = subject;
  const { decided, broken: brokenRules } = ready.program.decide({ input, facts });
  const { fitting, misfits } = labelsByField(ready, labels);
  const { context, reply } = labelledReply(ready, decided, fitting);
  const allBroken = [...broken, ...brokenRules];
  const errors = allBroken.map(({ where, message }) => `Rubric error in ${where}: ${message}`);
  return {
    caseId: subject.id,
    ...assessReply({ ready, input, facts, broken: allBroken, ...context }, reply),
    facts,
    problems: [...problems, ...[...errors, ...misfits].map((message) => ({ input: '', message }))],
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
): { fitting: Map<Path, Json>; misfits: string[] } {
  const fitting = new Map<Path, Json>();
  const misfits: string[] = [];
  for (const { path, schema } of leaves(rubric.output)) {
    const value = labelAt(labels, path);
    if (value === undefined) continue;
    // A cell of digits was read as a number, though the field may want its text.
    const text = JSON.stringify(value);
    const usable = [value, text].find((each) => fitsSchema(schema, each));
    if (usable === undefined)
      misfits.push(`The label of ${path} is not used: the rubric does not allow ${text} there.`);
    else fitting.set(path, usable);
  }
  return { fitting, misfits };
}

function labelAt(labels: Labels, path: Path): Json | undefined {
  if (Object.hasOwn(labels, path)) return labels[path];
  const holder = Object.keys(labels).find((candidate) => path.startsWith(`${candidate}.`));
  return holder === undefined ? undefined : valueAt(labels[holder], path.slice(holder.length + 1));
}

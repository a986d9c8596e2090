import type { Assessment, DecidedField } from '../core/check/rubric-program';
import type { Touched } from '../core/check/touched';
import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Path } from '../core/model/path';
import { project } from '../core/shape/project';
import { assessReply } from './compose-judgement';
import type { ReadyRubric } from './ready-rubric';

/** A rubric with its numbers turned, as `withKnobs` gives it; or any rubric as it is, of which nothing was touched. */
export interface Yardstick extends Pick<ReadyRubric, 'rubric' | 'program'> {
  touched?: Touched;
}

/**
 * A stored judgement by another yardstick: derived values, headline, checks and the fields that the program computes are
 * worked out anew from the stored reply and facts. Nobody is asked and nothing is written. What the judge claimed of
 * totals and verdicts stays compared with the rubric that it was given. Unscored stays unscored.
 */
export function reassess(yardstick: Yardstick, subject: Pick<Case, 'input'>, stored: Judgement): Judgement {
  if (stored.output === null) return stored;
  const { rubric, program } = yardstick;
  const { facts, receipt } = stored;
  const { decided, broken } = program.decide({ input: subject.input, facts });
  // Without a question the receipt has no prompt.
  const answered = receipt.prompt !== '';
  const notAsked =
    answered && receipt.mode === 'assisted' ? settledPaths(decided, program.computedPaths) : [];
  const assessed = assessReply(
    {
      ready: { rubric, program: { ...program, assess: (scope) => hold(program.assess(scope)) } },
      knowledge: { case: { id: stored.caseId, input: subject.input }, facts },
      decided,
      broken: [...brokenFacts(yardstick, stored), ...broken],
      notAsked,
    },
    answered
      ? {
          output: project(rubric.output, stored.output, notAsked),
          repairs: stored.repairs,
          expected: expectedIn(stored),
        }
      : null,
  );
  return { ...stored, ...assessed };

  function hold(assessment: Assessment): Assessment {
    return answered && yardstick.touched
      ? holdClaims(assessment, yardstick.touched, stored, new Set(notAsked))
      : assessment;
  }
}

function expectedIn({ fields }: Judgement): Map<Path, number> {
  return new Map(fields.flatMap(({ path, expected }) => (expected === undefined ? [] : [[path, expected]])));
}

function settledPaths(decided: readonly DecidedField[], computed: readonly Path[]): Path[] {
  return [...decided.flatMap(({ path, known }) => (known.kind === 'value' ? [path] : [])), ...computed];
}

/** Facts that could not be computed are not stored, and those that are stored undeclared are as wrong. */
function brokenFacts({ rubric }: Yardstick, { facts }: Judgement) {
  const declared = Object.keys(rubric.facts);
  const stored = facts.map(({ name }) => name);
  const unpaired = [
    ...declared.filter((name) => !stored.includes(name)),
    ...stored.filter((name) => !declared.includes(name)),
  ];
  return unpaired.map((name) => ({
    where: `facts.${name}`,
    expression: '',
    message: 'it was not computed when the case was judged',
  }));
}

/** Puts back what was said of the judge's own claims, which it made under the rubric as it was. */
function holdClaims(
  assessment: Assessment,
  touched: Touched,
  stored: Judgement,
  notAsked: ReadonlySet<Path>,
): Assessment {
  const held = new Set([...touched.rules].filter((path) => !notAsked.has(path)));
  const claims = [...touched.claims].filter(([, paths]) => paths.some((path) => !notAsked.has(path)));
  const heldChecks = new Set([...claims.map(([id]) => id), ...[...held].map((path) => `program:${path}`)]);
  const fieldAt = new Map(stored.fields.map((field) => [field.path, field]));
  const fresh = new Map(assessment.checks.map((check) => [check.id, check]));
  return {
    ...assessment,
    checks: stored.checks.flatMap((check) =>
      heldChecks.has(check.id) ? check : (fresh.get(check.id) ?? []),
    ),
    computed: assessment.computed.flatMap((field) => {
      if (!held.has(field.path)) return [field];
      const { programSays: known, because } = fieldAt.get(field.path) ?? {};
      const { because: _, ...rest } = field;
      return known === undefined ? [] : [{ ...rest, known, ...(because === undefined ? {} : { because }) }];
    }),
  };
}

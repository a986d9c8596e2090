import type { Assessment, AssessScope } from '../rubric/program/assess';
import type { AffectedByKnobs } from '../rubric/knobs/with-knobs';
import type { Case } from '../cases/case';
import type { CaseInput } from '../rubric/facts';
import type { Json, JsonObject } from '../kit/json';
import type { Judgement, Weighable } from './judgement';
import { canonicalJson } from '../kit/json';
import { computeFacts } from './judge-case';
import { caseHash } from './receipt';
import { unfoundPrefix, type CheckResult } from '../rubric/values';
import type { Path } from '../rubric/path';
import { wordUnfound } from '../rubric/rationale/check-rationales';
import { project } from '../rubric/shape/shrink';
import { assessReply, type AssessContext, type GivenReply, labelledReply } from './reply-to-judgement';
import type { ReadyRubric } from './ready-rubric';

/** A rubric with its numbers turned, as `withKnobs` gives it; or any rubric as it is, of which nothing was touched. */
export interface ReweighedRubric extends Pick<ReadyRubric, 'rubric' | 'program'> {
  touched?: AffectedByKnobs;
}

/**
 * A stored judgement by another yardstick: all that follows from the stored reply and facts is computed anew. What the judge
 * claimed of totals and verdicts stays compared with the rubric that it was given. Unscored stays unscored.
 */
export function reassess(
  yardstick: ReweighedRubric,
  subject: Pick<Case, 'input'>,
  stored: Weighable,
): Weighable {
  if (stored.output === null) return stored;
  const { rubric, program, touched } = yardstick;
  const { context, reply } = storedReply(yardstick, subject.input, { ...stored, output: stored.output });
  // The case and what the judge said of it stay as they were.
  const unfound = stored.checks
    .filter(({ id }) => id.startsWith(unfoundPrefix))
    .map((check) => wordUnfound(check, rubric.language));
  const ready = {
    rubric,
    program: { ...program, assess: (scope: AssessScope) => hold(program.assess({ ...scope, unfound })) },
  };
  return { ...stored, ...assessReply({ ...context, ready }, reply) };

  function hold(assessment: Assessment): Assessment {
    return reply !== null && touched
      ? holdClaims(assessment, touched, stored, new Set(context.notAsked))
      : assessment;
  }
}

/**
 * A judgement in the words of a rubric that says the same in another language. Where anything else would come out, as after an
 * edit of the case or with facts of another build, it stays as it is stored.
 */
export function inWordsOf(ready: ReadyRubric, subject: Case, stored: Judgement): Judgement {
  if (stored.receipt.case !== caseHash(ready.rubric, subject.input)) return stored;
  const { facts, problems } = computeFacts(ready, subject);
  const { prompt, attempts } = stored;
  const said = reassess(ready, subject, {
    ...stored,
    facts,
    problems: problems.length === stored.problems.length ? problems : stored.problems,
  });
  const { status, headline } = stored;
  const checks = checksInWords(said.checks, stored.checks);
  const same = canonicalJson([said.headline]) === canonicalJson([headline]);
  return checks && same ? { ...said, status, checks, prompt, attempts } : stored;
}

/** Null where they are others. A check of the language itself may judge the program's own words otherwise: what was found stays. */
function checksInWords(said: readonly CheckResult[], stored: readonly CheckResult[]): CheckResult[] | null {
  const found = new Map(said.map((check) => [check.id, check]));
  const checks = stored.flatMap((check): CheckResult[] => {
    const { title, ...fresh } = found.get(check.id) ?? check;
    if (fresh.outcome === check.outcome) return [{ ...fresh, title }];
    const hasMessage = check.outcome === 'failed' || check.outcome === 'broken';
    return hasMessage ? [] : [{ ...check, title, message: title }];
  });
  return checks.length === stored.length && said.length === stored.length ? checks : null;
}

function storedReply(
  yardstick: ReweighedRubric,
  input: CaseInput,
  stored: Pick<Weighable, 'facts' | 'receipt' | 'fields' | 'repairs'> & { output: JsonObject },
): { context: AssessContext; reply: GivenReply | null } {
  const { rubric, program } = yardstick;
  const { facts, fields, receipt, repairs } = stored;
  const { decided, broken } = program.decide({ input, facts });
  const allBroken = [...brokenFacts(yardstick, stored), ...broken];
  if (receipt.mode === 'person') {
    const labels = fields.flatMap(({ path, by, known }): [Path, Json][] =>
      by === 'person' && known.kind === 'value' ? [[path, known.value]] : [],
    );
    const { context, reply } = labelledReply(yardstick, decided, new Map(labels));
    return { context: { ready: yardstick, input, facts, broken: allBroken, ...context }, reply };
  }
  // Without a question the receipt has no prompt.
  const answered = receipt.prompt !== '';
  const settled = decided.flatMap(({ path, known }) => (known.kind === 'value' ? path : []));
  const notAsked = answered && receipt.mode === 'assisted' ? [...settled, ...program.computedPaths] : [];
  const expected = new Map(
    fields.flatMap(({ path, expected: mean }) => (mean === undefined ? [] : [[path, mean]])),
  );
  return {
    context: { ready: yardstick, input, facts, decided, broken: allBroken, notAsked },
    reply: answered ? { output: project(rubric.output, stored.output, notAsked), repairs, expected } : null,
  };
}

/** Facts that could not be computed are not stored, and those that are stored undeclared are as wrong. */
function brokenFacts({ rubric }: ReweighedRubric, { facts }: Pick<Weighable, 'facts'>) {
  const declared = Object.keys(rubric.facts);
  const stored = facts.map(({ name }) => name);
  const either = [...new Set([...declared, ...stored])];
  const unpaired = either.filter((name) => !(declared.includes(name) && stored.includes(name)));
  return unpaired.map((name) => ({
    where: `facts.${name}`,
    expression: '',
    message: 'it was not computed when the case was judged',
  }));
}

/** Puts back what was said of the judge's own claims, which it made under the rubric as it was. */
function holdClaims(
  assessment: Assessment,
  touched: AffectedByKnobs,
  stored: Weighable,
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

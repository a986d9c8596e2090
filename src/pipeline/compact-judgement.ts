import { isComplete } from '../core/check/is-complete';
import type { KnobReach } from '../core/check/knob-reach';
import type { Assessment, AssessScope, RubricProgram } from '../core/check/rubric-program';
import { stillAnswers } from '../core/check/stills';
import type { CaseInput } from '../core/model/case';
import { criterionPath } from '../core/model/criterion-path';
import type { CheckResult, Field, Status } from '../core/model/judgement';
import type { Path } from '../core/model/path';
import type { Rubric } from '../core/model/rubric';
import type { Digest } from '../core/model/run';
import type { Weighable } from '../core/model/weighable';
import { leaves } from '../core/shape/leaves';
import { digestOf } from '../core/stats/digest';
import { fieldReader, settleOutput, type SettledOutput } from './assess-reply';
import { storedReply } from './reassess';

/** What it takes to weigh a case anew, the same for all cases that would fare alike. */
export interface CompactCase {
  scope: AssessScope;
  /** Its status by all that stays as it is. */
  status: Status;
  /** Checks in their order: those that failed and stay so, and those whose outcome may change. */
  checks: readonly CompactCheck[];
  /** Where the program had something to say of what the judge filled. */
  claimed: readonly Path[];
}

type Grade = Pick<CheckResult, 'outcome' | 'severity'>;

export type CompactCheck =
  | ({ kind: 'failed'; id: string } & Grade)
  /** One of the rubric's. `stored` stands where it holds a claim of the judge against a number that is turned; null where nobody claimed. */
  | { kind: 'check'; id: string; stored: Grade | null }
  /** Judge and program on a field that the program computes: as stored where a turned number has a say in it, `fresh` elsewhere. */
  | { kind: 'comparison'; id: string; path: Path; stored: Grade; fresh: Grade | null };

export interface Compacted {
  /** What stays as it is. Of score, verdict, status and checks only what no number moves: weighing gives the others. */
  base: Digest;
  /** Null where nothing can change: there is no score. */
  compact: CompactCase | null;
}

export interface CompactTools {
  rubric: Rubric;
  reach: KnobReach;
  /** Of `reach.whole`. */
  program: RubricProgram;
}

/** Takes from a stored judgement what turning knobs can make use of. */
export function compactJudgement(tools: CompactTools, input: CaseInput, stored: Weighable): Compacted {
  const { rubric, reach, program } = tools;
  const { output } = stored;
  if (output === null) return { base: digestOf(rubric, stored), compact: null };
  const { context, reply } = storedReply({ rubric: reach.whole, program }, input, { ...stored, output });
  const settled = settleOutput({ ...context, wordless: true }, reply);
  const { scope, assessment } = settled;
  const comparisons = comparisonsIn(reach, scope, assessment, stored);
  const staying = stayingChecks(reach, settled, stored, comparisons);
  const fieldAt = fieldReader(
    { ...settled, assessment: { ...assessment, checks: staying } },
    reply?.expected,
  );
  const fields = fieldsIn(tools, settled, fieldAt);
  const isBroken = context.broken.length > 0 || assessment.broken.some(({ where }) => !moves(reach, where));
  const status = isBroken || staying.some(isContradiction) ? 'inconsistent' : statusOf(reach, stored, fields);
  const { headline } = assessment;
  return {
    base: digestOf(rubric, { ...stored, status, fields, checks: staying, headline }),
    compact: {
      scope: cutScope(reach, scope, assessment),
      status,
      checks: checksIn(
        reach,
        scope.comparing ? stored.checks : assessment.checks,
        scope,
        staying,
        comparisons,
      ),
      claimed: scope.comparing
        ? stored.fields.flatMap(({ path, programSays }) =>
            reach.places.has(path) && programSays !== undefined ? [path] : [],
          )
        : [],
    },
  };
}

type Comparisons = ReadonlyMap<string, Extract<CompactCheck, { kind: 'comparison' }>>;
type GradedCheck = Weighable['checks'][number];

/** Those that do not come to the same now as they did then. */
function comparisonsIn(
  { places }: KnobReach,
  { comparing }: AssessScope,
  assessment: Assessment,
  stored: Weighable,
): Comparisons {
  if (!comparing) return new Map();
  const found = [...places].flatMap((path): Extract<CompactCheck, { kind: 'comparison' }>[] => {
    const id = `program:${path}`;
    const then = stored.checks.find((check) => check.id === id);
    const now = assessment.checks.find((check) => check.id === id);
    if (!then) return [];
    const same = then.outcome === now?.outcome && then.severity === now.severity;
    return same
      ? []
      : [{ kind: 'comparison', id, path, stored: gradeOf(then), fresh: now ? gradeOf(now) : null }];
  });
  return new Map(found.map((comparison) => [comparison.id, comparison]));
}

/** Checks that no knob moves, as they come out today. After a reply only those that were made of it then. */
function stayingChecks(
  reach: KnobReach,
  { scope, assessment }: SettledOutput,
  stored: Weighable,
  comparisons: Comparisons,
): CheckResult[] {
  const staying = assessment.checks.filter(({ id }) => !reach.checks.has(id) && !comparisons.has(id));
  if (!scope.comparing) return staying;
  const fresh = new Map(staying.map((check) => [check.id, check]));
  return stored.checks.flatMap(({ id }) => fresh.get(id) ?? []);
}

/** The fields of criteria, and those that may be open: no other is asked for. */
function fieldsIn(
  { rubric, reach }: CompactTools,
  { leftOut }: SettledOutput,
  fieldAt: (path: Path) => Field | null,
): Field[] {
  const criteria = new Set(rubric.criteria.map(criterionPath));
  return leaves(reach.whole.output).flatMap(({ path }) =>
    criteria.has(path) || !leftOut(path) ? (fieldAt(path) ?? []) : [],
  );
}

/** Whether what breaks there is told anew each time. */
function moves({ has, stills }: KnobReach, where: string): boolean {
  return has(where) || stills.some(({ name }) => where === `derived.${name}`);
}

/** Without regard to fields that move: one of them may be decided next time. */
function statusOf({ places }: KnobReach, { repairs }: Weighable, fields: readonly Field[]): Status {
  if (repairs.length > 0) return 'repaired';
  return fields.some(({ by, path }) => by === 'nobody' && !places.has(path)) ? 'partial' : 'valid';
}

function checksIn(
  reach: KnobReach,
  order: readonly GradedCheck[],
  { comparing }: AssessScope,
  staying: readonly CheckResult[],
  comparisons: Comparisons,
): CompactCheck[] {
  const failing = new Map(staying.filter(isFailing).map((check) => [check.id, gradeOf(check)]));
  return order.flatMap((check): CompactCheck[] => {
    const { id } = check;
    if (reach.checks.has(id)) return [{ kind: 'check', id, stored: comparing ? gradeOf(check) : null }];
    const comparison = comparisons.get(id);
    if (comparison) return [comparison];
    const grade = failing.get(id);
    return grade === undefined ? [] : [{ kind: 'failed', id, ...grade }];
  });
}

function gradeOf({ outcome, severity }: Grade): Grade {
  return { outcome, severity };
}

function isContradiction({ outcome, severity }: Grade): boolean {
  return outcome === 'failed' && severity === 'error';
}

export function isFailing({ outcome }: Grade): boolean {
  return outcome === 'failed' || outcome === 'broken';
}

export function isError({ outcome, severity }: Grade): boolean {
  return outcome === 'broken' || (outcome === 'failed' && severity === 'error');
}

function cutScope(
  { reads, whole, stills, computed, isRead, cutOutput }: KnobReach,
  scope: AssessScope,
  seen: Assessment,
): AssessScope {
  const notAsked = new Set(scope.notAsked);
  return {
    input:
      reads.input === null
        ? scope.input
        : Object.fromEntries(Object.entries(scope.input).filter(([name]) => reads.input?.has(name))),
    facts: scope.facts.flatMap(({ name, value }) =>
      reads.facts === null || reads.facts.has(name) ? [{ name, value }] : [],
    ),
    output: { ...cutOutput(scope.output), ...stillAnswers(stills, seen.derived) },
    decided: scope.decided.flatMap(({ path, known }) => {
      const counts = !scope.comparing || notAsked.has(path);
      // A comparison with the judge stays as it was.
      return counts && isRead(path) ? [{ path, known, severity: 'error' as const, compare: false }] : [];
    }),
    comparing: scope.comparing,
    notAsked: [...notAsked].filter(isRead),
    complete: isComplete(whole.output, scope, () => computed),
  };
}

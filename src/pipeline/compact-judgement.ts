import { cutOutput } from '../core/check/cut-shape';
import { isComplete } from '../core/check/is-complete';
import type { KnobReach } from '../core/check/knob-reach';
import { overlaps } from '../core/check/range/gaps';
import type { Assessment, AssessScope, RubricProgram } from '../core/check/rubric-program';
import { stillAnswers } from '../core/check/stills';
import type { CaseInput } from '../core/model/case';
import type { CheckResult, Judgement, Status } from '../core/model/judgement';
import type { Path } from '../core/model/path';
import type { Rubric } from '../core/model/rubric';
import type { Digest } from '../core/model/run';
import { digestOf } from '../core/stats/digest';
import { reassess } from './reassess';

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
  /** What stays as it is. Score, verdict, status and checks in it are those of the case as it was. */
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

const untouched = { derived: new Set<string>(), rules: new Set<Path>(), claims: new Map<string, Path[]>() };

/** Takes from a stored judgement what turning knobs can make use of. */
export function compactJudgement(tools: CompactTools, input: CaseInput, stored: Judgement): Compacted {
  const { rubric, reach, program } = tools;
  const seen: Seen[] = [];
  const stillNames = new Set(reach.stills.map(({ name }) => `derived.${name}`));
  const assess = (scope: AssessScope): Assessment => {
    const assessment = program.assess(scope);
    const comparisons = comparisonsIn(reach, scope, assessment, stored);
    seen.push({ scope, assessment, comparisons });
    return {
      ...assessment,
      checks: assessment.checks.filter(({ id }) => !reach.checks.has(id) && !comparisons.has(id)),
      broken: assessment.broken.filter(({ where }) => !reach.has(where) && !stillNames.has(where)),
    };
  };
  const yardstick = { rubric: reach.whole, program: { ...program, assess }, touched: untouched };
  const still = reassess(yardstick, { input }, stored);
  const [once] = seen;
  return { base: digestOf(rubric, still), compact: once ? compactOf(reach, stored, still, once) : null };
}

interface Seen {
  scope: AssessScope;
  assessment: Assessment;
  comparisons: Comparisons;
}
type Comparisons = ReadonlyMap<string, Extract<CompactCheck, { kind: 'comparison' }>>;

/** Those that do not come to the same now as they did then. */
function comparisonsIn(
  { places }: KnobReach,
  { comparing }: AssessScope,
  assessment: Assessment,
  stored: Judgement,
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

function gradeOf({ outcome, severity }: CheckResult): Grade {
  return { outcome, severity };
}

function compactOf(
  reach: KnobReach,
  stored: Judgement,
  still: Judgement,
  { scope, assessment, comparisons }: Seen,
): CompactCase {
  const failing = new Map(still.checks.filter(isFailing).map((check) => [check.id, gradeOf(check)]));
  const order = scope.comparing ? stored.checks : assessment.checks;
  return {
    scope: cutScope(reach, scope, assessment),
    status: statusWithout(reach.places, still),
    checks: order.flatMap((check): CompactCheck[] => {
      const { id } = check;
      if (reach.checks.has(id))
        return [{ kind: 'check', id, stored: scope.comparing ? gradeOf(check) : null }];
      const comparison = comparisons.get(id);
      if (comparison) return [comparison];
      const grade = failing.get(id);
      return grade === undefined ? [] : [{ kind: 'failed', id, ...grade }];
    }),
    claimed: scope.comparing
      ? stored.fields.flatMap(({ path, programSays }) =>
          reach.places.has(path) && programSays !== undefined ? [path] : [],
        )
      : [],
  };
}

export function isFailing({ outcome }: Grade): boolean {
  return outcome === 'failed' || outcome === 'broken';
}

export function isError({ outcome, severity }: Grade): boolean {
  return outcome === 'broken' || (outcome === 'failed' && severity === 'error');
}

/** A field that moves may be decided next time. */
function statusWithout(places: ReadonlySet<Path>, { status, fields }: Judgement): Status {
  if (status !== 'partial') return status;
  return fields.some(({ by, path }) => by === 'nobody' && !places.has(path)) ? 'partial' : 'valid';
}

function cutScope(
  { reads, whole, stills, computed }: KnobReach,
  scope: AssessScope,
  seen: Assessment,
): AssessScope {
  const notAsked = new Set(scope.notAsked);
  const isRead = (path: Path) => [...reads.output].some((read) => overlaps(read, path));
  return {
    input:
      reads.input === null
        ? scope.input
        : Object.fromEntries(Object.entries(scope.input).filter(([name]) => reads.input?.has(name))),
    facts: scope.facts.flatMap(({ name, value }) =>
      reads.facts === null || reads.facts.has(name) ? [{ name, value, text: '', spans: [] }] : [],
    ),
    output: { ...cutOutput(whole.output, scope.output, reads.output), ...stillAnswers(stills, seen.derived) },
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

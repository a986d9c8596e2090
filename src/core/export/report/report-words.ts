import type { Cause } from '../../model/cause';
import type { CheckResult, Field, Receipt, Status } from '../../model/judgement';
import type { UnscoredReason } from '../../model/reply';

/** Words that the page has too. It hands them in, so that both call a thing by the same name. */
export interface PageWords {
  rubric: string;
  version: (version: string) => string;
  levels: string;
  parts: string;
  checksOfRubric: string;
  case: string;
  verdict: string;
  score: string;
  statusLabel: string;
  notJudged: string;
  undecided: string;
  none: string;
  yes: string;
  no: string;
  or: string;
  rulesOnly: string;
  unnamedModel: string;
  mode: Record<Receipt['mode'], string>;
  samples: {
    title: string;
    scored: (scored: number, all: number) => string;
    mean: string;
    spread: string;
    majority: string;
    tie: (values: string) => string;
    votes: (count: number, of: number) => string;
    lowHigh: (low: string, high: string) => string;
  };
  repairs: string;
  repair: (repair: string) => string;
  problems: string;
  criteria: string;
  by: Record<Field['by'], string>;
  rationale: string;
  expected: (mean: string) => string;
  expectedHint: string;
  computed: string;
  otherFields: string;
  noneFailed: string;
  severity: Record<CheckResult['severity'], string>;
  facts: string;
  theCase: string;
  missingTitle: string;
  empty: string;
  receipt: string;
  receiptFields: Record<keyof Receipt, string>;
  estimated: string;
  status: Record<Status, string>;
  statusMeaning: Record<Status, string>;
  reason: Record<UnscoredReason, string>;
  /** Null where what is told in English will do. */
  cause: ((cause: Cause) => string) | null;
}

/** The words that only the report has. */
export const english = {
  language: 'en',
  title: (rubric: string) => `${rubric}: judgements`,
  made: (time: string, build: string) => `Made by Assay ${build} on ${time}`,
  summary: 'Summary',
  nothingJudged: (all: number) =>
    all === 1 ? 'The one case has not been judged yet.' : `None of the ${all} cases has been judged yet.`,
  judged: (judged: number, all: number) => `${judged} of ${all} cases were judged.`,
  rulesOnlyAll: 'Rules only: no model was asked for any of these judgements.',
  byStatus: 'By status',
  mean: (value: string, max: string, count: number) =>
    `Mean score ${value}${max} over ${count} scored cases.`,
  tooFew: (count: number) =>
    count === 0 ? 'No case is scored, so there is no mean.' : `${count} scored cases: too few for a mean.`,
  passRate: (percent: string, met: number, count: number) =>
    `${percent} passed: ${met} of ${count} scored cases.`,
  passCount: (met: number, count: number) => `${met} of ${count} scored cases passed.`,
  neverMixed: 'Unscored and partial judgements enter no mean and no rate.',
  of: (max: number) => ` of ${max}`,
  verdicts: 'By verdict',
  distributions: 'Distributions',
  decidedIn: (decided: number, judged: number) => `Decided in ${decided} of ${judged} judged cases.`,
  criterionMean: (value: string, count: number) => `Mean ${value} over ${count} scored cases.`,
  share: (count: number, all: number) => `${count} of ${all}`,
  outside: (min: number, max: number) => `outside ${min}–${max}`,
  criterion: 'Criterion',
  cases: 'Cases',
  unreadable: 'Judged, but unreadable as it is stored',
  outdated: 'Outdated: the case was edited since',
  failedChecks: 'Failed checks',
  judgedBy: 'Judged by',
  person: (name: string) => `${name} (a person)`,
  stated: (value: string) => `The judge itself states ${value}, which is not what its parts come to.`,
  decidedBy: 'Decided by',
  programSays: (value: string) => `The program says ${value}.`,
  brokenCheck: 'Rubric error',
  otherChecks: (passed: number, open: number, skipped: number) =>
    `${passed} passed, ${open} cannot be decided yet, ${skipped} do not apply.`,
  found: 'quote found',
  missing: 'not in the text',
  source: 'where a fact was read',
  firstStands:
    'Means and majorities are over those alone. The first judgement with a score stands for the case everywhere else in this report.',
  backToCases: 'Back to the list of cases',
};

export type OwnWords = typeof english;
export type ReportWords = OwnWords & PageWords;

import { causeWords } from '../i18n/cause-words';
import type { Messages } from '../i18n/en';
import type * as Outlet from '../pipeline/outlet';

/** The page's own words for what a report speaks of too. */
export function pageWords(t: Messages, language: keyof typeof causeWords): Outlet.PageWords {
  const { judgement, results, run } = t;
  return {
    rubric: t.setup.rubric,
    version: t.rubrics.version,
    levels: judgement.levels,
    parts: judgement.parts,
    checksOfRubric: t.rubrics.checks,
    case: results.case,
    verdict: results.verdict,
    score: results.headline,
    statusLabel: results.status,
    notJudged: results.notJudged,
    undecided: judgement.undecided,
    none: judgement.neutral,
    yes: judgement.yes,
    no: judgement.no,
    or: judgement.or,
    rulesOnly: `${t.judge.rules}: ${t.judge.noModel}`,
    unnamedModel: t.paste.unnamed,
    mode: { 'rules-only': t.judge.rules, 'model-alone': t.mode.alone, assisted: t.mode.assisted },
    samples: {
      title: run.samplesTitle,
      scored: run.samplesScored,
      mean: run.mean,
      spread: run.spread,
      majority: run.majority,
      tie: run.tie,
      votes: run.votes,
      lowHigh: run.lowHigh,
    },
    repairs: judgement.repairs,
    repair: t.repair,
    problems: judgement.problems,
    criteria: judgement.criteria,
    by: judgement.decidedBy,
    rationale: judgement.rationale,
    computed: judgement.derived,
    otherFields: judgement.otherFields,
    noneFailed: judgement.checksNone,
    severity: judgement.severity,
    facts: judgement.facts,
    theCase: judgement.caseText,
    missingTitle: judgement.missingTitle,
    empty: judgement.empty,
    receipt: judgement.receipt,
    receiptFields: judgement.receiptFields,
    estimated: judgement.tokensEstimated,
    status: t.status,
    statusMeaning: t.statusMeaning,
    reason: t.reason,
    cause: causeWords[language],
  };
}

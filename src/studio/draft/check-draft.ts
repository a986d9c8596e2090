import { parseRubric } from '../../rubric/file/parse-rubric';
import type { ProblemWords } from '../../rubric/file/rubric-problem';
import { expressionProblems } from '../../rubric/program/compile-rubric';
import type { Finding, Proposal, ProposedRule } from '../import/proposal';
import { proposalToRubric, type OpenQuestion, type RubricChoices } from '../import/to-rubric';
import { draftOf, type Draft } from './draft';
import type { Edit } from './edit';
import { applyEdit } from './edits';

export interface DraftProblem extends ProblemWords {
  /** The key of the piece it is about; null where it is about none. */
  piece: string | null;
}

export interface CheckedDraft {
  /** The rubric file. It can be saved where nothing is open and there is no problem. */
  text: string;
  open: readonly OpenQuestion[];
  problems: readonly DraftProblem[];
}

export function checkDraft(
  { proposal, id, overall }: Pick<Draft, 'proposal' | 'id' | 'overall'>,
  choices: Pick<RubricChoices, 'version' | 'overallLabel'> = {},
): CheckedDraft {
  const { text, open } = proposalToRubric(proposal, { ...choices, id, overall });
  // A question says it better than what the parser makes of a gap.
  if (open.length > 0) return { text, open, problems: [] };
  const read = parseRubric(text, expressionProblems);
  const problems = read.ok
    ? []
    : read.problems.map(({ key, message, korean }) => ({ piece: pieceAt(key, proposal), message, korean }));
  return { text, open, problems };
}

/** `criteria[1].levels[0].at` → the key of that level. */
function pieceAt(place: string, { inputs, criteria, rules, examples }: Proposal): string | null {
  const [, list = '', index = '', rest = ''] = /^(\w+)\[(\d+)\](.*)$/.exec(place) ?? [];
  const number = Number(index);
  switch (list) {
    case 'inputs':
      return inputs[number]?.key ?? null;
    case 'examples':
      return examples.filter(({ given }) => given.trim() !== '')[number]?.key ?? null;
    case 'checks':
      return rules.filter((rule) => !isDerived(rule))[number]?.key ?? null;
    case 'criteria': {
      const criterion = criteria[number];
      const [, inner, place2 = ''] = /^\.(levels|parts)\[(\d+)\]/.exec(rest) ?? [];
      if (inner === 'levels') return criterion?.levels[Number(place2)]?.key ?? null;
      if (inner === 'parts') return criterion?.parts[Number(place2)]?.key ?? null;
      return criterion?.key ?? null;
    }
    default:
      return ruleAt(place, rules)?.key ?? null;
  }
}

/** `derived.total.value`, `decided.overall` and `decided["a.b"]` are both sides of one rule. */
function ruleAt(place: string, rules: readonly ProposedRule[]): ProposedRule | undefined {
  const [, name = ''] = /^derived\.(\w+)/.exec(place) ?? [];
  const [, quoted, plain = ''] = /^decided(?:\["(.+?)"\]|\.([\w.-]+))/.exec(place) ?? [];
  const path = quoted ?? plain;
  return rules.find(
    (rule) =>
      isDerived(rule) && (rule.id.replaceAll('-', '_') === name || (path !== '' && rule.path === path)),
  );
}

function isDerived({ kind }: ProposedRule): boolean {
  return kind === 'total' || kind === 'verdict';
}

const breaksRules = new Set<Edit['kind']>(['drop', 'field', 'input', 'add-input', 'criterion']);

/** The draft with one more edit, and without the rules that it breaks. */
export function editDraft(before: Draft, edit: Edit): Draft {
  const { proposal, ...draft } = applyEdit(before, edit);
  const made = { ...before.made, edits: [...before.made.edits, edit] };
  return { ...draft, made, proposal: breaksRules.has(edit.kind) ? withoutBrokenRules(proposal) : proposal };
}

/** A rule that the format cannot hold becomes a finding that says why. */
export function withoutBrokenRules(proposal: Proposal): Proposal {
  const { problems } = checkDraft(draftOf(proposal));
  const broken = proposal.rules.flatMap((rule) => {
    const problem = problems.find(({ piece }) => piece === rule.key);
    return problem ? [{ rule, problem }] : [];
  });
  if (broken.length === 0) return proposal;
  const gone = new Set(broken.map(({ rule }) => rule));
  const findings = broken.map(({ rule, problem }): Finding => ({
    key: `finding:${rule.key}`,
    kind: 'rule-not-held',
    about: [rule.title, problem.message, problem.korean],
    spans: rule.spans,
  }));
  // One that read the value of another may be broken now.
  return withoutBrokenRules({
    ...proposal,
    rules: proposal.rules.filter((rule) => !gone.has(rule)),
    findings: [...proposal.findings, ...findings],
  });
}

import type {
  Piece,
  Proposal,
  ProposedCriterion,
  ProposedField,
  ProposedInput,
  ProposedRule,
} from './proposal';
import type { Grader } from './unwrapped';

/** Adds what an evaluation tool states about the reply outside of the prompt. A shape that the prompt itself gives is kept. */
export function applyGrader(proposal: Proposal, grader: Grader): Proposal {
  if (proposal.reply === 'json') return withVerdict(proposal, grader);
  const name = proposal.criteria[0]?.label ?? proposal.title;
  const made = grader.kind === 'label' ? ofLabels(proposal, grader, name) : ofScore(proposal, grader, name);
  const findings = proposal.findings.filter(
    ({ kind }) =>
      kind !== 'no-format' && kind !== 'no-scale' && !(kind === 'no-inputs' && made.inputs.length > 0),
  );
  return withVerdict({ ...proposal, ...made, findings }, grader);
}

const stated = (key: string): Piece => ({ key, certainty: 'stated', spans: [] });
/** The tool does so for every prompt, and the text does not say it. */
const inferred = (key: string): Piece => ({ key, certainty: 'inferred', spans: [] });

type Made = Pick<Proposal, 'inputs' | 'fields' | 'criteria' | 'changes'>;

function ofLabels(
  { inputs, criteria, changes }: Proposal,
  { labels }: Extract<Grader, { kind: 'label' }>,
  name: string,
): Made {
  const defined = criteria.flatMap(({ levels }) => levels);
  const criterion: ProposedCriterion = {
    ...stated('criterion:label'),
    id: 'label',
    label: name,
    path: 'label',
    kind: 'choice',
    levels: labels.map((label) => {
      const level = defined.find(({ at }) => String(at).toLowerCase() === label.toLowerCase());
      return { ...stated(`level:label:${label}`), ...level, at: label, name: level?.name ?? label };
    }),
    parts: [],
  };
  const field: ProposedField = {
    ...stated('field:label'),
    path: 'label',
    type: 'string',
    nullable: false,
    enum: labels,
  };
  return { inputs, changes, fields: [field], criteria: [criterion] };
}

function ofScore(proposal: Proposal, grader: Exclude<Grader, { kind: 'label' }>, name: string): Made {
  const { inputs, source, criteria, changes } = proposal;
  const isRubric = grader.kind === 'llm-rubric';
  const piece = isRubric ? inferred : stated;
  const [minimum, maximum] = isRubric ? [0, 1] : (grader.range ?? []);
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  const score: ProposedField = {
    ...piece('field:score'),
    path: 'score',
    type: 'number',
    nullable: false,
    ...bounds,
  };
  const reason: ProposedField = { ...piece('field:reason'), path: 'reason', type: 'string', nullable: false };
  const pass: ProposedField = { ...piece('field:pass'), path: 'pass', type: 'boolean', nullable: false };
  const levels = (criteria[0]?.levels ?? []).filter(
    ({ at }) => maximum === undefined || (typeof at === 'number' && at <= maximum && at >= (minimum ?? 0)),
  );
  const criterion: ProposedCriterion = {
    ...piece('criterion:score'),
    id: 'score',
    label: name,
    path: 'score',
    kind: 'score',
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
    ...(isRubric && { rationale: 'reason' }),
    levels,
    parts: [],
  };
  if (!isRubric) return { inputs, changes, fields: [score], criteria: [criterion] };
  const end = { from: source.length, to: source.length };
  const output: ProposedInput = {
    ...inferred('input:output'),
    name: 'output',
    label: 'Output',
    kind: 'long',
    required: true,
    perRun: false,
    aliases: [],
    placeholders: [],
  };
  const shows = inputs.some(({ name: known }) => known === 'output');
  return {
    inputs: shows ? inputs : [...inputs, output],
    changes: shows ? changes : [...changes, { span: end, to: '\n\n{{output}}', why: 'tool-shows-output' }],
    fields: [reason, pass, score],
    criteria: [criterion],
  };
}

function withVerdict(proposal: Proposal, grader: Grader): Proposal {
  const rule = verdictOf(proposal, grader);
  return rule ? { ...proposal, rules: [...proposal.rules, rule] } : proposal;
}

function verdictOf({ fields, rules }: Proposal, grader: Grader): ProposedRule | null {
  if (rules.some(({ kind }) => kind === 'verdict')) return null;
  const verdict = { ...stated('rule:verdict'), id: 'verdict', kind: 'verdict', path: '' } as const;
  if (grader.kind === 'label') {
    if (grader.passing.length === 0 || !fields.some(({ path }) => path === 'label')) return null;
    const list = grader.passing.map((label) => JSON.stringify(label)).join(', ');
    return {
      ...verdict,
      title: `Verdict: ${grader.passing.join(', ')} → PASS`,
      expression: `output.label in [${list}] ? 'PASS' : 'FAIL'`,
    };
  }
  if (grader.threshold === undefined || !fields.some(({ path }) => path === 'score')) return null;
  return {
    ...verdict,
    title: `Verdict: score ≥ ${grader.threshold} → PASS`,
    expression: `output.score >= ${grader.threshold} ? 'PASS' : 'FAIL'`,
  };
}

import type {
  Piece,
  Proposal,
  ProposedCriterion,
  ProposedField,
  ProposedInput,
  ProposedRule,
} from '../proposal';
import type { Grader } from './unwrapped';

/** Adds what an evaluation tool states about the reply outside of the prompt. A shape that the prompt itself gives is kept. */
export function applyGrader(proposal: Proposal, grader: Grader): Proposal {
  const shown = withShown(proposal, grader.shows ?? []);
  const made = proposal.reply === 'json' ? shown : { ...shown, ...replyOf(shown, grader) };
  const rule = verdictOf(made, grader);
  return {
    ...made,
    rules: rule ? [...made.rules, rule] : made.rules,
    findings: made.findings.filter(({ kind }) => {
      if (kind === 'no-inputs') return made.inputs.length === 0;
      if (kind === 'no-scale')
        return made.criteria.some((one) => one.kind === 'score' && one.max === undefined);
      return kind !== 'no-format' || !(grader.labels ?? grader.checks ?? grader.score?.range);
    }),
  };
}

/** The file states it, but no words of the prompt do. */
const stated = (key: string): Piece => ({ key, certainty: 'stated', spans: [] });
/** The tool does so for every prompt. */
const inferred = (key: string): Piece => ({ key, certainty: 'inferred', spans: [] });

function withShown(proposal: Proposal, names: readonly string[]): Proposal {
  const { inputs, source, changes } = proposal;
  const missing = names.filter((name) => !inputs.some((input) => input.name === name));
  if (missing.length === 0) return proposal;
  const end = { from: source.length, to: source.length };
  const added = missing.map((name): ProposedInput => {
    const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
    const plain = { kind: 'long', required: true, perRun: false, aliases: [], placeholders: [] } as const;
    return { ...inferred(`input:${name}`), name, label, ...plain };
  });
  const to = missing.map((name) => `\n\n{{${name}}}`).join('');
  return {
    ...proposal,
    inputs: [...inputs, ...added],
    changes: [...changes, { span: end, to, why: 'tool-shows-input' }],
  };
}

type Reply = Pick<Proposal, 'fields' | 'criteria'>;

function replyOf({ criteria, title }: Proposal, { labels, score, checks }: Grader): Reply | null {
  const name = criteria[0]?.label ?? title;
  const defined = criteria.flatMap(({ levels }) => levels);
  if (checks) {
    return {
      fields: checks.map((_, index): ProposedField => {
        const path = `check_${index + 1}`;
        return { ...inferred(`field:${path}`), path, type: 'boolean', nullable: false };
      }),
      criteria: checks.map((check, index): ProposedCriterion => {
        const id = `check_${index + 1}`;
        const plain = { path: id, kind: 'choice', levels: [], parts: [] } as const;
        return { ...stated(`criterion:${id}`), id, label: check, ...plain };
      }),
    };
  }
  if (labels) {
    const levels = labels.map((label) => {
      const level = defined.find(({ at }) => String(at).toLowerCase() === label.toLowerCase());
      return { ...stated(`level:label:${label}`), ...level, at: label, name: level?.name ?? label };
    });
    return {
      fields: [{ ...stated('field:label'), path: 'label', type: 'string', nullable: false, enum: labels }],
      criteria: [
        {
          ...stated('criterion:label'),
          id: 'label',
          label: name,
          path: 'label',
          kind: 'choice',
          levels,
          parts: [],
        },
      ],
    };
  }
  if (!score) return null;
  const [min, max] = score.range ?? [criteria[0]?.min, criteria[0]?.max];
  const bounds = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  const scale = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const levels = criteria.length === 1 ? defined : [];
  return {
    fields: [{ ...stated('field:score'), path: 'score', type: 'number', nullable: false, ...bounds }],
    criteria: [
      {
        ...stated('criterion:score'),
        id: 'score',
        label: name,
        path: 'score',
        kind: 'score',
        ...scale,
        levels,
        parts: [],
      },
    ],
  };
}

function verdictOf({ fields, rules }: Proposal, { passing = [], score }: Grader): ProposedRule | null {
  if (rules.some(({ kind }) => kind === 'verdict')) return null;
  const verdict = { ...stated('rule:verdict'), id: 'verdict', kind: 'verdict', path: '' } as const;
  const has = (name: string): boolean => fields.some(({ path }) => path === name);
  if (passing.length > 0 && has('label')) {
    const list = passing.map((label) => JSON.stringify(label)).join(', ');
    const title = `PASS: ${passing.join(', ')}`;
    return { ...verdict, title, expression: `output.label in [${list}] ? 'PASS' : 'FAIL'` };
  }
  const threshold = score?.threshold;
  if (threshold === undefined || !has('score')) return null;
  const title = `PASS: score ≥ ${threshold}`;
  return { ...verdict, title, expression: `output.score >= ${threshold} ? 'PASS' : 'FAIL'` };
}

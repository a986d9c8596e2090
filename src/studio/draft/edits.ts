import type {
  PromptChange,
  Proposal,
  ProposedCriterion,
  ProposedField,
  ProposedInput,
} from '../import/proposal';
import { changeKey, type Draft } from './draft';
import type { Edit } from './edit';
import { isWithin, mentions, rename } from './expression-names';
import { renameField, withRenamedWords } from './rename-field';

type FieldChange = Extract<Edit, { kind: 'field' }>['change'];

const titled = (proposal: Proposal, title: string): Proposal => ({
  ...proposal,
  title,
  findings: proposal.findings.filter(({ kind }) => kind !== 'no-title'),
});

/** What was edited was looked at: it counts as confirmed. An edit that changes nothing gives the same draft. */
export function applyEdit(draft: Draft, edit: Edit): Draft {
  switch (edit.kind) {
    case 'confirm':
      return { ...draft, confirmed: [...new Set([...draft.confirmed, ...edit.keys])] };
    case 'title':
      return { ...draft, proposal: titled(draft.proposal, edit.title) };
    case 'id':
      return { ...draft, id: edit.id };
    case 'overall':
      return { ...draft, overall: edit.overall };
    case 'drop':
      return { ...draft, proposal: edit.keys.reduce(drop, draft.proposal) };
    case 'add-input':
      return seen(draft, `input:${edit.name}`, addInput(draft.proposal, edit.name));
    default:
      return seen(draft, edit.key, changeOne(draft.proposal, edit));
  }
}

function seen(draft: Draft, key: string, proposal: Proposal): Draft {
  return { ...draft, proposal, confirmed: [...new Set([...draft.confirmed, key])] };
}

function changeOne(proposal: Proposal, edit: Extract<Edit, { key: string }>): Proposal {
  switch (edit.kind) {
    case 'input':
      return changeInput(proposal, edit.key, edit.change);
    case 'field':
      return changeField(proposal, edit.key, edit.change);
    case 'criterion':
      return changeCriterion(proposal, edit.key, edit.change);
    case 'level': {
      const levels = (one: ProposedCriterion) => ({ ...one, levels: at(one.levels, edit.key, edit.change) });
      return { ...proposal, criteria: proposal.criteria.map(levels) };
    }
    case 'rule':
      return { ...proposal, rules: at(proposal.rules, edit.key, { title: edit.title }) };
    default:
      return proposal;
  }
}

function at<T extends { key: string }>(pieces: readonly T[], key: string, change: NoInfer<Partial<T>>): T[] {
  return pieces.map((piece) => (piece.key === key ? { ...piece, ...change } : piece));
}

function changeInput(
  proposal: Proposal,
  key: string,
  change: Extract<Edit, { kind: 'input' }>['change'],
): Proposal {
  const input = proposal.inputs.find((one) => one.key === key);
  if (!input) return proposal;
  const name = freeName(change.name ?? input.name, proposal.inputs, key);
  // Columns of the old name still find their input.
  const aliases = [input.name, ...input.aliases].filter(
    (alias, index, all) => alias !== name && all.indexOf(alias) === index,
  );
  const renamed = name === input.name ? {} : { name, aliases };
  const changed = {
    ...proposal,
    inputs: at(proposal.inputs, key, { ...change, name: input.name, ...renamed }),
  };
  return name === input.name ? changed : withInputRenamed(changed, input.name, name);
}

function withInputRenamed(proposal: Proposal, from: string, to: string): Proposal {
  const { rules, changes, cases } = proposal;
  return {
    ...proposal,
    rules: rules.map((rule) => ({ ...rule, expression: rename(rule.expression, 'input', from, to) })),
    changes: changes.map((one) => ({ ...one, to: one.to.replaceAll(`{{${from}}}`, `{{${to}}}`) })),
    cases: cases.map(({ [from]: value, ...others }) =>
      value === undefined ? others : { ...others, [to]: value },
    ),
  };
}

/** A name that the format can hold and no other input has. */
function freeName(wanted: string, inputs: readonly ProposedInput[], key: string): string {
  const taken = new Set(inputs.flatMap((one) => (one.key === key ? [] : [one.name])));
  const name = inputName(wanted);
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}

export function inputName(wanted: string): string {
  const plain = wanted
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  if (plain === '') return 'input';
  return /^\d/.test(plain) ? `input_${plain}` : plain;
}

/** The prompt mentions every input, so one that the text lacks is put at its end. */
function addInput(proposal: Proposal, wanted: string): Proposal {
  const { source, inputs, changes } = proposal;
  const name = freeName(wanted, inputs, '');
  const input: ProposedInput = {
    key: `input:${name}`,
    certainty: 'stated',
    spans: [],
    name,
    label: wanted,
    kind: 'long',
    required: true,
    perRun: false,
    aliases: [],
    placeholders: [],
  };
  const end = { from: source.trimEnd().length, to: source.length };
  const before = changes.find(({ why }) => why === 'added-input');
  const added: PromptChange = { span: end, to: `${before?.to ?? '\n'}\n{{${name}}}`, why: 'added-input' };
  return {
    ...proposal,
    inputs: [...inputs, input],
    changes: [...changes.filter((one) => one !== before), added],
  };
}

function changeField(proposal: Proposal, key: string, { name, ...change }: FieldChange): Proposal {
  if (name !== undefined) return renameField(proposal, key, name);
  const field = proposal.fields.find((one) => one.key === key);
  if (!field) return proposal;
  const next = fieldWith(field, change);
  return {
    ...proposal,
    fields: proposal.fields.map((one) => (one === field ? next : one)),
    criteria: proposal.criteria.map((one) => (one.path === field.path ? criterionFor(one, next) : one)),
  };
}

function fieldWith(field: ProposedField, change: Omit<FieldChange, 'name'>): ProposedField {
  const { enum: labels, minimum, maximum, ...rest } = { ...field, ...change };
  const isNumber = rest.type === 'integer' || rest.type === 'number';
  const values = labels?.filter((label) => (isNumber ? typeof label === 'number' : rest.type === 'string'));
  return {
    ...rest,
    ...(values && values.length > 0 && { enum: values }),
    ...(isNumber && typeof minimum === 'number' && { minimum }),
    ...(isNumber && typeof maximum === 'number' && { maximum }),
  };
}

/** A criterion is scored by a number and chosen by a label, whatever its field has become. */
function criterionFor(criterion: ProposedCriterion, field: ProposedField): ProposedCriterion {
  const { min: _, max: __, ...rest } = criterion;
  if (field.type !== 'integer' && field.type !== 'number') return { ...rest, kind: 'choice' };
  const { minimum, maximum } = field;
  return {
    ...rest,
    kind: 'score',
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  };
}

function changeCriterion(
  proposal: Proposal,
  key: string,
  change: Extract<Edit, { kind: 'criterion' }>['change'],
): Proposal {
  const { min, max } = change;
  const path = proposal.criteria.find((one) => one.key === key)?.path;
  const bounds = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  const fields = proposal.fields.map((one) =>
    one.path === path && one.enum === undefined ? { ...one, ...bounds } : one,
  );
  return { ...proposal, fields, criteria: at(proposal.criteria, key, change) };
}

/** What cannot be without it goes as well: what is in a field, and the criteria and rules that read it. */
function drop(proposal: Proposal, key: string): Proposal {
  const { inputs, fields, criteria, rules, examples, findings, changes } = proposal;
  const without = <T extends { key: string }>(pieces: readonly T[]) =>
    pieces.filter((one) => one.key !== key);
  const input = inputs.find((one) => one.key === key);
  const field = fields.find((one) => one.key === key);
  const rest: Proposal = {
    ...proposal,
    inputs: without(inputs),
    criteria: without(criteria).map((one) => ({
      ...one,
      levels: without(one.levels),
      parts: without(one.parts),
    })),
    rules: without(rules),
    examples: without(examples),
    findings: without(findings),
    changes: changes.filter((one) => changeKey(proposal, one) !== key),
  };
  if (input) return withoutInput(rest, input);
  return field ? withRenamedWords(withoutField(rest, field.path)) : rest;
}

/** Its words stay in the prompt, without the braces that would make them an input again. */
function withoutInput(proposal: Proposal, { name, placeholders }: ProposedInput): Proposal {
  const { source, rules, changes } = proposal;
  const literal = placeholders.flatMap((span): PromptChange[] => {
    const words = source.slice(span.from, span.to);
    const plain = words.replaceAll('{{', '{').replaceAll('}}', '}');
    return plain === words ? [] : [{ span, to: plain, why: 'doubled-braces' }];
  });
  const kept = changes.flatMap((one) => {
    const isAdded = one.why === 'added-input' || one.why === 'tool-shows-input';
    const to = one.to.replaceAll(`{{${name}}}`, isAdded ? '' : name);
    return isAdded && to.trim() === '' ? [] : [{ ...one, to }];
  });
  return {
    ...proposal,
    rules: rules.filter(({ expression }) => !mentions(expression, 'input', name)),
    changes: [...kept, ...literal],
  };
}

function withoutField(proposal: Proposal, path: string): Proposal {
  const { fields, criteria, rules } = proposal;
  const gone = (other: string | undefined) => other !== undefined && isWithin(other, path);
  return {
    ...proposal,
    fields: fields.filter((one) => !gone(one.path)),
    criteria: criteria
      .filter((one) => !gone(one.path))
      .map(({ rationale, ...one }) => ({
        ...one,
        parts: one.parts.filter((part) => !gone(part.path)),
        ...(rationale !== undefined && !gone(rationale) && { rationale }),
      })),
    rules: rules.filter((one) => !gone(one.path) && !mentions(one.expression, 'output', path)),
  };
}

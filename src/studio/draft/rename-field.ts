import type { Json } from '../../kit/json';
import type { PromptChange, Proposal, ProposedField, Span } from '../import/proposal';
import { isWithin, rename } from './expression-names';

/** The last step of a path: what the key is called in the reply. A place of a list has no name. */
function keyOf(path: string): string | null {
  const last = path.slice(path.lastIndexOf('.') + 1);
  return /^\d+$|\]$/.test(last) ? null : last;
}

/** Its name in the prompt. A field keeps its first path in `key`, whatever it is renamed to. */
function wordOf({ key, written }: ProposedField): string | null {
  return written ?? firstKeyOf(key);
}
function firstKeyOf(key: string): string | null {
  return keyOf(key.slice('field:'.length));
}

/** How deep a field stands in the reply, and what it is called there. A place of a list has no name of its own. */
export function placeOf({ key, path, written }: ProposedField) {
  const steps = path.replaceAll('[]', '.[]').split('.');
  const name = steps.at(-1) ?? path;
  return {
    depth: steps.length - 1,
    name: keyOf(path) === firstKeyOf(key) ? (written ?? name) : name,
    isPlace: keyOf(path) === null,
  };
}

/** A key of the reply under another name: what is in it, what reads it and the prompt's words follow. */
export function renameField(proposal: Proposal, key: string, wanted: string): Proposal {
  const field = proposal.fields.find((one) => one.key === key);
  const name = wanted.replaceAll(/\W+/g, '_').replaceAll(/^_+|_+$|^\d+/g, '');
  if (!field || keyOf(field.path) === null || name === '') return proposal;
  const from = field.path;
  const to = from.slice(0, from.lastIndexOf('.') + 1) + name;
  if (proposal.fields.some(({ path }) => path === to)) return proposal;
  const moved = (path: string) => (isWithin(path, from) ? to + path.slice(from.length) : path);
  return withRenamedWords({
    ...proposal,
    fields: proposal.fields.map((one) => ({ ...one, path: moved(one.path) })),
    criteria: proposal.criteria.map((one) => ({
      ...one,
      path: moved(one.path),
      ...(one.rationale !== undefined && { rationale: moved(one.rationale) }),
      parts: one.parts.map((part) => ({ ...part, path: moved(part.path) })),
    })),
    rules: proposal.rules.map((rule) => ({
      ...rule,
      path: moved(rule.path),
      expression: rename(rule.expression, 'output', from, to),
    })),
    examples: proposal.examples.map(({ reply, ...one }) => ({
      ...one,
      ...(reply && { reply: renamedIn(reply, from.split('.'), name) }),
    })),
    findings: proposal.findings.map((one) => ({ ...one, about: one.about.map(moved) })),
    changes: proposal.changes.map((one) =>
      one.why === 'reply-as-json' ? { ...one, to: one.to.replaceAll(`\`${from}\``, `\`${to}\``) } : one,
    ),
  });
}

type Reply = Readonly<Record<string, Json>>;

function renamedIn(reply: Reply, [step = '', ...rest]: readonly string[], name: string): Reply {
  const entries = Object.entries(reply).map(([key, value]): [string, Json] => {
    if (key !== step.replace('[]', '')) return [key, value];
    return rest.length === 0 ? [name, value] : [key, renamedBelow(value, rest, name)];
  });
  return Object.fromEntries(entries);
}
function renamedBelow(value: Json, steps: readonly string[], name: string): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return renamedIn(value, steps, name);
  // A place of a list is a step of its own; all entries of a list are none.
  const [step = '', ...rest] = steps;
  if (!/^\d+$/.test(step)) return value.map((item) => renamedBelow(item, steps, name));
  return value.map((item, index) => (String(index) === step ? renamedBelow(item, rest, name) : item));
}

/** The prompt must ask for the names that the reply has now. Where the reply is reshaped it names none itself. */
export function withRenamedWords(proposal: Proposal): Proposal {
  const { source, fields, inputs, reply } = proposal;
  const others = proposal.changes.filter(({ why }) => why !== 'renamed-field' && why !== 'plain-key');
  const kept = [...inputs.flatMap(({ placeholders }) => placeholders), ...others.map(({ span }) => span)];
  const free = ({ from, to }: Span) => !kept.some((span) => from < span.to && span.from < to);
  const renamed = fields.flatMap((field): PromptChange[] => {
    const word = wordOf(field);
    const to = keyOf(field.path);
    if (reply === 'reshaped' || word === null || to === null || to === word) return [];
    const isOnly = fields.every((one) => wordOf(one) !== word || keyOf(one.path) === to);
    const why = to === firstKeyOf(field.key) ? 'plain-key' : 'renamed-field';
    return wordSpans(source, word, isOnly ? null : field.spans)
      .filter(free)
      .map((span) => ({ span, to, why }));
  });
  const places = new Set<number>();
  const first = renamed.filter(({ span }) => !places.has(span.from) && places.add(span.from));
  return { ...proposal, changes: [...others, ...first] };
}

/** Where a key stands: in quotes anywhere, or as a bare word that can be nothing but a key. */
function wordSpans(source: string, word: string, within: readonly Span[] | null): Span[] {
  const plain = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const isName = /[a-z]_[a-z]|[a-z][A-Z]/.test(word);
  const pattern = isName ? `(?<![\\w.])${plain}(?!\\w)` : `(?<=["'\`“])${plain}(?=["'\`”])`;
  const found = [...source.matchAll(new RegExp(pattern, 'gu'))].map(({ index }) => ({
    from: index,
    to: index + word.length,
  }));
  if (!within) return found;
  // Others have the same name: only where this one was read.
  return within.flatMap((span) => found.find(({ from, to }) => from >= span.from && to <= span.to) ?? []);
}

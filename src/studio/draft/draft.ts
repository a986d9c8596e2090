import type { Overall } from '../import/rules/overall';
import type { Certainty, Finding, Piece, Proposal, Span } from '../import/proposal';
import type { Edit } from './edit';
import { slugOf } from '../import/to-rubric';

/** A proposal with what a person decided about it. Never changed in place: each edit gives another one. */
export interface Draft {
  proposal: Proposal;
  /** Of the rubric that it becomes. */
  id: string;
  /** Keys of pieces that a person has looked at. */
  confirmed: readonly string[];
  /** What is shown as the result; null: as the text says, or the first criterion. */
  overall: Overall | null;
  /** Of which text, of which of its prompts, and by what. It can be made again. */
  made: { text: string; choice: number; edits: readonly Edit[] };
}

export function draftOf(proposal: Proposal, text = proposal.source, choice = 0): Draft {
  const made = { text, choice, edits: [] };
  return { proposal, id: slugOf(proposal.title), confirmed: [], overall: null, made };
}

/** A piece as lists name it: findings and changes to the prompt are pieces here too. */
export interface NamedPiece {
  key: string;
  label: string;
  certainty?: Certainty;
  spans: readonly Span[];
}

export function piecesOf(proposal: Proposal): NamedPiece[] {
  const { inputs, fields, criteria, rules, examples, findings } = proposal;
  return [
    ...inputs.map((one) => named(one, one.label)),
    ...fields.map((one) => named(one, one.written ?? one.path)),
    ...criteria.flatMap((one) => [
      named(one, one.label),
      ...one.parts.map((part) => named(part, `${one.label}: ${part.label}`)),
      ...one.levels.map((level) => named(level, `${one.label}: ${levelName(level.at)}`)),
    ]),
    ...rules.map((one) => named(one, one.title)),
    ...examples.map((one) => named(one, one.title)),
    ...findings.map(({ key, spans, about }) => ({ key, spans, label: about.join(', ') })),
    ...changesOf(proposal).map(({ key, spans, to }) => ({ key, spans, label: to })),
  ];
}

function named({ key, certainty, spans }: Piece, label: string): NamedPiece {
  return { key, certainty, spans, label };
}

type Change = Proposal['changes'][number];

/** The same words that become the same are one change. */
export function changeKey({ source }: Proposal, { span, to, why }: Change): string {
  return `change:${why}:${source.slice(span.from, span.to)}:${to}`;
}

export interface NamedChange extends Pick<Change, 'why' | 'to'> {
  key: string;
  from: string;
  spans: readonly Span[];
}

export function changesOf(proposal: Proposal): NamedChange[] {
  const found = new Map<string, NamedChange>();
  for (const change of proposal.changes) {
    const { span, why, to } = change;
    const key = changeKey(proposal, change);
    const from = proposal.source.slice(span.from, span.to);
    const spans = [...(found.get(key)?.spans ?? []), ...(from === '' ? [] : [span])];
    found.set(key, { key, why, from, to, spans });
  }
  return [...found.values()];
}

/** `3`, `3–4`, `PASS`. */
export function levelName(at: number | readonly [number, number] | string | boolean): string {
  return typeof at === 'object' ? `${at[0]}–${at[1]}` : String(at);
}

/** Guesses that nobody has looked at yet. What belongs to a guessed criterion is confirmed with it. */
export function openGuesses({ proposal, confirmed }: Draft): { piece: NamedPiece; keys: string[] }[] {
  const open = piecesOf(proposal).filter(
    ({ key, certainty }) => certainty === 'guessed' && !confirmed.includes(key),
  );
  const own = new Map(
    proposal.criteria.map(({ key, path, rationale, levels, parts }) => {
      const fields = proposal.fields.filter((one) => one.path === path || one.path === rationale);
      return [key, [...fields, ...levels, ...parts].map((one) => one.key)];
    }),
  );
  const openKeys = new Set(open.map(({ key }) => key));
  const within = new Set([...own].flatMap(([key, keys]) => (openKeys.has(key) ? keys : [])));
  return open.flatMap((piece) => {
    const along = (own.get(piece.key) ?? []).filter((key) => openKeys.has(key));
    return within.has(piece.key) ? [] : [{ piece, keys: [piece.key, ...along] }];
  });
}

/** Questions say these better. */
const asked = new Set<Finding['kind']>(['no-inputs', 'no-format', 'no-scale', 'no-overall']);
/** These say the same of several. */
const alike = new Set<Finding['kind']>([
  'levels-gap',
  'levels-overlap',
  'levels-equal',
  'high-is-bad',
  'not-mapped',
]);

export interface FindingGroup extends Finding {
  /** Of all that say it. */
  keys: readonly string[];
}

function called(name: string, criteria: Proposal['criteria']): string {
  return criteria.find(({ path }) => path === name)?.label ?? name;
}

/** One line for each thing that is found, whatever it is found in. Criteria are called by their label. */
export function findingsOf({ findings, criteria }: Proposal): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings.filter(({ kind }) => !asked.has(kind))) {
    const { key, kind } = finding;
    const about = finding.about.map((name) => called(name, criteria));
    const same = alike.has(kind) ? `${kind}:${about.slice(1).join()}` : key;
    const before = groups.get(same);
    const [first = '', ...rest] = about;
    groups.set(
      same,
      before
        ? { ...before, keys: [...before.keys, key], about: [`${before.about[0] ?? ''}, ${first}`, ...rest] }
        : { ...finding, keys: [key], about },
    );
  }
  return [...groups.values()];
}

/** What is found about a piece, which a finding names by its label, path or title. */
export function findingsAbout({ findings, criteria }: Proposal, names: readonly string[]): Finding[] {
  return findings
    .filter(({ kind, about }) => !asked.has(kind) && names.includes(about[0] ?? ''))
    .map((one) => ({ ...one, about: one.about.map((name) => called(name, criteria)) }));
}

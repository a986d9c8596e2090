import type { Overall } from '../import/rules/overall';
import type { Certainty, Piece, Proposal, ProposedField, Span } from '../import/proposal';
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
}

export function draftOf(proposal: Proposal): Draft {
  return { proposal, id: slugOf(proposal.title), confirmed: [], overall: null };
}

/** A piece as lists name it: findings and changes to the prompt are pieces here too. */
export interface NamedPiece {
  key: string;
  label: string;
  certainty?: Certainty;
  spans: readonly Span[];
}

export function piecesOf(proposal: Proposal): NamedPiece[] {
  const { inputs, fields, criteria, rules, examples, findings, changes } = proposal;
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
    ...changes.map((one) => ({ key: changeKey(one), spans: [one.span], label: one.to })),
  ];
}

function named({ key, certainty, spans }: Piece, label: string): NamedPiece {
  return { key, certainty, spans, label };
}

export function changeKey({ span, why }: Proposal['changes'][number]): string {
  return `change:${why}:${span.from}`;
}

/** `3`, `3–4`, `PASS`. */
export function levelName(at: number | readonly [number, number] | string | boolean): string {
  return typeof at === 'object' ? `${at[0]}–${at[1]}` : String(at);
}

/** Guesses that nobody has looked at yet. */
export function openGuesses({ proposal, confirmed }: Draft): number {
  const seen = new Set(confirmed);
  return piecesOf(proposal).filter(({ key, certainty }) => certainty === 'guessed' && !seen.has(key)).length;
}

/** How deep a field stands in the reply, and what it is called there. */
export function placeOf({ path, written }: ProposedField): { depth: number; name: string } {
  const steps = path.replaceAll('[]', '.[]').split('.');
  const name = steps.at(-1) ?? path;
  return { depth: steps.length - 1, name: written ?? name };
}

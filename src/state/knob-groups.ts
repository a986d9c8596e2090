import { knobSources, knobsOf, type Knob } from '../core/check/knobs';
import { headlineSources } from '../core/compare/headline-sources';
import type { Rubric } from '../core/model/rubric';

/** The numbers of one expression. */
export interface KnobGroup {
  /** As `Knob.where`. */
  where: string;
  label: string;
  knobs: readonly Knob[];
  /** Whether the score or the verdict rests on it. */
  counts: boolean;
}

/** In the order of the rubric, those that have a say in score or verdict first. */
export function knobGroups(rubric: Rubric): KnobGroup[] {
  const { score, verdict } = headlineSources(rubric);
  const used = new Set([...score.derived, ...verdict.derived].map((name) => `derived.${name}`));
  const knobs = knobsOf(rubric);
  const groups = knobSources(rubric).map(({ where, label }) => ({
    where,
    label,
    knobs: knobs.filter((knob) => knob.where === where),
    counts: used.has(where) || where.startsWith('headline.'),
  }));
  const turnable = groups.filter((group) => group.knobs.length > 0);
  return turnable.toSorted((one, other) => Number(other.counts) - Number(one.counts));
}

/** The expression behind a group, as the rubric file has it. */
export function expressionOf(rubric: Rubric, where: string): string {
  return knobSources(rubric).find((source) => source.where === where)?.source ?? '';
}

import type { Weighable } from './judgement';
import type { Path } from '../rubric/path';
import { criterionPath, type Criterion, type Level, type Rubric } from '../rubric/rubric';
import { canonicalJson, type Json } from '../kit/json';
import { boundsOf, type Field, type Headline, type Known } from '../rubric/values';
import { levelStates } from '../rubric/view/rubric-view';

type Explained = Pick<Weighable, 'fields' | 'headline' | 'derived'>;

export function numberOf(known: Known | undefined): number | null {
  return known?.kind === 'value' && typeof known.value === 'number' ? known.value : null;
}

export function sameJson(one: Json, other: Json): boolean {
  return one === other || (typeof one === 'object' && canonicalJson(one) === canonicalJson(other));
}

/** Binary fractions spoil the last digits of a sum. */
function isClose(one: Json, other: Json): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < 1e-9;
  return sameJson(one, other);
}

/** Whether a value that was stated cannot be true. */
export function differs(known: Known | undefined, stated: Headline['statedValue']): boolean {
  if (known === undefined || stated === undefined) return false;
  switch (known.kind) {
    case 'value':
      return !isClose(known.value, stated);
    case 'range':
      return typeof stated === 'number' && (stated < known.min || stated > known.max);
    case 'one-of':
      return !known.values.some((value) => isClose(value, stated));
    default:
      return false;
  }
}

/** What can be upheld of a field: the facts' word where the judge's contradicts it. */
export function upheld(field: Field | undefined): Known {
  if (!field) return { kind: 'undecided' };
  return field.contradicted && field.programSays ? field.programSays : (field.open ?? field.known);
}

/** What can be upheld of a criterion: the sum of what can be upheld of its parts, where they make it up. */
export function upheldScore(criterion: Criterion, fieldAt: ReadonlyMap<Path, Field>): Known {
  const own = upheld(fieldAt.get(criterionPath(criterion)));
  const { parts, max } = criterion;
  if (parts.length === 0 || sum(parts.map((part) => part.max)) !== max) return own;
  const bounds = parts.map(({ score }) => boundsOf(upheld(fieldAt.get(score))));
  const low = sum(bounds.map((bound) => bound?.min ?? null));
  const high = sum(bounds.map((bound) => bound?.max ?? null));
  if (low === null || high === null) return own;
  return low === high ? { kind: 'value', value: low } : { kind: 'range', min: low, max: high };
}

export interface ChainStep {
  step: 'claims' | 'average' | 'gives' | 'scores' | 'sections' | 'parts' | 'facts';
  known: Known;
  /** How many sections or scores are added up. */
  count: number;
}

/** The criterion whose own score stands for the number of the headline: a verdict then tells more than it does. */
export function headCriterion({ criteria, headline }: Rubric): Criterion | undefined {
  return criteria.find((criterion) => headline.value === `output.${criterionPath(criterion)}`);
}

/** Where the scale of the headline starts: where that of a criterion does which it is, or whose mean it is. */
export function headStart({ criteria, headline }: Rubric): number {
  const alike = criteria.filter(({ max }) => max !== undefined && max === headline.max);
  return alike.length === 0 ? 0 : Math.min(...alike.map(({ min }) => min));
}

/** Where the verdict turns, if its rule compares the number of the headline with one other; null where it is not that plain. */
export function passMark({ derived, headline }: Rubric): number | null {
  const { value, verdict = '' } = headline;
  const rule = derived[/^derived\.(\w+)$/.exec(verdict)?.[1] ?? ''];
  const source = typeof rule === 'object' ? rule.value : (rule ?? verdict);
  const [, ...after] = source.split(value);
  const marks = after.flatMap((text) => /^\s*(?:<|>=)\s*(\d+(?:\.\d+)?)/.exec(text)?.[1] ?? []);
  const [mark, ...others] = new Set(marks.map(Number));
  return others.length === 0 ? (mark ?? null) : null;
}

/** From what the judge claims to what can be upheld; only the steps at which the figure changes. */
export function chainOf(rubric: Rubric, { fields, headline, derived }: Explained): ChainStep[] {
  if (!headline) return [];
  const { criteria } = rubric;
  const count = criteria.length;
  const fieldAt = new Map(fields.map((field) => [field.path, field]));
  const head = headCriterion(rubric);
  const own = head && fieldAt.get(criterionPath(head));
  const computed = derived[/^derived\.(\w+)$/.exec(rubric.headline.value)?.[1] ?? ''];
  const given = own?.by === 'model' || own?.by === 'person' ? own.known : computed;
  const steps: ChainStep[] = [];
  const add = (step: ChainStep['step'], known: Known | null | undefined): void => {
    if (!known || known.kind === 'undecided' || known.kind === 'error') return;
    const last = steps.at(-1)?.known;
    if (last && JSON.stringify(last) === JSON.stringify(known)) return;
    steps.push({ step, known, count });
  };
  const { statedValue } = headline;
  if (statedValue === undefined) {
    const isMean = criteria.every(({ max }) => max === rubric.headline.max);
    if (given?.kind === 'value') add(head ? 'scores' : isMean ? 'average' : 'gives', given);
  } else {
    add('claims', { kind: 'value', value: statedValue });
    const scores = criteria.map((criterion) => numberOf(fieldAt.get(criterionPath(criterion))?.known));
    const parts = criteria.map((criterion, index) => partsOf(criterion, fieldAt) ?? scores[index] ?? null);
    const adding = sum(criteria.map(({ max = null }) => max)) === rubric.headline.max;
    if (adding && count > 1) add('sections', valueOf(sum(scores)));
    if (adding) add('parts', valueOf(sum(parts)));
  }
  if (steps.length > 0) add('facts', headline.value);
  return steps.length > 1 ? steps : [];
}

/** Null where the parts do not make up the criterion, or one of them is open. */
function partsOf({ parts, max }: Criterion, fieldAt: ReadonlyMap<Path, Field>): number | null {
  if (parts.length === 0 || sum(parts.map((part) => part.max)) !== max) return null;
  return sum(parts.map(({ score }) => numberOf(fieldAt.get(score)?.known)));
}

function sum(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce<number | null>(
    (all, one) => (all === null || one === null ? null : Math.round((all + one) * 1e6) / 1e6),
    0,
  );
}

function valueOf(number: number | null): Known | null {
  return number === null ? null : { kind: 'value', value: number };
}

/** The level above the one that was reached; labels have no order, so they have no next one. */
export function nextLevel(criterion: Criterion, known: Known, hint?: Known): Level | null {
  const states = levelStates(criterion.levels, known, hint);
  const reached = criterion.levels[states.indexOf('chosen')];
  const low = reached === undefined ? null : lowest(reached);
  if (low === null) return null;
  const up = criterion.better === 'low' ? -1 : 1;
  const above = criterion.levels.filter((level) => ((lowest(level) ?? low) - low) * up > 0);
  return above.toSorted((a, b) => ((lowest(a) ?? 0) - (lowest(b) ?? 0)) * up)[0] ?? null;
}

function lowest({ at }: Level): number | null {
  if (typeof at === 'number') return at;
  return typeof at === 'object' ? at[0] : null;
}

export interface Certainty {
  verdict: string;
  bound: 'atLeast' | 'atMost';
  value: number;
}

/** A verdict that stands whatever the open criteria turn out to be. */
export function certaintyOf(
  { headline }: Pick<Explained, 'headline'>,
  passes: (verdict: string) => boolean,
): Certainty | null {
  const { value, verdict } = headline ?? {};
  if (value?.kind !== 'range' || verdict?.kind !== 'value' || typeof verdict.value !== 'string') return null;
  const bound = passes(verdict.value) ? 'atLeast' : 'atMost';
  return { verdict: verdict.value, bound, value: bound === 'atLeast' ? value.min : value.max };
}

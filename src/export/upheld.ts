import type { Json } from '../kit/json';
import type { Judgement } from '../judgement/judgement';
import type { Known } from '../rubric/values';
import type { Path } from '../rubric/path';
import type { Rubric } from '../rubric/rubric';

/** What Assay upholds of a judgement: its own computation, never what the judge says of itself. */
export interface Upheld {
  /** Null while it is open. */
  score: number | null;
  /** Lowest and highest score that are possible; both the score where it is decided. Null where nothing is known. */
  range: { min: number; max: number } | null;
  /** Null while it is open. */
  verdict: string | null;
}

export function upheld({ headline }: Pick<Judgement, 'headline'>): Upheld {
  const verdict = headline?.verdict;
  return {
    score: headline?.value.kind === 'value' ? asNumber(headline.value.value) : null,
    range: rangeOf(headline?.value),
    verdict: verdict?.kind === 'value' ? asText(verdict.value) : null,
  };
}

/** What the judge says of itself. A key is absent where it says nothing. */
export interface Claimed {
  score?: Json;
  verdict?: Json;
}

/** A field that the program filled is no word of the judge. */
export function claimed(
  { headline: { stated_value: valuePath, stated_verdict: verdictPath } }: Pick<Rubric, 'headline'>,
  { headline, fields }: Pick<Judgement, 'headline' | 'fields'>,
): Claimed {
  const byProgram = (path: Path | undefined) =>
    fields.some((field) => field.path === path && field.by === 'program');
  const { statedValue, statedVerdict } = headline ?? {};
  return {
    ...(statedValue !== undefined && !byProgram(valuePath) && { score: statedValue }),
    ...(statedVerdict !== undefined && !byProgram(verdictPath) && { verdict: statedVerdict }),
  };
}

/** Whether the judge says otherwise of itself than what is upheld. What is open contradicts nothing. */
export function claimDiffers(rubric: Pick<Rubric, 'headline'>, judgement: Judgement): boolean {
  const said = claimed(rubric, judgement);
  const { value, verdict } = judgement.headline ?? {};
  return differs(value, said.score) || differs(verdict, said.verdict);
}

function differs(ours: Known | undefined, said: Json | undefined): boolean {
  return ours?.kind === 'value' && said !== undefined && JSON.stringify(ours.value) !== JSON.stringify(said);
}

function rangeOf(known: Known | undefined): Upheld['range'] {
  if (known?.kind === 'range') return { min: known.min, max: known.max };
  const values = known?.kind === 'value' ? [known.value] : known?.kind === 'one-of' ? known.values : [];
  const numbers = values.map(asNumber).filter((value) => value !== null);
  if (numbers.length === 0 || numbers.length < values.length) return null;
  return { min: Math.min(...numbers), max: Math.max(...numbers) };
}

function asNumber(value: Json): number | null {
  return typeof value === 'number' ? value : null;
}

export function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

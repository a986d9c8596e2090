import type { Draft, ReadCriterion, Reading } from './criteria';
import type { CriterionSeed } from './criterion-seeds';
import { definedWithin, levelsOfLabels } from './levels/label-lines';
import type { ReadLevel } from './levels/level-forms';
import type { Range } from './levels/ranges';
import type { Certainty, ProposedLevel, ProposedPart } from './proposal';
import type { FieldDraft } from './reply/sample-shape';
import { asciiName, escaped, freeName, spanOf, spelledOut, type Line } from './text-lines';
import { namesWord, titleName } from './titles';

/** A criterion with its label, levels and parts, under an id of its own. */
export function finished(reading: Reading, draft: Draft, taken: Set<string>): ReadCriterion {
  const { seed, title, group, range } = draft;
  const base = asciiName(seed.names[0] ?? seed.field.path) ?? `criterion_${taken.size + 1}`;
  const id = freeName(base, (name) => taken.has(name));
  taken.add(id);
  const decimals =
    range?.whole === false ||
    (group?.levels ?? []).some(({ at }) => typeof at === 'number' && !Number.isInteger(at));
  const levels =
    seed.kind === 'score'
      ? (group?.levels ?? []).map((level) => ({ ...level, at: withEnds(level.at, range) }))
      : labelLevels(reading, draft);
  const key = `criterion:${id}`;
  return {
    key,
    certainty: seed.field.certainty,
    spans: [...seed.field.spans, ...(title === undefined ? [] : [spanOf(title)]), ...draft.rangeSpans],
    id,
    label: labelOf(seed, title ?? draft.otherName),
    path: seed.field.path,
    kind: seed.kind,
    ...(seed.kind === 'score' && range?.min !== undefined && { min: range.min }),
    ...(seed.kind === 'score' && range?.max !== undefined && { max: range.max }),
    ...(seed.rationale !== undefined && { rationale: seed.rationale }),
    levels: levels.map((level) =>
      proposedLevel(key, level, draft.groupShared ? 'inferred' : 'stated', seed.field),
    ),
    parts: seed.parts.flatMap((part) => proposedPart(key, part)),
    whole: decimals ? false : range?.whole,
  };
}

/** An open end is that of the scale; without a scale the number that was given stands alone. */
function withEnds(at: ReadLevel['at'], { min, max }: Range = {}): ReadLevel['at'] {
  if (typeof at !== 'object') return at;
  const low = Number.isFinite(at[0]) ? at[0] : (min ?? at[1]);
  const high = Number.isFinite(at[1]) ? at[1] : (max ?? at[0]);
  return low === high ? low : [low, high];
}

function labelOf(seed: CriterionSeed, title: Line | undefined): string {
  // "Categorize the answer" and "Answer with one label" are steps and no names of `category` and `label`.
  const step =
    seed.kind === 'choice' &&
    title !== undefined &&
    (!namesWord(title.plain, seed.names) ||
      /^\p{L}+ (?:(?:with|as|only|exactly) ){0,2}(?:the|this|each|an?|one|your)\s/iu.test(title.plain));
  const titled = title === undefined || step || /[{}]/u.test(title.plain) ? '' : titleName(title.plain);
  // A title that holds the key as code is named by it: "G1 `no_dose`: …".
  const name =
    seed.names.find((key) => /_/u.test(key) && titled.includes(key) && titled.length > key.length) ?? titled;
  if (name !== '' && name.length <= 60) return name;
  const [key = ''] = seed.names;
  return spelledOut(key === '' ? seed.field.path.replace(/^.*\./u, '') : key);
}

/** Below the title stands when it is true and when false. */
function definesBoolean({ text, skipped }: Reading, title: Line | undefined): boolean {
  if (title === undefined) return false;
  return text.lines
    .slice(title.index, title.index + 3)
    .some(({ plain, index }) => !skipped.has(index) && /\btrue\b/iu.test(plain) && /\bfalse\b/iu.test(plain));
}

function labelLevels(reading: Reading, { seed, title }: Draft): ReadLevel[] {
  const near = (line: number): number => (title === undefined || line < title.index ? 1 : 0);
  if (seed.field.type !== 'boolean') {
    const labels = (seed.field.enum ?? []).map(String);
    const points = pointsOf(reading, title, labels);
    return levelsOfLabels(labels, reading.labels, near).map((level, index) => ({
      ...level,
      ...(level.description === '' && definedWithin(reading.text, labels, level.name)),
      ...(points !== undefined && { value: points[index] ?? 0 }),
      // "good = 2 points" says no more than that.
      ...(points !== undefined && /^\d/u.test(level.description) && { description: '' }),
    }));
  }
  if (!definesBoolean(reading, title)) return [];
  return levelsOfLabels(['true', 'false'], reading.labels, near).map((level) => ({
    ...level,
    at: level.at === 'true',
  }));
}

/** "warm (2 points), plain (1 point)": what each label is worth, where the text says it of all. */
function pointsOf(
  { text, skipped }: Reading,
  title: Line | undefined,
  labels: readonly string[],
): number[] | undefined {
  const start = title?.index ?? 0;
  const lines = text.lines.slice(start, start + 12).filter(({ index }) => !skipped.has(index));
  const found = labels.map((label) => {
    const own = new RegExp(
      `(?<![\\p{L}\\p{N}_])${escaped(label)}["'”」]?\\s{0,2}(?:[(（:=：]|is worth|gives|counts)\\s{0,2}(\\d{1,3}(?:[.,]\\d)?)\\s?(?:points?|pts|Punkte?|punten?|puntos?|점|点|分)`,
      'iu',
    );
    return lines.map(({ plain }) => own.exec(plain)?.[1]).find(Boolean);
  });
  return found.length > 1 && found.every((value) => value !== undefined) ? found.map(Number) : undefined;
}

function proposedLevel(
  key: string,
  { at, name, description, span, value }: ReadLevel,
  certainty: Certainty,
  field: FieldDraft,
): ProposedLevel {
  const shown = typeof at === 'object' ? `${at[0]}–${at[1]}` : String(at);
  return {
    key: `${key}.level:${shown}`,
    certainty,
    spans: span.to > span.from ? [span] : field.spans,
    at,
    name: name === '' ? shown : name,
    ...(description === '' ? {} : { description }),
    ...(value !== undefined && { value }),
  };
}

function proposedPart(key: string, { field, name }: CriterionSeed['parts'][number]): ProposedPart[] {
  const max =
    field.range?.max ?? (field.enum === undefined ? undefined : Math.max(...field.enum.map(Number)));
  if (max === undefined || Number.isNaN(max)) return [];
  const id = asciiName(name) ?? asciiName(field.path.replaceAll('.', '_')) ?? field.path;
  return [
    {
      key: `${key}.part:${id}`,
      certainty: field.certainty,
      spans: field.spans,
      id,
      label: spelledOut(name),
      path: field.path,
      max,
    },
  ];
}

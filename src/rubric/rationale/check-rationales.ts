import { boundsOf, unfoundPrefix, type CheckResult, type Known } from '../values';
import type { CaseInput, FoundFact } from '../facts';
import type { Json, JsonObject } from '../../kit/json';
import { valueAt, type Path } from '../path';
import type { DecidedField } from '../program/decide';
import { wordsFor, type Words } from '../program/words';
import type { Rubric } from '../rubric';
import { leaves, withoutNull } from '../shape/fields';
import { rationaleText } from './statements';
import { knownText, unfoundWords, type KnownText } from './unfound';

/** Where a judge says why, in its own words. */
export function rationalePaths({ criteria, notes, output }: Rubric): Path[] {
  const named = criteria.flatMap(({ id, rationale = `${id}.rationale`, parts }) => [
    rationale,
    ...parts.map((part) => part.rationale),
  ]);
  const texts = new Set(
    leaves(output).flatMap(({ path, schema }) => {
      const plain = withoutNull(schema);
      return 'type' in plain && plain.type === 'string' && plain.enum === undefined ? path : [];
    }),
  );
  // Notes that are lists give advice: what they name need not be there.
  const ofNotes = notes.map(({ path }) => path).filter((path) => texts.has(path));
  return [...new Set([...named, ...ofNotes])].filter((path) => path !== undefined);
}

interface Scope {
  input: CaseInput;
  facts: readonly FoundFact[];
  decided: readonly DecidedField[];
  output: JsonObject;
  derived: Iterable<Known>;
}

const rubricTexts = new WeakMap<Rubric, KnownText>();

/** The rubric is the same for thousands of cases. */
function textOfRubric(rubric: Rubric): KnownText {
  const known = rubricTexts.get(rubric) ?? { ...knownText([JSON.stringify(rubric)]), counts: [] };
  rubricTexts.set(rubric, known);
  return known;
}

/** A warning for each rationale that mentions what neither the case nor its facts nor the rubric has. */
export function checkRationales(
  rubric: Rubric,
  paths: readonly Path[],
  scope: Scope,
  words: Words,
): CheckResult[] {
  const said = paths.flatMap((path): [Path, string][] => {
    const text = rationaleText(valueAt(scope.output, path));
    return text === '' ? [] : [[path, text]];
  });
  if (said.length === 0) return [];
  const own = numbersOf([...scope.derived].flatMap(knownNumbers), scope.output);
  const points = rubric.criteria.flatMap(({ max = 0, parts }) => [max, ...parts.map((part) => part.max)]);
  const known = [
    knownText(
      [...Object.values(scope.input), ...scope.facts.map(({ text = '' }) => text)],
      [
        ...scope.facts.map(({ value }) => value),
        ...scope.decided.flatMap(({ because = '', known: value }) => [because, ...knownNumbers(value)]),
      ],
    ),
    textOfRubric(rubric),
    // Points that were not given are named as often as those that were.
    { ...knownText([], [...own, ...points.flatMap((max) => own.map((score) => max - score))]), counts: [] },
  ];
  return said.flatMap(([path, text]): CheckResult[] => {
    const missing = unfoundWords(text, known);
    if (missing.length === 0) return [];
    return [
      {
        id: `${unfoundPrefix}${path}`,
        title: words.unfoundTitle,
        severity: 'warning',
        outcome: 'failed',
        message: words.unfound(missing),
        about: [path],
        words: missing,
      },
    ];
  });
}

/** The same in another language. */
export function wordUnfound(check: CheckResult, language: string): CheckResult {
  const { unfoundTitle: title, unfound } = wordsFor(language);
  return { ...check, title, message: unfound(check.words ?? []) };
}

function knownNumbers(known: Known): number[] {
  const { min, max } = boundsOf(known) ?? {};
  return min === undefined || max === undefined ? [] : [min, max];
}

function numbersOf(numbers: readonly number[], value: Json): number[] {
  if (typeof value === 'number') return [...numbers, value];
  if (typeof value !== 'object' || value === null) return [...numbers];
  return Object.values(value).reduce<number[]>((before, item) => numbersOf(before, item), [...numbers]);
}

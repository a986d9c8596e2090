import type { Json, JsonObject } from '../model/json';
import type { CheckResult, Known } from '../model/judgement';
import { valueAt } from '../model/path';
import type { Rubric } from '../model/rubric';
import { sameJson } from './cel-json';
import { labelOf } from './label-of';
import type { DecidedField } from './rubric-program';
import { showJson, showKnown, showRange } from './show';
import type { Words } from './words';

/** An optional field that was left out says as much as null. */
function agrees(known: Known, said: Json | undefined): boolean {
  switch (known.kind) {
    case 'value':
      return sameJson(known.value, said ?? null);
    case 'range':
      return typeof said === 'number' && said >= known.min - 1e-9 && said <= known.max + 1e-9;
    case 'one-of':
      return known.values.some((value) => sameJson(value, said ?? null));
    default:
      return false;
  }
}

/** What the judge said against what the program would have said, field by field. `words`: null where nobody reads them. */
export function compareDecided(
  rubric: Rubric,
  fields: readonly DecidedField[],
  output: JsonObject,
  words: Words | null,
): CheckResult[] {
  return fields.flatMap((field): CheckResult[] => {
    const { path, known, severity, compare } = field;
    if (known.kind === 'undecided' || !compare) return [];
    const said = valueAt(output, path);
    const outcome = known.kind === 'error' ? 'broken' : agrees(known, said) ? 'passed' : 'failed';
    return [
      {
        id: `program:${path}`,
        title: words?.agreement(labelOf(rubric, path)) ?? '',
        severity,
        about: [path],
        outcome,
        message: words ? sentenceOn(field, said, outcome === 'passed', words) : '',
      },
    ];
  });
}

function sentenceOn(
  { path, known, because }: DecidedField,
  said: Json | undefined,
  passed: boolean,
  words: Words,
): string {
  const judge = said === undefined ? words.nothing : showJson(said, words);
  switch (known.kind) {
    case 'error':
      return words.broken(known.message, `decided.${path}`);
    case 'range': {
      const program = showRange(known, words);
      return passed
        ? words.withinRange(program, judge, because)
        : words.outsideRange(program, judge, because);
    }
    default:
      return passed ? words.agreed(judge, because) : words.clash(showKnown(known, words), judge, because);
  }
}

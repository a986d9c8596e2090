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

/** What the judge said against what the program would have said, field by field. */
export function compareDecided(
  rubric: Rubric,
  fields: readonly DecidedField[],
  output: JsonObject,
  words: Words,
): CheckResult[] {
  return fields.flatMap(({ path, known, because, severity, compare }): CheckResult[] => {
    if (known.kind === 'undecided' || !compare) return [];
    const said = valueAt(output, path);
    const judge = said === undefined ? words.nothing : showJson(said, words);
    const program = known.kind === 'range' ? showRange(known, words) : showKnown(known, words);
    const shared = {
      id: `program:${path}`,
      title: words.agreement(labelOf(rubric, path)),
      severity,
      about: [path],
    };
    if (known.kind === 'error') {
      return [{ ...shared, outcome: 'broken', message: words.broken(known.message, `decided.${path}`) }];
    }
    const passed = agrees(known, said);
    const sentence =
      known.kind === 'range'
        ? passed
          ? words.withinRange(program, judge, because)
          : words.outsideRange(program, judge, because)
        : passed
          ? words.agreed(judge, because)
          : words.clash(program, judge, because);
    return [{ ...shared, outcome: passed ? 'passed' : 'failed', message: sentence }];
  });
}

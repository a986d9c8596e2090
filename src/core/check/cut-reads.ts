import type { Path } from '../model/path';
import type { Rubric } from '../model/rubric';
import { knobSources } from './knobs';
import { messageExpressions } from './message-template';
import type { Stills } from './stills';
import { expressionsOf, nameReader } from './touched';

/** What a rubric's expressions read. Null: all of it. */
export interface Reads {
  input: ReadonlySet<string> | null;
  facts: ReadonlySet<string> | null;
  output: ReadonlySet<Path>;
}

/** Of a rubric in which fields stand in for some expressions: those are not counted. Places that it computes or states are. */
export function readsOf(rubric: Rubric, stills: Stills): Reads {
  const cut = { ...rubric, output: stills.addTo(rubric.output) };
  const { stated_value: value, stated_verdict: verdict } = cut.headline;
  const names = sourcesIn(cut).map(nameReader(cut));
  const isWhole = (root: 'input' | 'facts') => names.some(({ whole }) => whole.has(root));
  const standIns = new Set(stills.all.map(({ name }) => name));
  const places = [...Object.keys(cut.decided), value, verdict].filter((path) => path !== undefined);
  return {
    input: isWhole('input') ? null : new Set(names.flatMap(({ input }) => [...input])),
    facts: isWhole('facts') ? null : new Set(names.flatMap(({ facts }) => [...facts])),
    output: new Set([
      ...names.flatMap(({ output }) => [...output]).filter((path) => !standIns.has(path)),
      ...places,
    ]),
  };
}

function sourcesIn(rubric: Rubric): string[] {
  return [
    ...knobSources(rubric).map(({ source }) => source),
    ...Object.values(rubric.decided).flatMap(expressionsOf),
    ...rubric.checks.flatMap(({ id, when, assert, message }) => [
      ...(when === undefined ? [] : [when]),
      assert,
      ...messageExpressions(`checks.${id}.message`, message, rubric),
    ]),
  ];
}

import type { Json } from '../model/json';
import type { Receipt } from '../model/judgement';
import type { Asking, RunHead } from '../model/run';
import type { RunOutline } from './compared-run';
import { sameJson } from './json-key';
import { rubricChanges, type RubricChange } from './rubric-changes';

type Mode = Receipt['mode'];

/** Something that was otherwise in run B than in run A. None of it stands in the way of a comparison. */
export type RunDifference =
  | { kind: 'rubric-version'; a: string; b: string }
  /** No changes listed: labels or descriptions only. */
  | { kind: 'rubric-text'; changes: RubricChange[] }
  /** `rater`: both are people, and not the same one. */
  | { kind: 'judge' | 'model' | 'rater'; a: string; b: string }
  /** Undefined where the judge was not given it. */
  | { kind: 'parameter'; name: string; a: Json | undefined; b: Json | undefined }
  | { kind: 'mode'; a: Mode; b: Mode }
  | { kind: 'tell-facts'; a: boolean; b: boolean }
  | { kind: 'asking'; a: Asking; b: Asking }
  | { kind: 'samples'; a: number; b: number }
  | { kind: 'timeout'; a: number | null; b: number | null }
  | { kind: 'build'; a: string; b: string }
  /** When they began, as ISO times: whether that is another day depends on where the reader lives. */
  | { kind: 'time'; a: string; b: string };

export function runDifferences(a: RunOutline, b: RunOutline): RunDifference[] {
  const differences: RunDifference[] = [];
  const one = a.head;
  const other = b.head;
  if (one.rubric.version !== other.rubric.version)
    differences.push({ kind: 'rubric-version', a: one.rubric.version, b: other.rubric.version });
  const changes = rubricChanges(a.rubric, b.rubric);
  // A view of a stored run with other weights keeps the run's hash; its rules are other all the same.
  if (one.rubric.hash !== other.rubric.hash || changes.length > 0)
    differences.push({ kind: 'rubric-text', changes });
  if (one.judge.id !== other.judge.id)
    differences.push({ kind: 'judge', a: one.judge.id, b: other.judge.id });
  const people = [one, other].filter(({ judge }) => judge.kind === 'person').length;
  if (people !== 1 && one.judge.model !== other.judge.model)
    differences.push({
      kind: people === 0 ? 'model' : 'rater',
      a: one.judge.model,
      b: other.judge.model,
    });
  // Nobody asks a person: how others were asked is no difference from them.
  if (people === 0) differences.push(...askingDifferences(one, other));
  if (one.build !== other.build) differences.push({ kind: 'build', a: one.build, b: other.build });
  if (one.created !== other.created) differences.push({ kind: 'time', a: one.created, b: other.created });
  return differences;
}

function askingDifferences(one: RunHead, other: RunHead): RunDifference[] {
  const differences = parameterDifferences(one, other);
  const modes = { a: modeOf(one), b: modeOf(other) };
  if (modes.a !== modes.b) differences.push({ kind: 'mode', ...modes });
  const { settings: was } = one;
  const { settings: is } = other;
  if (was.tellFacts !== is.tellFacts)
    differences.push({ kind: 'tell-facts', a: was.tellFacts, b: is.tellFacts });
  const asking = { a: was.asking ?? 'case', b: is.asking ?? 'case' };
  if (asking.a !== asking.b) differences.push({ kind: 'asking', ...asking });
  if (was.samples !== is.samples) differences.push({ kind: 'samples', a: was.samples, b: is.samples });
  if (was.timeoutSeconds !== is.timeoutSeconds)
    differences.push({ kind: 'timeout', a: was.timeoutSeconds, b: is.timeoutSeconds });
  return differences;
}

/** A run by the program alone has a mode in its settings too, which it never used. */
function modeOf({ judge, settings }: RunHead): Mode {
  return judge.kind === 'program' ? 'rules-only' : settings.mode;
}

function parameterDifferences(a: RunHead, b: RunHead): RunDifference[] {
  const valueIn = ({ judge: { parameters } }: RunHead, name: string) =>
    Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const names = new Set([...Object.keys(a.judge.parameters), ...Object.keys(b.judge.parameters)]);
  // A judge may be told its model as a parameter too, and whose model it was is said already.
  const repeats = ({ judge: { model, parameters } }: RunHead) => (parameters['model'] ?? model) === model;
  if (repeats(a) && repeats(b)) names.delete('model');
  return [...names].sort().flatMap((name): RunDifference[] => {
    const was = valueIn(a, name);
    const is = valueIn(b, name);
    const same = was === undefined || is === undefined ? was === is : sameJson(was, is);
    return same ? [] : [{ kind: 'parameter', name, a: was, b: is }];
  });
}

import type { Json } from '../kit/json';
import type { Receipt } from '../judgement/judgement';
import type { RunHead } from '../sheet/run-record';
import type { Asking } from '../judgement/judge';
import type { RunOutline } from './compared-run';
import { sameJson } from './compare-row';
import type { Criterion, DecidedRule, Rubric } from '../rubric/rubric';

/** A part of a rubric that decides what is asked or what is made of the answer. */
export type RubricPart =
  | 'prompt'
  | 'language'
  | 'input'
  | 'criterion'
  | 'output'
  | 'fact'
  | 'decided'
  | 'derived'
  | 'check'
  | 'headline';

export interface RubricChange {
  part: RubricPart;
  /** Which of its kind, by the name it has in the rubric file; null for parts that exist once. */
  name: string | null;
  change: 'added' | 'removed' | 'changed';
}

/** Which parts differ, in the order of the rubric file. Labels and descriptions that nothing is computed from do not count. */
export function rubricChanges(a: Rubric, b: Rubric): RubricChange[] {
  const changes: RubricChange[] = [];
  for (const part of parts) {
    const before = essence[part](a);
    const after = essence[part](b);
    for (const [name, text] of before) {
      const now = after.get(name);
      if (now === undefined) changes.push({ part, name, change: 'removed' });
      else if (now !== text) changes.push({ part, name, change: 'changed' });
    }
    for (const name of after.keys()) if (!before.has(name)) changes.push({ part, name, change: 'added' });
  }
  return changes;
}

type Essence = Map<string | null, string>;

const parts = [
  'language',
  'input',
  'criterion',
  'output',
  'fact',
  'decided',
  'derived',
  'check',
  'headline',
  'prompt',
] as const satisfies readonly RubricPart[];

const essence: Record<RubricPart, (rubric: Rubric) => Essence> = {
  prompt: ({ prompt }) => new Map([[null, prompt]]),
  language: ({ language }) => new Map([[null, language]]),
  input: ({ inputs }) =>
    new Map(
      inputs.map(({ name, kind, required, blank_allowed }) => [
        name,
        JSON.stringify([kind, required, blank_allowed]),
      ]),
    ),
  criterion: ({ criteria }) => new Map(criteria.map((criterion) => [criterion.id, criterionText(criterion)])),
  output: ({ output }) => new Map([[null, JSON.stringify(output)]]),
  fact: ({ facts }) =>
    new Map(
      Object.entries(facts).map(([name, fact]) => [
        name,
        typeof fact === 'string' ? fact : (fact.value ?? ''),
      ]),
    ),
  decided: ({ decided }) => new Map(Object.entries(decided).map(([path, rule]) => [path, decidedText(rule)])),
  derived: ({ derived }) =>
    new Map(
      Object.entries(derived).map(([name, value]) => [name, typeof value === 'string' ? value : value.value]),
    ),
  check: ({ checks }) =>
    new Map(
      checks.map(({ id, severity, when, assert }) => [id, JSON.stringify([severity, when ?? null, assert])]),
    ),
  headline: ({ headline: { value, max, verdict } }) =>
    new Map([
      ['value', JSON.stringify([value, max ?? null])],
      ...(verdict === undefined ? [] : [['verdict', verdict] as const]),
    ]),
};

/** Levels count with their words: they are what a judge is told to go by. */
function criterionText({ score, choice, min, max, question, levels, parts: within }: Criterion): string {
  const points = within.map((part) => [part.id, part.score, part.max]);
  return JSON.stringify([score, choice, min, max, question, levels, points]);
}

function decidedText(rule: DecidedRule): string {
  if (typeof rule === 'string') return JSON.stringify([null, rule, null, 'error', true]);
  const { when, value, range, severity, compare } = rule;
  return JSON.stringify([when ?? null, value ?? null, range ?? null, severity, compare]);
}

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

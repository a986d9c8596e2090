import type { Json } from '../kit/json';
import type { Receipt } from '../judgement/judgement';
import type { RunHead } from '../sheet/run-record';
import type { Asking } from '../judgement/judge';
import type { RunOutline } from './stored-run';
import { sameJson } from '../judgement/explain';
import type { Criterion, DecidedRule, Rubric } from '../rubric/rubric';

type Essence = Map<string | null, string>;

/** What decides the question and the result, in the order of the rubric file: no labels, no descriptions. */
const essence = [
  ['language', ({ language }) => once(language)],
  [
    'input',
    ({ inputs }) =>
      named(inputs, ({ name, kind, required, blank_allowed }) => [name, [kind, required, blank_allowed]]),
  ],
  ['criterion', ({ criteria }) => named(criteria, (criterion) => [criterion.id, criterionParts(criterion)])],
  ['output', ({ output }) => once(JSON.stringify(output))],
  ['fact', ({ facts }) => named(Object.entries(facts), ([name, fact]) => [name, sourceOf(fact)])],
  ['decided', ({ decided }) => named(Object.entries(decided), ([path, rule]) => [path, decidedParts(rule)])],
  ['derived', ({ derived }) => named(Object.entries(derived), ([name, value]) => [name, sourceOf(value)])],
  [
    'check',
    ({ checks }) => named(checks, ({ id, severity, when, assert }) => [id, [severity, when ?? null, assert]]),
  ],
  [
    'headline',
    ({ headline: { value, max, verdict } }) =>
      new Map([
        ['value', JSON.stringify([value, max ?? null])],
        ...(verdict === undefined ? [] : [['verdict', verdict] as const]),
      ]),
  ],
  ['prompt', ({ prompt }) => once(prompt)],
] as const satisfies readonly (readonly [string, (rubric: Rubric) => Essence])[];

export type RubricPart = (typeof essence)[number][0];

export interface RubricChange {
  part: RubricPart;
  name: string | null;
  change: 'added' | 'removed' | 'changed';
}

export function rubricChanges(a: Rubric, b: Rubric): RubricChange[] {
  return essence.flatMap(([part, of]) => {
    const before: Essence = of(a);
    const after: Essence = of(b);
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): RubricChange[] => {
      if (before.get(name) === after.get(name)) return [];
      const change = !after.has(name) ? 'removed' : before.has(name) ? 'changed' : 'added';
      return [{ part, name, change }];
    });
  });
}

function once(text: string): Essence {
  return new Map([[null, text]]);
}

function named<T>(all: readonly T[], of: (each: T) => [name: string, parts: unknown]): Essence {
  return new Map(all.map(of).map(([name, parts]) => [name, JSON.stringify(parts)]));
}

function sourceOf(given: string | { value?: string | undefined }): string {
  return typeof given === 'string' ? given : (given.value ?? '');
}

/** The words of levels count too: a judge goes by them. */
function criterionParts({ score, choice, min, max, question, levels, parts }: Criterion): unknown {
  return [score, choice, min, max, question, levels, parts.map((part) => [part.id, part.score, part.max])];
}

function decidedParts(rule: DecidedRule): unknown {
  if (typeof rule === 'string') return [null, rule, null, 'error', true];
  const { when, value, range, severity, compare } = rule;
  return [when ?? null, value ?? null, range ?? null, severity, compare];
}

type Mode = Receipt['mode'];

export type RunDifference =
  | { kind: 'rubric-version'; a: string; b: string }
  | { kind: 'rubric-text'; changes: RubricChange[] }
  /** `rater`: both are people, and not the same one. */
  | { kind: 'judge' | 'model' | 'rater'; a: string; b: string }
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
  const [one, other] = [a.head, b.head];
  const changes = rubricChanges(a.rubric, b.rubric);
  const people = [one, other].filter(({ judge }) => judge.kind === 'person').length;
  const differences: (RunDifference | null)[] = [
    { kind: 'rubric-version', a: one.rubric.version, b: other.rubric.version },
    // A view of a stored run with other weights keeps the run's hash, but not its rules.
    one.rubric.hash !== other.rubric.hash || changes.length > 0 ? { kind: 'rubric-text', changes } : null,
    { kind: 'judge', a: one.judge.id, b: other.judge.id },
    people === 1
      ? null
      : { kind: people === 0 ? 'model' : 'rater', a: one.judge.model, b: other.judge.model },
    // How a model was asked is no difference from a person, who is not asked.
    ...(people === 0 ? askingDifferences(one, other) : []),
    { kind: 'build', a: one.build, b: other.build },
    { kind: 'time', a: one.created, b: other.created },
  ];
  return differences.flatMap((difference) =>
    difference === null || ('a' in difference && difference.a === difference.b) ? [] : [difference],
  );
}

function askingDifferences(one: RunHead, other: RunHead): RunDifference[] {
  const [was, is] = [one.settings, other.settings];
  return [
    ...parameterDifferences(one, other),
    { kind: 'mode', a: modeOf(one), b: modeOf(other) },
    { kind: 'tell-facts', a: was.tellFacts, b: is.tellFacts },
    { kind: 'asking', a: was.asking ?? 'case', b: is.asking ?? 'case' },
    { kind: 'samples', a: was.samples, b: is.samples },
    { kind: 'timeout', a: was.timeoutSeconds, b: is.timeoutSeconds },
  ];
}

/** A run without a model has a mode in its settings too, which it never used. */
export function modeOf({ judge, settings }: Pick<RunHead, 'judge' | 'settings'>): Mode {
  return ({ program: 'rules-only', person: 'person', model: settings.mode } as const)[judge.kind];
}

function parameterDifferences(a: RunHead, b: RunHead): RunDifference[] {
  const valueIn = ({ judge: { parameters } }: RunHead, name: string) =>
    Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const names = new Set([...Object.keys(a.judge.parameters), ...Object.keys(b.judge.parameters)]);
  // The model may be a parameter too, and is listed already.
  const repeats = ({ judge: { model, parameters } }: RunHead) => (parameters['model'] ?? model) === model;
  if (repeats(a) && repeats(b)) names.delete('model');
  // Which set of example replies: the run's name says it.
  names.delete('set');
  return [...names].sort().flatMap((name): RunDifference[] => {
    const was = valueIn(a, name);
    const is = valueIn(b, name);
    const same = was === undefined || is === undefined ? was === is : sameJson(was, is);
    return same ? [] : [{ kind: 'parameter', name, a: was, b: is }];
  });
}

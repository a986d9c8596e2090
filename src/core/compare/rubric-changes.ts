import type { Criterion, DecidedRule, Rubric } from '../model/rubric';

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

import type { Judgement } from '../../judgement/judgement';
import { canonicalJson } from '../../kit/json';
import { criterionPath, type Rubric } from '../../rubric/rubric';
import type { CheckResult, Known } from '../../rubric/values';
import type { Trial } from './try-case';

/** A case as one version of a rubric judges it. */
export interface TriedCase extends Trial {
  rubric: Rubric;
}

type Ends<T> = { before: T | undefined; after: T | undefined };
export type Change =
  | ({ kind: 'status' } & Ends<Judgement['status']>)
  | ({ kind: 'score' | 'verdict' } & Ends<Known>)
  | ({ kind: 'criterion'; label: string } & Ends<Known>)
  /** As people read it. */
  | ({ kind: 'fact'; label: string } & Ends<string>)
  | ({ kind: 'check'; label: string } & Ends<CheckResult['outcome']>)
  | { kind: 'prompt' };

/** What comes out otherwise than by the saved version, in the order in which a judgement shows it. */
export function whatChanged(before: TriedCase, after: TriedCase): Change[] {
  const [old, now] = [before.judgement, after.judgement];
  const changes: Change[] = [
    { kind: 'status', before: old.status, after: now.status },
    { kind: 'score', before: old.headline?.value, after: now.headline?.value },
    { kind: 'verdict', before: old.headline?.verdict, after: now.headline?.verdict },
    ...paired(criteriaOf(before), criteriaOf(after)).map((one) => ({ kind: 'criterion' as const, ...one })),
    ...paired(factsOf(before), factsOf(after)).map((one) => ({ kind: 'fact' as const, ...one })),
    ...paired(checksOf(before), checksOf(after)).map((one) => ({ kind: 'check' as const, ...one })),
  ];
  const differing = changes.filter((change) => 'before' in change && !isSame(change.before, change.after));
  return isSame(before.prompt, after.prompt) ? differing : [...differing, { kind: 'prompt' }];
}

/** What the contract said before, where the prompt says it still: a judge reads the prompt. */
export function oldWords(before: Rubric, now: Rubric): string[] {
  const after = new Map(wordsOf(now));
  return wordsOf(before).flatMap(([place, old]) => {
    const words = after.get(place);
    const isLeft = words !== undefined && words !== old && /\p{L}/u.test(old);
    return isLeft && now.prompt.includes(old) && !now.prompt.includes(words) ? [old] : [];
  });
}
function wordsOf({ criteria }: Rubric): (readonly [place: string, words: string])[] {
  return criteria.flatMap(({ id, label, question = '', levels }) => [
    [`${id}.label`, label],
    [`${id}.question`, question],
    ...levels.flatMap(({ at, name, description = '' }) => [
      [`${id}.${String(at)}.name`, name] as const,
      [`${id}.${String(at)}`, description] as const,
    ]),
  ]);
}

type Named<T> = Map<string, { label: string; value: T | undefined }>;

/** By id: a label may have been reworded. */
function paired<T>(before: Named<T>, after: Named<T>): ({ label: string } & Ends<T>)[] {
  return [...new Set([...after.keys(), ...before.keys()])].map((id) => ({
    label: (after.get(id) ?? before.get(id))?.label ?? id,
    before: before.get(id)?.value,
    after: after.get(id)?.value,
  }));
}

function criteriaOf({ rubric, judgement }: TriedCase): Named<Known> {
  const known = new Map(judgement.fields.map((field) => [field.path, field.known]));
  return new Map(
    rubric.criteria.map((criterion) => [
      criterion.id,
      { label: criterion.label, value: known.get(criterionPath(criterion)) },
    ]),
  );
}

function factsOf({ rubric, judgement }: TriedCase): Named<string> {
  return new Map(
    judgement.facts.map(({ name, text }) => [name, { label: factLabel(rubric, name), value: text }]),
  );
}

/** The rules of the rubric, and what else is compared with the program's own. */
function checksOf({ judgement }: TriedCase): Named<CheckResult['outcome']> {
  return new Map(judgement.checks.map(({ id, title, outcome }) => [id, { label: title, value: outcome }]));
}

export function factLabel({ facts }: Rubric, name: string): string {
  const declared = Object.hasOwn(facts, name) ? facts[name] : undefined;
  return typeof declared === 'object' ? declared.label : name;
}

function isSame(one: unknown, other: unknown): boolean {
  return (
    one === other || (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other))
  );
}

import type { Judgement, Receipt } from '../judgement/judgement';
import type { Field } from '../rubric/values';
import type { Path } from '../rubric/path';
import type { Digest } from '../judgement/digest';
import { sameJson, upheld } from '../judgement/explain';
import type { Ground } from './comparable';
import {
  compareRow,
  isDifferent,
  type RowComparison,
  changeBetween,
  type Said,
  type ValueChange,
} from './compare-row';
import type { RunOutline, Side } from './stored-run';
import { headlineSources, restsOn, type HeadlineSources } from './headline-sources';
import { rubricChanges, type RubricChange, type RubricPart, type RunDifference } from './run-differences';
import type { UnscoredReason } from '../judgement/judge';

export type QuestionPart = 'rubric' | 'prompt' | 'judge' | 'model' | 'parameters';

type Moves = ('score' | 'verdict')[];

export type Reason =
  | { kind: 'input' }
  | { kind: 'not-judged'; in: Side }
  | { kind: 'unscored'; in: Side; reason: UnscoredReason | null }
  | { kind: 'mode'; from: Receipt['mode']; to: Receipt['mode'] }
  | { kind: 'undecided'; in: Side }
  | { kind: 'repaired'; in: Side }
  /** The program settled the field on one side and the model on the other. `criterion` where it is that of one. */
  | { kind: 'decided-by'; path: Path; criterion: string | null; from: Field['by']; to: Field['by'] }
  | { kind: 'fact'; name: string }
  /** `place` is that in the shared criteria. */
  | { kind: 'criterion'; id: string; place: number; change: ValueChange; moves: Moves }
  /** A field that is no criterion's own, but that the total or the verdict rests on. */
  | { kind: 'field'; path: Path; change: ValueChange; moves: Moves }
  | { kind: 'rule'; part: RubricPart; name: string | null }
  | { kind: 'check'; id: string; change: 'gained' | 'lost' }
  | { kind: 'same-question' }
  | { kind: 'other-question'; parts: QuestionPart[] }
  /** Nothing that was looked at accounts for the other total or verdict. The judgements may, where only digests were. */
  | { kind: 'unexplained' };

export interface ReasonGround extends Pick<Ground, 'criteria' | 'scores'> {
  /** By place in the shared criteria: what the criterion, or a part of it, has a say in. */
  moves: Moves[];
  sources: { a: HeadlineSources; b: HeadlineSources };
  changes: RubricChange[];
  questions: QuestionPart[];
}

/** One side of a case. With the judgement at hand, reasons go down to single fields. */
export interface JudgedSide {
  digest: Digest | undefined;
  judgement?: Judgement | null;
}

export function reasonGround(a: RunOutline, b: RunOutline, ground: Ground): ReasonGround {
  const sources = { a: headlineSources(a.rubric), b: headlineSources(b.rubric) };
  const moves = ground.criteria.map(({ path, place }) => {
    const parts = [a.rubric.criteria[place.a], b.rubric.criteria[place.b]].flatMap((criterion) =>
      (criterion?.parts ?? []).map(({ score }) => score),
    );
    return movedBy(sources, [path, ...parts]);
  });
  return {
    criteria: ground.criteria,
    scores: ground.scores,
    moves,
    sources,
    changes: rubricChanges(a.rubric, b.rubric),
    questions: questionParts(ground.differs),
  };
}

/** Why a case fared otherwise, the most decisive first. Nothing here is a guess; what cannot be told is `unexplained`. */
export function explain(ground: ReasonGround, a: JudgedSide, b: JudgedSide, sameInput: boolean): Reason[] {
  const row = compareRow(ground, a.digest, b.digest);
  if (!isDifferent(row)) return [];
  const reasons: Reason[] = sameInput ? [] : [{ kind: 'input' }];
  const missing = [...missingValue(a.digest, 'a'), ...missingValue(b.digest, 'b')];
  if (missing.length > 0 || a.digest === undefined || b.digest === undefined) return [...reasons, ...missing];

  const { mode: from } = a.digest;
  const { mode: to } = b.digest;
  // A person has no mode: that one of the two is a person is said of the runs.
  const asked = from !== 'person' && to !== 'person';
  if (asked && from !== to) reasons.push({ kind: 'mode', from, to });
  reasons.push(...otherStanding(row));
  const fields = a.judgement && b.judgement && { a: fieldsOf(a.judgement), b: fieldsOf(b.judgement) };
  if (fields && asked) reasons.push(...deciders(ground, fields, row));
  if (a.judgement && b.judgement && sameInput) reasons.push(...otherFacts(a.judgement, b.judgement));
  const answers = [...movedCriteria(ground, row), ...(fields ? movedFields(ground, fields) : [])];
  reasons.push(...answers, ...otherRules(ground, row), ...otherChecks(row));
  if (answers.length > 0 && asked && from !== 'rules-only' && to !== 'rules-only')
    reasons.push(...question(ground, a, b));
  if (!reasons.some((reason) => accountsFor(row, reason))) reasons.push({ kind: 'unexplained' });
  return reasons;
}

/** These tell more of a difference, and are never why a total or a verdict is another. */
const aside: readonly Reason['kind'][] = ['repaired', 'check', 'same-question', 'other-question'];

/** Whether a reason is one for what differs: a check that failed is none for another total. */
function accountsFor({ score, verdict }: RowComparison, reason: Reason): boolean {
  if (score === null && verdict === null) return true;
  if (reason.kind === 'criterion') return reason.moves.length > 0;
  if (reason.kind === 'rule') return reason.part !== 'check';
  return !aside.includes(reason.kind);
}

function otherStanding({ status }: RowComparison): Reason[] {
  const kinds = { partial: 'undecided', repaired: 'repaired' } as const;
  return (['from', 'to'] as const).flatMap((end): Reason[] => {
    const is = status?.[end];
    return is === 'partial' || is === 'repaired' ? [{ kind: kinds[is], in: end === 'from' ? 'a' : 'b' }] : [];
  });
}

function missingValue(digest: Digest | undefined, side: Side): Reason[] {
  if (digest === undefined) return [{ kind: 'not-judged', in: side }];
  return digest.status === 'unscored' ? [{ kind: 'unscored', in: side, reason: digest.reason ?? null }] : [];
}

type Fields = ReadonlyMap<Path, Field>;

function fieldsOf({ fields }: Judgement): Fields {
  return new Map(fields.map((field) => [field.path, field]));
}

/** Only of fields that a reader sees: the criteria, and what the total or the verdict rests on. */
function deciders(
  { criteria, sources }: ReasonGround,
  { a, b }: { a: Fields; b: Fields },
  row: RowComparison,
): Reason[] {
  const placeOf = new Map(criteria.map(({ path }, place) => [path, place]));
  return [...a.values()].flatMap((field): Reason[] => {
    const { path, by: from } = field;
    const other = b.get(path);
    if (other === undefined || other.by === from) return [];
    const place = placeOf.get(path);
    const change = place === undefined ? changeBetween(upheld(field), upheld(other)) : row.criteria[place];
    if (!change) return [];
    const criterion = place === undefined ? null : (criteria[place]?.id ?? null);
    if (criterion === null && movedBy(sources, [path]).length === 0) return [];
    return [{ kind: 'decided-by', path, criterion, from, to: other.by }];
  });
}

function otherFacts(a: Judgement, b: Judgement): Reason[] {
  const inB = new Map(b.facts.map(({ name, value }) => [name, value]));
  return a.facts.flatMap(({ name, value }): Reason[] => {
    const other = inB.get(name);
    return other === undefined || sameJson(value, other) ? [] : [{ kind: 'fact', name }];
  });
}

function movedCriteria({ criteria, moves }: ReasonGround, row: RowComparison): Reason[] {
  const moved = criteria.flatMap(({ id }, place) => {
    const change = row.criteria[place] ?? null;
    return change === null
      ? []
      : [{ kind: 'criterion' as const, id, place, change, moves: moves[place] ?? [] }];
  });
  return moved.sort(byWeight);
}

function movedFields({ criteria, sources }: ReasonGround, { a, b }: { a: Fields; b: Fields }): Reason[] {
  const ofCriteria = new Set(criteria.map(({ path }) => path));
  const paths = [...new Set([...a.keys(), ...b.keys()])].filter((path) => !ofCriteria.has(path));
  const moved = paths.flatMap((path) => {
    const moves = movedBy(sources, [path]);
    const change = moves.length === 0 ? null : changeBetween(heldAt(a, path), heldAt(b, path));
    return change === null ? [] : [{ kind: 'field' as const, path, change, moves }];
  });
  return moved.sort(byWeight);
}

/** Undefined where the judgement has no such field. */
function heldAt(fields: Fields, path: Path): Said {
  const field = fields.get(path);
  return field && upheld(field);
}

type Moved = Extract<Reason, { kind: 'criterion' | 'field' }>;

function byWeight(one: Moved, other: Moved): number {
  return other.moves.length - one.moves.length || distance(other.change) - distance(one.change);
}

function distance(change: ValueChange): number {
  return change.kind === 'number' ? Math.abs(change.delta) : 0;
}

function movedBy({ a, b }: ReasonGround['sources'], paths: readonly Path[]): Moves {
  return (['score', 'verdict'] as const).filter((result) =>
    paths.some((path) => restsOn(a[result], path) || restsOn(b[result], path)),
  );
}

/** Rules that are not the same in both rubrics and that something which differs here rests on. */
function otherRules({ changes, sources, criteria }: ReasonGround, row: RowComparison): Reason[] {
  const results = (['score', 'verdict'] as const).filter((result) => row[result] !== null);
  const used = results.flatMap((result) => [sources.a[result], sources.b[result]]);
  const checks = new Set([...row.checks.gained, ...row.checks.lost]);
  const moved = new Set(criteria.flatMap(({ path }, place) => (row.criteria[place] ? [path] : [])));
  const matters = ({ part, name }: RubricChange): boolean => {
    if (name === null) return false;
    if (part === 'derived') return used.some(({ derived }) => derived.has(name));
    if (part === 'fact') return used.some(({ facts }) => facts.has(name));
    if (part === 'decided') return moved.has(name) || used.some(({ decided }) => decided.has(name));
    if (part === 'headline') return row[name === 'value' ? 'score' : 'verdict'] !== null;
    return part === 'check' && checks.has(name);
  };
  return changes.filter(matters).map(({ part, name }) => ({ kind: 'rule', part, name }));
}

function otherChecks({ checks }: RowComparison): Reason[] {
  return (['gained', 'lost'] as const).flatMap((change) =>
    checks[change].map((id) => ({ kind: 'check' as const, id, change })),
  );
}

/** These are applied to the answer; the judge never hears of them. */
const unasked: readonly RubricPart[] = ['derived', 'check', 'headline'];

function questionParts(differs: readonly RunDifference[]): QuestionPart[] {
  const parts = differs.flatMap((difference): QuestionPart[] => {
    const { kind } = difference;
    if (kind === 'rubric-text') {
      const { changes } = difference;
      return changes.length > 0 && changes.every(({ part }) => unasked.includes(part)) ? [] : ['rubric'];
    }
    if (kind === 'parameter') return ['parameters'];
    if (kind === 'tell-facts' || kind === 'asking') return ['prompt'];
    return kind === 'judge' || kind === 'model' ? [kind] : [];
  });
  return [...new Set(parts)];
}

/** The same receipt means the same question. So may another one: it also covers how totals are made. */
function question({ questions }: ReasonGround, a: JudgedSide, b: JudgedSide): Reason[] {
  if (a.digest?.receipt === b.digest?.receipt) return [{ kind: 'same-question' }];
  if (!a.judgement || !b.judgement)
    return questions.length > 0 ? [{ kind: 'other-question', parts: questions }] : [];
  const [one, other] = [a.judgement.receipt, b.judgement.receipt];
  const parts: QuestionPart[] = (['prompt', 'judge', 'model'] as const).filter(
    (part) => one[part] !== other[part],
  );
  if (!sameJson(one.parameters, other.parameters)) parts.push('parameters');
  return parts.length > 0 ? [{ kind: 'other-question', parts }] : [{ kind: 'same-question' }];
}

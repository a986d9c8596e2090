import type { Known } from '../../model/judgement';
import type { Digest } from '../../model/run';
import type { Ground } from '../comparable';
import { jsonKey } from '../json-key';
import type { SharedCriterion } from '../shared-criteria';
import { labelAgreement, numberAgreement, type LabelAgreement, type NumberAgreement } from './agreement';
import { JointTable } from './joint-table';

export interface Agreement {
  /** Null where the scores are on other scales. */
  score: NumberAgreement | null;
  verdict: LabelAgreement;
  /** By place in the shared criteria. */
  criteria: (NumberAgreement | LabelAgreement)[];
}

type Tables =
  | { kind: 'score'; criterion: SharedCriterion; table: JointTable<number> }
  | { kind: 'choice'; criterion: SharedCriterion; table: JointTable<string> };

/** Collects what both runs say of each case. */
export class Ratings {
  readonly #scores: JointTable<number> | null;
  readonly #verdicts = new JointTable<string>();
  readonly #criteria: Tables[];

  constructor({ criteria, scores }: Pick<Ground, 'criteria' | 'scores'>) {
    this.#scores = scores ? new JointTable() : null;
    this.#criteria = criteria.map((criterion): Tables =>
      criterion.kind === 'score'
        ? { kind: 'score', criterion, table: new JointTable() }
        : { kind: 'choice', criterion, table: new JointTable() },
    );
  }

  add(a: Digest, b: Digest): void {
    if (this.#scores) addNumbers(this.#scores, a.score, b.score);
    addLabels(this.#verdicts, a.verdict, b.verdict);
    for (const { kind, criterion, table } of this.#criteria) {
      const one = a.criteria[criterion.place.a];
      const other = b.criteria[criterion.place.b];
      if (kind === 'score') addNumbers(table, one, other);
      else addLabels(table, one, other);
    }
  }

  /** Offers to pause between one criterion and the next. */
  *agreement(): Generator<void, Agreement, void> {
    // A total is a sum or a mean of many things: points, never steps.
    const score = this.#scores && numberAgreement(this.#scores, null);
    yield;
    const verdict = labelAgreement(this.#verdicts);
    const criteria: Agreement['criteria'] = [];
    for (const { kind, criterion, table } of this.#criteria) {
      yield;
      criteria.push(kind === 'score' ? numberAgreement(table, criterion) : labelAgreement(table));
    }
    return { score, verdict, criteria };
  }
}

type Said = Known | null | undefined;

function addNumbers(table: JointTable<number>, a: Said, b: Said): void {
  if (a?.kind !== 'value' || b?.kind !== 'value') return;
  if (typeof a.value === 'number' && typeof b.value === 'number') table.add(a.value, b.value);
}

function addLabels(table: JointTable<string>, a: Said, b: Said): void {
  if (a?.kind === 'value' && b?.kind === 'value') table.add(jsonKey(a.value), jsonKey(b.value));
}

import type { Field, Receipt } from '../model/judgement';
import type { Path } from '../model/path';
import type { UnscoredReason } from '../model/reply';
import type { Side } from './compared-run';
import type { RubricPart } from './rubric-changes';
import type { ValueChange } from './value-change';

/** What of a question can be otherwise. `rubric`: what it asks; `prompt`: the text that was sent. */
export type QuestionPart = 'rubric' | 'prompt' | 'judge' | 'model' | 'parameters';

/** What a value has a say in. */
export type Moves = ('score' | 'verdict')[];

/** One thing that a difference between two judgements of a case is owed to, as far as a program can tell. */
export type Reason =
  | { kind: 'input' }
  | { kind: 'not-judged'; in: Side }
  | { kind: 'unscored'; in: Side; reason: UnscoredReason | null }
  | { kind: 'mode'; from: Receipt['mode']; to: Receipt['mode'] }
  /** Nobody decided some of its fields. */
  | { kind: 'undecided'; in: Side }
  /** The reply had to be mended before it could be read. */
  | { kind: 'repaired'; in: Side }
  /** The program settled the field on one side and the model on the other. `criterion` where it is that of one. */
  | { kind: 'decided-by'; path: Path; criterion: string | null; from: Field['by']; to: Field['by'] }
  /** The program found something else in the same input. */
  | { kind: 'fact'; name: string }
  /** `place` is that in the shared criteria. */
  | { kind: 'criterion'; id: string; place: number; change: ValueChange; moves: Moves }
  /** A field that is no criterion's own, but that the total or the verdict rests on. */
  | { kind: 'field'; path: Path; change: ValueChange; moves: Moves }
  /** The rubric's rule is another. */
  | { kind: 'rule'; part: RubricPart; name: string | null }
  | { kind: 'check'; id: string; change: 'gained' | 'lost' }
  /** The model was asked the very same, and answered otherwise. */
  | { kind: 'same-question' }
  /** The model was not asked the same: what of the question differs. */
  | { kind: 'other-question'; parts: QuestionPart[] }
  /** Nothing that was looked at accounts for the other total or verdict. The judgements may, where only digests were. */
  | { kind: 'unexplained' };

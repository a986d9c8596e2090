import type { RubricProblem } from '../core/rubric/rubric-problem';

/** Why a file is not taken as a run. Lines count from 1. Nothing of such a file is kept. */
export type RunFileProblem =
  | { kind: 'not-a-run-file' }
  /** Written by a newer Assay. */
  | { kind: 'newer-format'; format: string }
  /** It is packed, and this browser cannot unpack. */
  | { kind: 'cannot-unpack' }
  /** It ends early. So many lines before that are whole. */
  | { kind: 'cut-off'; wholeLines: number }
  /** It is packed, and from some place on its bytes cannot be unpacked. So many lines before that are whole. */
  | { kind: 'damaged-packing'; wholeLines: number }
  | { kind: 'damaged-line'; line: number; fault: LineFault; detail: string }
  /** A case or result that is there twice, is not there, or speaks of one that the run does not have. */
  | { kind: 'rows'; line: number; what: 'case' | 'result'; fault: RowFault; expected: number; got: number }
  | { kind: 'rubric'; problems: RubricProblem[] }
  /** The rubric is sound, but not the one that the run names. */
  | { kind: 'other-rubric'; expected: string; got: string }
  | { kind: 'foreign-judgement'; line: number; because: ForeignReason };

type LineFault = 'not-text' | 'not-json' | 'checksum' | 'shape' | 'reference' | 'after-end';
export type RowFault = 'twice' | 'missing' | 'unknown';
export type ForeignReason = 'rubric' | 'case' | 'criteria' | 'digest';

import { canonicalJson } from '../core/receipt/canonical-json';
import { sha256Hex } from '../core/receipt/hash';
import type { RunJudge } from '../core/model/run';

/** One case put to one judge once, in one run. */
export interface Unit {
  run: string;
  caseId: string;
  sample: number;
  judge: RunJudge;
  rubricHash: string;
}

/** 64 hexadecimal digits: the same for the same unit, whenever and by whichever tab it is asked. */
export function unitKey({ run, caseId, sample, judge, rubricHash }: Unit): string {
  return sha256Hex(canonicalJson({ run, caseId, sample, judge, rubricHash }));
}

/** A whole number below 2³¹, which every backend takes as a seed. */
export function seedOf(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16) >>> 1;
}

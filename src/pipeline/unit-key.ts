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
  const [id, hash, name] = [caseId, rubricHash, run].map((text) => JSON.stringify(text));
  // As `canonicalJson` writes it.
  return sha256Hex(
    `{"caseId":${id},"judge":${judgeText(judge)},"rubricHash":${hash},"run":${name},"sample":${sample}}`,
  );
}

const judgeTexts = new WeakMap<RunJudge, string>();

/** The same for every unit of a run, and never changed in place. */
function judgeText(judge: RunJudge): string {
  const text = judgeTexts.get(judge) ?? canonicalJson(judge);
  judgeTexts.set(judge, text);
  return text;
}

/** A whole number below 2³¹, which every backend takes as a seed. */
export function seedOf(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16) >>> 1;
}

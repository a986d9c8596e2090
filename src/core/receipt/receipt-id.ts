import type { Receipt } from '../model/judgement';
import { canonicalJson } from './canonical-json';
import { sha256Hex } from './hash';

/** The id that a receipt must have: it covers what defines the question, and nothing that happened after. */
export function receiptId({ rubric, prompt, case: asked, judge, model, mode, parameters }: Receipt): string {
  return sha256Hex(canonicalJson({ rubric, prompt, case: asked, judge, model, mode, parameters }));
}

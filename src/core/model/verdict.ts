/** Verdict words that every rubric author means the same way. Any other word is neither a pass nor a fail to us. */
const passing = new Set(['PASS', 'CORRECT', 'CORRECT_NO_MATCH']);
const failing = new Set(['FAIL', 'INCORRECT', 'FALSE_POSITIVE', 'FALSE_NEGATIVE']);

export function verdictMeaning(verdict: string): 'pass' | 'fail' | null {
  if (passing.has(verdict)) return 'pass';
  return failing.has(verdict) ? 'fail' : null;
}

import type { Messages } from '../../i18n/en';
import type { BatchWords } from '../../i18n/batch-words';
import type { BatchProblem } from '../../state/batch-results.svelte';
import { failureInWords } from '../kit/failure-in-words';

interface Words {
  /** By case key. */
  nameAt: (caseKey: number) => string;
  samples: number;
  reason: Messages['reason'];
  language: 'en' | 'ko';
  words: BatchWords;
}

/** A line or case of an import report, in words. */
export function problemRow(
  problem: BatchProblem,
  { nameAt, samples, reason: reasons, language, words }: Words,
): { what: string; where: string; why: string } {
  const where = 'file' in problem ? words.line(problem.file, problem.line) : '';
  if (problem.kind === 'damaged') return { what: where, where: '', why: words.faults[problem.fault] };
  if (problem.kind === 'unknown') return { what: problem.id, where, why: '' };
  const { caseKey, sample } = problem;
  const what = samples > 1 ? `${nameAt(caseKey)}, ${words.sample(sample + 1)}` : nameAt(caseKey);
  if (problem.kind !== 'failed') return { what, where, why: '' };
  const { reason = 'failed' } = problem.failure;
  return { what, where, why: `${reasons[reason]}. ${failureInWords(problem.failure, language)}` };
}

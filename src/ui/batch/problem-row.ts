import type { UnscoredReason } from '../../core/model/reply';
import type { BatchWords } from '../../i18n/batch-words';
import type { BatchProblem } from '../../state/batch-results.svelte';

interface Words {
  nameAt: (row: number) => string;
  samples: number;
  t: BatchWords;
  reason: Record<UnscoredReason, string>;
}

/** A line or case of an import report, in words. */
export function problemRow(
  problem: BatchProblem,
  { nameAt, samples, t, reason }: Words,
): { what: string; where: string; why: string } {
  const where = 'file' in problem ? t.line(problem.file, problem.line) : '';
  if (problem.kind === 'damaged') return { what: where, where: '', why: t.faults[problem.fault] };
  if (problem.kind === 'unknown') return { what: problem.id, where, why: '' };
  const { row, sample } = problem;
  const what = samples > 1 ? `${nameAt(row)}, ${t.sample(sample + 1)}` : nameAt(row);
  return {
    what,
    where,
    why: problem.kind === 'failed' ? `${reason[problem.reason]}. ${problem.detail}` : '',
  };
}

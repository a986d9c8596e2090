import { isAbsent, type CheckedEvidence } from './check-evidence';
import type { Emptiness } from './emptiness';
import type { Minutes } from './minutes';

/** What the facts say about a score. Equal ends settle it. */
export type Bounds = { min: number; max: number; because: string };

export const EMPTY_REASON = '응답에 평가할 회의록 내용이 없습니다.';

/** What can be said about evidence_accuracy without judging how well a passage was chosen. */
export function evidenceBounds(
  minutes: Minutes,
  emptiness: Emptiness,
  evidence: CheckedEvidence,
): Bounds | null {
  if (emptiness === 'empty') return { min: 0, max: 0, because: EMPTY_REASON };
  if (minutes.form === 'broken-json') return null;
  const { reworded } = evidence;
  const quotes = evidence.quotes.filter(({ status }) => status !== 'reference');
  const references = evidence.quotes.length - quotes.length;
  const absent = quotes.filter(isAbsent).length;
  const invented = quotes.filter(({ status }) => status === 'missing').length;
  if (quotes.length === 0) {
    if (evidence.mayHoldEvidence) return null;
    return { min: 0, max: 1, because: '결정을 뒷받침하는 근거 발언이 하나도 제시되지 않았습니다.' };
  }
  if (invented === quotes.length && reworded === 0 && references === 0) {
    const which =
      quotes.length === 1 ? '근거로 제시된 인용문이' : `근거로 제시된 인용문 ${quotes.length}건이 모두`;
    return { min: 1, max: 1, because: `${which} 회의 원문에 없는 발언입니다.` };
  }
  if (absent > 0) {
    return {
      min: 1,
      max: 3,
      because: `인용문 ${quotes.length}건 중 ${absent}건이 회의 원문과 일치하지 않습니다.`,
    };
  }
  return {
    min: 1,
    max: 5,
    because: `인용문 ${quotes.length}건이 모두 회의 원문에 있습니다. 구간 선택이 알맞은지는 평가자가 판단합니다.`,
  };
}

export function factualityBounds(emptiness: Emptiness, unsupported: readonly string[]): Bounds | null {
  if (emptiness === 'empty') return { min: 0, max: 0, because: EMPTY_REASON };
  if (unsupported.length === 0) return null;
  return {
    min: 1,
    max: 4,
    because: `회의 원문에서 확인되지 않는 숫자·날짜가 있습니다: ${unsupported.join(', ')}.`,
  };
}

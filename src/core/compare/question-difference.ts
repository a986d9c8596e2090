import type { Receipt } from '../model/judgement';
import { sameJson } from './json-key';
import type { QuestionPart, Reason } from './reason';
import type { RubricPart } from './rubric-changes';
import type { RunDifference } from './run-differences';

/** These are applied to the answer; the judge never hears of them. */
const unasked: readonly RubricPart[] = ['derived', 'check', 'headline'];

/** What differs in every question of two runs. */
export function questionParts(differs: readonly RunDifference[]): QuestionPart[] {
  const parts = differs.flatMap((difference): QuestionPart[] => {
    if (difference.kind === 'rubric-text') {
      const { changes } = difference;
      return changes.length > 0 && changes.every(({ part }) => unasked.includes(part)) ? [] : ['rubric'];
    }
    if (difference.kind === 'parameter') return ['parameters'];
    if (difference.kind === 'tell-facts' || difference.kind === 'asking') return ['prompt'];
    return difference.kind === 'judge' || difference.kind === 'model' ? [difference.kind] : [];
  });
  return [...new Set(parts)];
}

const sentParts = ['prompt', 'judge', 'model'] as const;

/** Another receipt may still stand for the same question: it also covers how totals are made. */
export function betweenReceipts(a: Receipt, b: Receipt): Reason {
  const parts: QuestionPart[] = sentParts.filter((part) => a[part] !== b[part]);
  if (!sameJson(a.parameters, b.parameters)) parts.push('parameters');
  return parts.length > 0 ? { kind: 'other-question', parts } : { kind: 'same-question' };
}

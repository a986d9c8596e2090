import { eclisEqual } from '../belgium/ecli';
import { finding, type Finding } from './finding';
import type { Truth } from './find-truth';
import type { Match, ModelAnswer } from './read-model-output';

export type Correctness =
  'CORRECT' | 'PARTIALLY_CORRECT' | 'INCORRECT' | 'FALSE_POSITIVE' | 'FALSE_NEGATIVE' | 'CORRECT_NO_MATCH';

/** `match_correctness`, wherever the right answer is known. */
export function decideCorrectness(
  truth: Truth | null,
  answer: ModelAnswer,
  isNumberFoundElsewhere: boolean,
): Finding<Correctness> | null {
  switch (truth?.kind) {
    case 'candidate':
      return whereListed(answer, truth);
    case 'outside':
      return whereOutside(answer, truth.ecli);
    case 'none': {
      const { method } = truth;
      return answer.kind === 'no-match'
        ? finding('CORRECT_NO_MATCH', (say) => say.noneRightNoneMatched(method))
        : finding('FALSE_POSITIVE', (say) => say.noneRightYetMatched(method));
    }
    case 'none-at-place':
      return whereElsewhere(answer, isNumberFoundElsewhere);
    default:
      return null;
  }
}

function whereListed(
  answer: ModelAnswer,
  truth: Extract<Truth, { kind: 'candidate' }>,
): Finding<Correctness> {
  const { method } = truth;
  const { number } = truth.comparison.candidate;
  const isRight = (match: Match) => match.candidate?.number === number;
  if (answer.kind === 'no-match')
    return finding('FALSE_NEGATIVE', (say) => say.rightNotMatched(number, method));
  if (isRight(answer.top)) return finding('CORRECT', (say) => say.topIsRight(number, method));
  if (answer.others.some(isRight))
    return finding('PARTIALLY_CORRECT', (say) => say.rightIsLower(number, method));
  return finding('INCORRECT', (say) => say.rightIsMissing(number, method));
}

function whereOutside(answer: ModelAnswer, ecli: string): Finding<Correctness> {
  const isRight = (match: Match) => match.ecli !== null && eclisEqual(match.ecli, ecli);
  if (answer.kind === 'no-match') return finding('CORRECT_NO_MATCH', (say) => say.outsideNoneMatched(ecli));
  if (isRight(answer.top)) return finding('CORRECT', (say) => say.outsideIsTop(ecli));
  if (answer.others.some(isRight)) return finding('PARTIALLY_CORRECT', (say) => say.outsideIsLower(ecli));
  return finding('FALSE_POSITIVE', (say) => say.outsideYetMatched(ecli));
}

function whereElsewhere(answer: ModelAnswer, isNumberFoundElsewhere: boolean): Finding<Correctness> | null {
  if (answer.kind === 'matches') return finding('INCORRECT', (say) => say.elsewhereYetMatched);
  // The cited number at another place may be an error in the data; then "no match" is not plainly right.
  if (isNumberFoundElsewhere) return null;
  return finding('CORRECT_NO_MATCH', (say) => say.elsewhereNoneMatched);
}

/** `correct_decision_id`, wherever the right answer is known: its ECLI, or null where there is none to give. */
export function decideCorrectDecision(
  truth: Truth | null,
  correctness: Finding<Correctness> | null,
): Finding<string | null> | null {
  switch (truth?.kind) {
    case 'candidate': {
      const { method } = truth;
      const { ecli, number } = truth.comparison.candidate;
      if (ecli === null) return finding(null, (say) => say.isRightWithoutEcli(number, method));
      return finding(ecli.text, (say) => say.isRight(number, method));
    }
    case 'outside':
    case 'perhaps-listed':
      return finding(truth.ecli, (say) => say.statedTruth);
    case 'none': {
      const { method } = truth;
      return finding(null, (say) => say.noneIsRight(method));
    }
    case 'none-at-place':
      return correctness === null ? null : finding(null, (say) => say.noneAtPlace);
    default:
      return null;
  }
}

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
    case 'none':
      return answer.kind === 'no-match'
        ? finding('CORRECT_NO_MATCH', `No candidate is right (${truth.method}), and the model matched none.`)
        : finding('FALSE_POSITIVE', `No candidate is right (${truth.method}), yet the model gave a match.`);
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
  const { number } = truth.comparison.candidate;
  const right = `candidate ${number} (${truth.method})`;
  const isRight = (match: Match) => match.candidate?.number === number;
  if (answer.kind === 'no-match')
    return finding('FALSE_NEGATIVE', `The model matched none; right is ${right}.`);
  if (isRight(answer.top)) return finding('CORRECT', `The top match is ${right}.`);
  if (answer.others.some(isRight))
    return finding('PARTIALLY_CORRECT', `Right is ${right}, listed below the top match.`);
  return finding('INCORRECT', `Right is ${right}, which is not among the matches.`);
}

function whereOutside(answer: ModelAnswer, ecli: string): Finding<Correctness> {
  const isRight = (match: Match) => match.ecli !== null && eclisEqual(match.ecli, ecli);
  if (answer.kind === 'no-match') {
    return finding(
      'CORRECT_NO_MATCH',
      `The right decision ${ecli} is not on the list, and the model matched none.`,
    );
  }
  if (isRight(answer.top)) return finding('CORRECT', `The top match is the right decision ${ecli}.`);
  if (answer.others.some(isRight)) {
    return finding('PARTIALLY_CORRECT', `The right decision ${ecli} stands below the top match.`);
  }
  return finding(
    'FALSE_POSITIVE',
    `The right decision ${ecli} is not on the list, yet the model gave a match.`,
  );
}

function whereElsewhere(answer: ModelAnswer, isNumberFoundElsewhere: boolean): Finding<Correctness> | null {
  if (answer.kind === 'matches') {
    return finding(
      'INCORRECT',
      'No candidate sits at the cited place, and the model matched one all the same.',
    );
  }
  // The cited number at another place may be an error in the data; then "no match" is not plainly right.
  if (isNumberFoundElsewhere) return null;
  return finding('CORRECT_NO_MATCH', 'No candidate sits at the cited place, and the model matched none.');
}

/** `correct_decision_id`, wherever the right answer is known: its ECLI, or null where there is none to give. */
export function decideCorrectDecision(
  truth: Truth | null,
  correctness: Finding<Correctness> | null,
): Finding<string | null> | null {
  switch (truth?.kind) {
    case 'candidate': {
      const { ecli, number } = truth.comparison.candidate;
      if (ecli === null)
        return finding(null, `Candidate ${number} is right (${truth.method}) but bears no ECLI.`);
      return finding(ecli.text, `Candidate ${number} is right (${truth.method}).`);
    }
    case 'outside':
    case 'perhaps-listed':
      return finding(truth.ecli, 'The ground truth names it.');
    case 'none':
      return finding(null, `No candidate is right (${truth.method}).`);
    case 'none-at-place':
      return correctness === null ? null : finding(null, 'No candidate sits at the cited place.');
    default:
      return null;
  }
}

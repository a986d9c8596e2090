import { withoutBrokenRules } from '../draft/check-draft';
import { applyGrader } from './wrappers/apply-grader';
import { importPrompt } from './import-prompt';
import type { Proposal } from './proposal';
import { unwrap } from './wrappers/unwrap';

/** Whatever was pasted → a proposal for each judge prompt in it. */
export function importText(text: string): Proposal[] {
  const { wrapper, prompts } = unwrap(text);
  return prompts.map(({ text: prompt, grader, title, ...around }) => {
    const named = title === '' ? {} : { title };
    const proposal = importPrompt({ text: prompt, wrapper, ...named, ...around });
    return withoutBrokenRules(grader ? applyGrader(proposal, grader) : proposal);
  });
}

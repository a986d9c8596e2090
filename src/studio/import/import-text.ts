import { withoutBrokenRules } from '../draft/check-draft';
import { withRenamedWords } from '../draft/rename-field';
import { applyGrader } from './wrappers/apply-grader';
import { importPrompt } from './import-prompt';
import type { Proposal } from './proposal';
import { unwrap } from './wrappers/unwrap';

/** Only the rules are tried, so what can be long and has no part in them stays out. */
function withoutBroken(proposal: Proposal): Proposal {
  if (proposal.rules.length === 0) return proposal;
  const { rules, findings } = withoutBrokenRules({
    ...proposal,
    source: proposal.inputs
      .slice(0, 1)
      .map(({ name }) => `{{${name}}}`)
      .join(''),
    inputs: proposal.inputs.slice(0, 1).map((input) => ({ ...input, placeholders: [] })),
    criteria: proposal.criteria.map((criterion) => ({ ...criterion, levels: [] })),
    changes: [],
    examples: [],
  });
  return { ...proposal, rules, findings };
}

/** Whatever was pasted → a proposal for each judge prompt in it. */
export function importText(text: string): Proposal[] {
  const { wrapper, prompts } = unwrap(text);
  return prompts.map(({ text: prompt, grader, title, ...around }) => {
    const named = title === '' ? {} : { title };
    const proposal = importPrompt({ text: prompt, wrapper, ...named, ...around });
    return withoutBroken(withRenamedWords(grader ? applyGrader(proposal, grader) : proposal));
  });
}

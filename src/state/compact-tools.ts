import { compileRubric } from '../core/check/compile-rubric';
import { knobReach } from '../core/check/knob-reach';
import { withKnobs } from '../core/check/with-knobs';
import type { Rubric } from '../core/model/rubric';
import type { CompactTools } from '../pipeline/compact-judgement';
import { yieldToPage } from './sliced-work';

/**
 * What a run of the rubric is held with. Null where turning a number may change more than could be kept apart. Each step
 * takes a while in a page that has only just come, so the page gets its turn between them.
 */
export async function toolsFor(rubric: Rubric): Promise<CompactTools | null> {
  await yieldToPage();
  const reach = knobReach(rubric);
  if (reach === null) return null;
  await yieldToPage();
  const compiled = compileRubric(reach.whole);
  await yieldToPage();
  const cut = withKnobs(reach.cut, {});
  await yieldToPage();
  return compiled.ok && cut.ok ? { rubric, reach, program: compiled.program } : null;
}

import type { RubricSource } from '../../../src/core/model/rubric';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import * as engine from '../../../src/pipeline/engine';
import { RubricShelf } from '../../../src/state/rubric-shelf.svelte';
import { Workbench, type OfferedJudge } from '../../../src/state/workbench.svelte';

function source(id: string, changes: Partial<RubricSource> = {}): RubricSource {
  const contract = {
    format: 'assay-rubric/1',
    id,
    title: id,
    version: '1.0.0',
    language: 'en',
    purpose: 'Judges a text.',
    inputs: [{ name: 'text', label: 'Text' }],
    criteria: [{ id: 'quality', label: 'Quality', max: 5 }],
    headline: { value: 'output.quality.score' },
  };
  return {
    id,
    card: { title: id, version: '1.0.0', language: 'en', purpose: 'Judges a text.' },
    loadContract: () => Promise.resolve({ contract, prompt: 'Judge {{text}}.' }),
    loadFacts: () => Promise.resolve(null),
    loadSamples: () => Promise.resolve('id,label,text\na,First,one\nb,Second,two\nc,Third,three\n'),
    fileUrl: '',
    ...changes,
  };
}

/** A workbench with two rubrics, the given judges beside the rules, and a clock that stands still. */
export function workbenchWith(
  judges: readonly OfferedJudge[] = [],
  changes: Partial<RubricSource> = {},
): Workbench {
  const loadEngine = () => Promise.resolve(engine);
  const shelf = new RubricShelf([source('first', changes), source('second')], loadEngine);
  const world = { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' };
  return new Workbench(shelf, loadEngine, [rulesJudge, ...judges], world);
}

import type { FindFacts } from '../src/core/model/facts';
import type { RubricSource } from '../src/core/model/rubric';

const contracts = import.meta.glob<{ contract: unknown; prompt: string }>('./*/rubric.md', {
  eager: true,
  import: 'default',
});
const files = import.meta.glob<string>('./*/rubric.md', { eager: true, query: '?url', import: 'default' });
const facts = import.meta.glob<FindFacts>('./*/facts.ts', { import: 'findFacts' });
const samples = import.meta.glob<string>('./*/samples.csv', { query: '?raw', import: 'default' });

/** One folder is one rubric: found, not listed. */
export const builtInRubrics: RubricSource[] = Object.entries(contracts).map(
  ([file, { contract, prompt }]) => {
    const folder = file.replace(/\/rubric\.md$/, '');
    return {
      id: folder.replace('./', ''),
      contract,
      prompt,
      loadFacts: async () => (await facts[`${folder}/facts.ts`]?.()) ?? null,
      loadSamples: async () => (await samples[`${folder}/samples.csv`]?.()) ?? null,
      fileUrl: files[file] ?? '',
    };
  },
);

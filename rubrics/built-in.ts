import type { FindFacts } from '../src/rubric/facts';
import type { RubricCard, RubricSource } from '../src/rubric/rubric';

const cards = import.meta.glob<RubricCard>('./*/rubric.md', {
  eager: true,
  query: '?card',
  import: 'default',
});
const files = import.meta.glob<string>('./*/rubric.md', { eager: true, query: '?url', import: 'default' });
const contracts = import.meta.glob<{ contract: unknown; prompt: string }>('./*/rubric.md', {
  import: 'default',
});
const facts = import.meta.glob<FindFacts>('./*/facts.ts', { import: 'findFacts' });
const replies = import.meta.glob<unknown>('./*/replies.json', { import: 'default' });
const texts = import.meta.glob<unknown>('./*/texts.*.yaml', { import: 'default' });
const samples = import.meta.glob<string>('./*/samples.csv', { query: '?raw', import: 'default' });

/** One folder is one rubric: found, not listed. Only the cards are in the first load. */
export const builtInRubrics: RubricSource[] = Object.entries(contracts).map(([file, loadContract]) => {
  const folder = file.replace(/\/rubric\.md$/, '');
  const card = cards[file];
  if (!card) throw new Error(`Expected a card for ${file}, found none.`);
  return {
    id: folder.replace('./', ''),
    kind: 'built-in',
    card,
    loadContract,
    loadFacts: async () => (await facts[`${folder}/facts.ts`]?.()) ?? null,
    loadSamples: async () => (await samples[`${folder}/samples.csv`]?.()) ?? null,
    loadReplies: async () => (await replies[`${folder}/replies.json`]?.()) ?? null,
    loadTexts: async (language) => (await texts[`${folder}/texts.${language}.yaml`]?.()) ?? null,
    fileUrl: files[file] ?? '',
  };
});

import { builtInRubrics } from '../../rubrics/built-in';
import { readCsvCases } from '../../src/cases/read/csv-cases';
import { compileRubric } from '../../src/rubric/program/compile-rubric';
import type { RubricSource } from '../../src/rubric/rubric';
import { readReply } from '../../src/judgement/reply/read-reply';
import { rubricFromContract } from '../../src/rubric/file/read-contract';
import { assemble } from '../../src/rubric/shape/shrink';
import { objectToZod } from '../../src/rubric/shape/to-zod';
import { validatorFor } from '../../src/judgement/reply/validator';
import type { Comparison } from './support/comparison';

const goldFiles = import.meta.glob<string>('../../rubrics/*/gold.csv', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** One reply read, validated and checked, against the least that anyone would do with the same text. */
export const comparisons: Comparison[] = await Promise.all(builtInRubrics.map(compareOnGold));

async function compareOnGold(source: RubricSource): Promise<Comparison> {
  const { contract, prompt } = await source.loadContract();
  const read = rubricFromContract(contract, prompt);
  if (!read.ok)
    throw new Error(`${source.id}: ${read.problems.map((problem) => problem.message).join('; ')}`);
  const { rubric } = read;
  const compiled = compileRubric(rubric);
  if (!compiled.ok)
    throw new Error(`${source.id}: ${compiled.problems.map((problem) => problem.message).join('; ')}`);
  const { program } = compiled;
  const findFacts = await source.loadFacts();
  const csv = goldFiles[`../../rubrics/${source.id}/gold.csv`];
  if (csv === undefined) throw new Error(`Expected rubrics/${source.id}/gold.csv, found none.`);
  const names = rubric.inputs.map((input) => input.name);
  const gold = readCsvCases(csv, names);

  if (gold.length === 0) throw new Error(`${source.id}: expected gold cases, found none.`);
  const replies = gold.map(({ input, gold: values = {} }) => {
    const found = findFacts?.(input).facts ?? [];
    const { facts } = program.facts(input, found);
    const { decided } = program.decide({ input, facts });
    const text = JSON.stringify(assemble(rubric.output, new Map(Object.entries(values))), null, 2);
    return { input, facts, decided, text };
  });

  const validate = validatorFor(rubric.output);
  const bare = objectToZod(rubric.output);
  const characters = Math.round(replies.reduce((sum, { text }) => sum + text.length, 0) / replies.length);
  return {
    name: source.id,
    unit: `one reply, averaged over ${replies.length} gold replies of about ${characters} characters`,
    unitsPerRun: replies.length,
    subject: {
      name: 'read, validated and checked',
      run: () =>
        replies.map(({ input, facts, decided, text }) => {
          const reply = readReply({ text, stop: 'complete' }, validate);
          if (!reply.ok) throw new Error(`${source.id}: ${reply.detail}`);
          return program.assess({
            input,
            facts,
            decided,
            output: reply.output,
            comparing: true,
          });
        }),
    },
    baseline: {
      name: 'JSON.parse and bare zod, without eval as in the page',
      run: () => replies.map(({ text }) => bare.parse(JSON.parse(text))),
    },
  };
}

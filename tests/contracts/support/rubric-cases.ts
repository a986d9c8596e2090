import { builtInRubrics } from '../../../rubrics/built-in';
import { readCsvCases } from '../../../src/cases/read/csv-cases';
import { compileRubric } from '../../../src/rubric/program/compile-rubric';
import type { Case } from '../../../src/cases/case';
import { rubricFromContract } from '../../../src/rubric/file/read-contract';
import type { ReadyRubric } from '../../../src/judgement/ready-rubric';

const goldFiles = import.meta.glob<string>('../../../rubrics/*/gold.csv', {
  eager: true,
  query: '?raw',
  import: 'default',
});

export function goldFileOf(id: string): string {
  return goldFiles[`../../../rubrics/${id}/gold.csv`] ?? '';
}

export interface RubricUnderTest extends ReadyRubric {
  id: string;
  samples: Case[];
  gold: Case[];
}

/** Every built-in rubric, ready to judge, with its own cases. */
export const rubricsUnderTest: RubricUnderTest[] = await Promise.all(
  builtInRubrics.map(async (source) => {
    const { contract, prompt } = await source.loadContract();
    const read = rubricFromContract(contract, prompt);
    if (!read.ok) throw new Error(`${source.id}: ${read.problems.map(({ message }) => message).join('\n')}`);
    const compiled = compileRubric(read.rubric);
    if (!compiled.ok) {
      const problems = compiled.problems.map(({ where, message }) => `${where}: ${message}`);
      throw new Error(`${source.id}: ${problems.join('\n')}`);
    }
    const names = read.rubric.inputs.map((input) => input.name);
    return {
      id: source.id,
      rubric: read.rubric,
      program: compiled.program,
      findFacts: await source.loadFacts(),
      samples: readCsvCases((await source.loadSamples()) ?? '', names),
      gold: readCsvCases(goldFileOf(source.id), names),
    };
  }),
);

export function ruleFor(id: string): RubricUnderTest {
  const found = rubricsUnderTest.find((rubric) => rubric.id === id);
  if (!found) throw new Error(`Expected a built-in rubric, got "${id}".`);
  return found;
}

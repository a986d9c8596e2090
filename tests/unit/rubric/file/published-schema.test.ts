import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { z } from '../../../../src/kit/zod';
import { objectSchema, outputSchema } from '../../../../src/rubric/output-schema';
import { rubricContractSchema } from '../../../../src/rubric/rubric';

/** What an editor shows beside a key. */
const descriptions: Readonly<Record<keyof Required<z.infer<typeof rubricContractSchema>>, string>> = {
  format: 'The version of this file format.',
  id: 'A short name for the rubric: lower-case words joined by hyphens.',
  title: 'The name people see.',
  summary: 'One sentence that says what is judged, for a card.',
  version: 'Three numbers, such as 1.0.0. Raise it whenever a judgement could come out differently.',
  language: 'The language of the prompt and of the labels, such as en or ko.',
  purpose: 'For someone who has never seen the rubric: what is judged, for whom, and why.',
  inputs: 'What a case must bring. Each name can stand in the prompt as {{name}}.',
  run_inputs: 'Another place for inputs with `per: run`, which are filled in once for all cases.',
  criteria: 'What the judge looks at: each with a score or a label, and the levels it can reach.',
  output: 'The shape of the reply, in a part of JSON Schema 2020-12. Left out, it is made from the criteria.',
  facts: 'What a program can tell from the case alone: CEL over input.',
  decided:
    'Fields of the output that the program decides, by their path: CEL over input, facts, output, derived.',
  derived: 'Values computed from the reply, such as totals and verdicts: CEL.',
  checks: 'Rules that a reply must keep: CEL that is true when nothing is wrong.',
  statements: 'What a rationale says in words, read by templates, against what is true.',
  values: 'What constants of the reply are called for people, where no level says so.',
  notes: 'Other texts of the reply that people should see.',
  examples: 'Worked examples that the judge sees. They are no gold: the judge knows the answers.',
  headline: 'The one number or label that sums a judgement up.',
};

/** The JSON Schema of the front matter, as published in `public/rubric.schema.json`. */
function publishedSchema(): Record<string, unknown> {
  const names = z.registry<{ id: string }>();
  names.add(outputSchema, { id: 'output-schema' });
  names.add(objectSchema, { id: 'output-object' });
  const { $schema, properties, ...rest } = z.toJSONSchema(rubricContractSchema, {
    io: 'input',
    metadata: names,
  });
  const described = Object.entries(descriptions).map(([key, description]) => {
    const schema = properties?.[key];
    return [key, typeof schema === 'object' ? { description, ...schema } : { description }];
  });
  return {
    $schema,
    $id: 'rubric.schema.json',
    title: 'Assay rubric',
    description: 'The YAML front matter of a rubric.md file, format assay-rubric/1.',
    ...rest,
    properties: Object.fromEntries(described),
  };
}

const file = new URL('../../../../public/rubric.schema.json', import.meta.url);

it('public/rubric.schema.json says what the program accepts', async () => {
  const current = publishedSchema();
  if (process.env['UPDATE_SCHEMA'] === '1') {
    writeFileSync(file, await format(JSON.stringify(current), { parser: 'json', printWidth: 110 }));
  }
  const published: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(published, 'public/rubric.schema.json is out of date: run "npm run schema" and commit it').toEqual(
    current,
  );
});

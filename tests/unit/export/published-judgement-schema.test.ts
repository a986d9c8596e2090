import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { judgementLineSchema } from '../../../src/export/judgements-jsonl';
import { receiptSchema } from '../../../src/judgement/judgement';
import { jsonSchema } from '../../../src/kit/json';
import { z } from '../../../src/kit/zod';
import { factSchema, inputProblemSchema } from '../../../src/rubric/facts';
import { checkResultSchema, fieldSchema, knownSchema } from '../../../src/rubric/values';

const file = new URL('../../../public/judgement.schema.json', import.meta.url);
const named = {
  json: jsonSchema,
  known: knownSchema,
  field: fieldSchema,
  fact: factSchema,
  'input-problem': inputProblemSchema,
  'check-result': checkResultSchema,
  receipt: receiptSchema,
};
const describedSchema = z.record(z.string(), z.looseObject({ description: z.string().optional() }));
const publishedSchema = z.looseObject({ properties: describedSchema });

/** What an export writes, in the order and with the descriptions of the published file: those are written there by hand. */
function expected(published: z.infer<typeof publishedSchema>): unknown {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
  const line = z.toJSONSchema(judgementLineSchema, { metadata: names });
  const described = (schema: unknown, words: unknown): unknown => {
    const given = publishedSchema.parse(schema);
    const { properties } = given;
    const known = publishedSchema.parse(words).properties;
    const entries = Object.keys({ ...known, ...properties }).map((key) => [
      key,
      { description: known[key]?.description ?? '', ...properties[key] },
    ]);
    return { ...given, properties: Object.fromEntries(entries) };
  };
  const judgement = described(line.properties?.['judgement'], published.properties['judgement']);
  const properties = { ...line.properties, judgement };
  return { ...published, ...z.looseObject({}).parse(described({ ...line, properties }, published)) };
}

it('public/judgement.schema.json says what an export writes, and describes all of it', async () => {
  const published = publishedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const current = expected(published);
  if (process.env['UPDATE_SCHEMA'] === '1')
    writeFileSync(file, await format(JSON.stringify(current), { parser: 'json', printWidth: 110 }));
  expect(published, 'run "npm run schema", describe what is new, and commit the file').toEqual(current);
  expect(JSON.stringify(published)).not.toContain('"description":""');
});

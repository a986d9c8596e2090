import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { publishedSchema } from '../../../../src/rubric/file/published-schema';

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

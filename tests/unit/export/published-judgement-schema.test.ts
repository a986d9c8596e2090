import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { publishedJudgementSchema } from '../../../src/export/judgement-schema';

const file = new URL('../../../public/judgement.schema.json', import.meta.url);

it('public/judgement.schema.json says what an export writes', async () => {
  const current = publishedJudgementSchema();
  if (process.env['UPDATE_SCHEMA'] === '1') {
    writeFileSync(file, await format(JSON.stringify(current), { parser: 'json', printWidth: 110 }));
  }
  const published: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const update =
    'UPDATE_SCHEMA=1 npx vitest run --project unit tests/unit/export/published-judgement-schema.test.ts';
  expect(published, `public/judgement.schema.json is out of date: run "${update}" and commit it`).toEqual(
    current,
  );
});

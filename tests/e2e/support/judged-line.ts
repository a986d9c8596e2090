import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { judgementLineSchema } from '../../../src/export/judgements-jsonl';
import { download } from '../fixtures/import-steps';

/** A line of a JSONL export whose case was not edited since it was judged. */
const judgedLineSchema = judgementLineSchema.required({ judgement: true });

/** What `Export JSONL` writes, line by line. */
export async function exportedLines(page: Page) {
  const { path } = await download(page, 'Export JSONL');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => judgedLineSchema.parse(JSON.parse(line)));
}

export async function exportedJudgements(page: Page) {
  return (await exportedLines(page)).map(({ judgement }) => judgement);
}

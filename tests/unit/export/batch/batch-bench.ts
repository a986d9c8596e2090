import { z } from 'zod';
import type { BatchEngine } from '../../../../src/export/batch/batch-files';
import type { Case } from '../../../../src/cases/case';
import type { Rubric } from '../../../../src/rubric/rubric';
import { orderOf } from '../../../../src/sheet/run/order';
import type { Cell, RunHead, RunResult } from '../../../../src/sheet/run-record';
import type { SheetCase } from '../../../../src/sheet/sheet';
import type { LoggedResult } from '../../../../src/export/batch/batch-cells';
import { BatchImport } from '../../../../src/export/batch/batch-import';
import { batchJudge, batchPieces, type BatchRun } from '../../../../src/export/batch/batch-questions';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { newRunHead } from '../../../../src/sheet/run/new-run';
import { fullReply, smallRubric } from '../../judgement/small-rubric';

const world = { random: () => 'r'.repeat(24), now: () => new Date('2026-01-02T03:04:05Z'), build: 'test' };
export const requestSchema = z.object({
  custom_id: z.string(),
  body: z.object({
    model: z.string(),
    seed: z.int(),
    messages: z.array(z.object({ content: z.string() })),
  }),
});

interface Options {
  cases?: readonly Case[];
  samples?: number;
  mode?: 'model-alone' | 'assisted';
  rubric?: Rubric;
  id?: string;
  engine?: BatchEngine;
}

/** A run of a small rubric that is asked by batch files. */
export class BatchBench {
  readonly run: BatchRun;
  readonly cases: readonly SheetCase[];
  readonly cells: Cell[];

  constructor({
    cases = casesOf(3),
    samples = 1,
    mode = 'model-alone',
    rubric = smallRubric(),
    id,
    engine = 'openai',
  }: Options = {}) {
    this.cases = cases.map((one, key) => sheetCase(key, one));
    this.cells = cases.flatMap((_, caseKey) =>
      Array.from({ length: samples }, (_each, sample) => ({ caseKey, sample })),
    );
    const judge = batchJudge(engine, 'm-1');
    const settings = { mode, tellFacts: false, samples, atOnce: 1, timeoutSeconds: null };
    const order = orderOf(this.cells, 0);
    const head = newRunHead({ sheet: 'sheet-1', rubric, judge, settings, order }, world);
    this.run = {
      head: {
        ...head,
        ...(id !== undefined && { id }),
        state: 'paused',
        pause: { because: 'batch', detail: '' },
      },
      ready: prepareRubric(rubric, null),
      caseAt: (key) => {
        const found = this.cases[key];
        if (!found) throw new Error(`Expected a case with the key ${key}.`);
        return found;
      },
      engine,
      world,
    };
  }

  requests(cells: readonly Cell[] = this.cells): { lines: string[]; settled: RunResult[] } {
    const lines: string[] = [];
    const settled: RunResult[] = [];
    for (const piece of batchPieces(this.run, cells)) {
      if (piece.kind === 'request') lines.push(piece.text);
      else settled.push(piece.result);
    }
    return { lines, settled };
  }

  importing(
    log: Iterable<LoggedResult> = [],
    { head = {}, cases = this.cases }: { head?: Partial<RunHead>; cases?: readonly SheetCase[] } = {},
  ): BatchImport {
    const { engine: _engine, caseAt: _caseAt, ...run } = this.run;
    const importing = new BatchImport({ ...run, head: { ...run.head, ...head }, cases, log });
    const preparing = importing.prepare();
    while (!preparing.next().done);
    return importing;
  }
}

export function sheetCase(key: number, subject: Case, revision = 0): SheetCase {
  return { key, case: subject, original: null, revision, hidden: false };
}

/** As a run's log has them, from a place on. */
export function logged(results: readonly RunResult[], from = 0): LoggedResult[] {
  return results.map((result, index) => ({ ...result, place: from + index }));
}

export function casesOf(count: number): Case[] {
  return Array.from({ length: count }, (_, row) => ({ id: `c${row}`, input: { text: `text ${row}` } }));
}

/** What an engine gives back for a request. */
export function answered(request: string, content: unknown = fullReply): string {
  const { custom_id, body } = requestSchema.parse(JSON.parse(request));
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }];
  const usage = { prompt_tokens: 10, completion_tokens: 5 };
  const reply = { id: 'x', model: `${body.model}-2026`, choices, usage };
  return JSON.stringify({ custom_id, response: { status_code: 200, body: reply }, error: null });
}

export function expired(request: string): string {
  const { custom_id } = requestSchema.parse(JSON.parse(request));
  return JSON.stringify({
    custom_id,
    response: null,
    error: { code: 'batch_expired', message: 'Too late.' },
  });
}

/** The same from Anthropic. */
export function answeredByAnthropic(request: string, content: unknown = fullReply): string {
  const { custom_id, params } = z
    .object({ custom_id: z.string(), params: z.object({ model: z.string() }) })
    .parse(JSON.parse(request));
  const message = {
    type: 'message',
    model: params.model,
    content: [{ type: 'text', text: JSON.stringify(content) }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 8, output_tokens: 5, cache_read_input_tokens: 2, cache_creation_input_tokens: 0 },
  };
  return JSON.stringify({ custom_id, result: { type: 'succeeded', message } });
}

import { z } from 'zod';
import type { BatchEngine } from '../../../../src/core/export/batch/batch-engine';
import type { Case } from '../../../../src/core/model/case';
import type { Rubric } from '../../../../src/core/model/rubric';
import type { RunHead, RunResult } from '../../../../src/core/model/run';
import { providerOf } from '../../../../src/judges/api/providers';
import { wireFor } from '../../../../src/judges/api/wires';
import { batchPieces } from '../../../../src/pipeline/batch-export';
import { BatchImport } from '../../../../src/pipeline/batch-import';
import { batchJudge, type BatchRun } from '../../../../src/pipeline/batch-unit';
import { prepareRubric } from '../../../../src/pipeline/engine';
import { newRunHead } from '../../../../src/pipeline/new-run';
import type { EarlierResult, UnitPlace } from '../../../../src/pipeline/run-ledger';
import { fullReply, smallRubric } from '../small-rubric';

export const wires = {
  openai: wireFor(providerOf('openai')),
  anthropic: wireFor(providerOf('anthropic')),
};
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
  readonly cases: readonly Case[];
  readonly units: UnitPlace[];

  constructor({
    cases = casesOf(3),
    samples = 1,
    mode = 'model-alone',
    rubric = smallRubric(),
    id,
    engine = 'openai',
  }: Options = {}) {
    this.cases = cases;
    const judge = batchJudge(engine, wires[engine], 'm-1');
    const settings = { mode, tellFacts: false, samples, atOnce: 1, timeoutSeconds: null };
    const head = newRunHead(rubric, judge, settings, cases, world);
    this.run = {
      head: id === undefined ? head : { ...head, id },
      ready: prepareRubric(rubric, null),
      caseAt: (row) => {
        const found = cases[row];
        if (!found) throw new Error(`Expected a case in row ${row}.`);
        return found;
      },
      engine,
      wire: wires[engine],
      world,
    };
    this.units = cases.flatMap((_, row) =>
      Array.from({ length: samples }, (_each, sample) => ({ row, sample })),
    );
  }

  requests(units: readonly UnitPlace[] = this.units): { lines: string[]; settled: RunResult[] } {
    const lines: string[] = [];
    const settled: RunResult[] = [];
    for (const piece of batchPieces(this.run, units)) {
      if (piece.kind === 'request') lines.push(piece.text);
      else settled.push(piece.result);
    }
    return { lines, settled };
  }

  importing(earlier: Iterable<EarlierResult> = [], head: Partial<RunHead> = {}): BatchImport {
    const { engine: _engine, wire: _wire, ...run } = this.run;
    const importing = new BatchImport({ ...run, head: { ...run.head, ...head }, wires, earlier });
    const preparing = importing.prepare();
    while (!preparing.next().done);
    return importing;
  }
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

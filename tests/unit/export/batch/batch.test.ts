import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { judgementSchema } from '../../../../src/judgement/judgement';
import type { LoggedResult } from '../../../../src/export/batch/batch-cells';
import { estimateBatch } from '../../../../src/export/batch/batch-questions';
import { batchFileLines } from '../../../../src/export/batch/read-batch-files';
import { fullReply, judged, modelSaying, saying, smallRubric } from '../../judgement/small-rubric';
import {
  answered,
  answeredByAnthropic,
  BatchBench,
  casesOf,
  expired,
  logged,
  requestSchema,
} from './batch-bench';

describe('a run as a batch', () => {
  it('asks each cell once, the same whenever it is written, with its own seed and boundary', () => {
    const bench = new BatchBench({ samples: 3 });
    const { lines, settled } = bench.requests();
    expect(settled).toEqual([]);
    expect(lines).toHaveLength(9);
    expect(bench.requests().lines).toEqual(lines);
    const requests = lines.map((line) => requestSchema.parse(JSON.parse(line)));
    expect(new Set(requests.map(({ custom_id }) => custom_id)).size).toBe(9);
    // Every engine accepts such ids.
    for (const { custom_id } of requests) expect(custom_id).toMatch(/^[\w-]{1,64}$/);
    expect(new Set(requests.map(({ body }) => body.seed)).size).toBe(9);
    const boundaries = requests.map(
      ({ body }) => /=== (\w+) begin/.exec(body.messages[1]?.content ?? '')?.[1],
    );
    expect(new Set(boundaries).size).toBe(9);
    const elsewhere = new BatchBench({ samples: 3, id: 'another-run' }).requests().lines;
    expect(elsewhere.filter((line) => lines.includes(line))).toEqual([]);
  });

  it('draws another boundary where the case holds the first one', () => {
    const boundaryOf = (text: string) => {
      const { lines } = new BatchBench({ cases: [{ id: 'c', input: { text } }] }).requests();
      const own = requestSchema.parse(JSON.parse(lines[0] ?? '')).body.messages[1]?.content ?? '';
      return /=== (\w+) begin/.exec(own)?.[1] ?? '';
    };
    const first = boundaryOf('plain');
    expect(boundaryOf(`It knows ${first}!`)).not.toBe(first);
  });

  it('settles at once what needs no model', () => {
    const cases = [{ id: 'empty', input: { text: '' } }, ...casesOf(1)];
    const { lines, settled } = new BatchBench({ cases }).requests();
    expect(lines).toHaveLength(1);
    expect(settled.map(({ caseKey, digest }) => [caseKey, digest.status, digest.reason])).toEqual([
      [0, 'unscored', 'failed'],
    ]);
  });

  it('says how large its files will be', () => {
    const bench = new BatchBench({ cases: casesOf(100), samples: 2 });
    const { lines } = bench.requests();
    const estimate = estimateBatch(bench.run, bench.cells);
    expect(estimate).toMatchObject({ requests: 200, files: 1 });
    const real = lines.reduce((sum, line) => sum + line.length + 1, 0);
    expect(Math.abs(estimate.bytes - real) / real).toBeLessThan(0.02);
  });

  it.each(['model-alone', 'assisted'] as const)(
    'gives the judgements that a live reply gives, %s',
    async (mode) => {
      const bench = new BatchBench({ cases: casesOf(1), mode });
      const [request = ''] = bench.requests().lines;
      const said = mode === 'assisted' ? { rationale: 'fine', score: 7, grade: 'HIGH' } : fullReply;
      const importing = bench.importing();
      importing.take(answered(request, said), { file: 'f', line: 1 });
      const [result] = importing.collected();
      const live = await judged({
        judge: modelSaying(saying(said)),
        mode,
        ...(bench.cases[0] && { subject: bench.cases[0].case }),
      });
      const { receipt, attempts, prompt, ...rest } = live;
      expect(result?.judgement).toMatchObject(rest);
      const { messages, seed } = requestSchema.parse(JSON.parse(request)).body;
      expect([result?.judgement.prompt?.shared, result?.judgement.prompt?.own]).toEqual(
        messages.map(({ content }) => content),
      );
      // The boundary counts for nothing in it, so both ways of asking have the same question.
      expect(result?.judgement.receipt.prompt).toBe(receipt.prompt);
      expect(prompt?.shared).toBe(messages[0]?.content);
      expect(attempts).toHaveLength(1);
      expect(result?.judgement.receipt).toMatchObject({
        judge: 'batch',
        model: 'm-1-2026',
        parameters: { batch: 'openai', model: 'm-1', seed },
        tokens: { prompt: 10, reply: 5, estimated: false },
      });
    },
  );

  it('is read from whichever engine answered it', () => {
    const bench = new BatchBench({ engine: 'anthropic', cases: casesOf(2) });
    const [one = '', two = ''] = bench.requests().lines;
    const importing = bench.importing();
    importing.take(answeredByAnthropic(one), { file: 'f', line: 1 });
    const { custom_id } = z.object({ custom_id: z.string() }).parse(JSON.parse(two));
    importing.take(JSON.stringify({ custom_id, result: { type: 'expired' } }), { file: 'f', line: 2 });
    const [good, late] = importing.collected();
    expect(good?.judgement).toMatchObject({
      status: 'valid',
      receipt: {
        judge: 'batch',
        parameters: { batch: 'anthropic', structured: 'schema' },
        tokens: { prompt: 10 },
      },
    });
    expect(late?.judgement).toMatchObject({ reason: 'failed', causes: [{ what: 'expired' }] });
  });

  it('keeps nothing of a reply that no record of it may hold, whoever a script has asked', () => {
    const bench = new BatchBench({ cases: casesOf(1) });
    const [request = ''] = bench.requests().lines;
    const importing = bench.importing();
    const signed = answered(request).replace('"id":"x"', '"id":"x","system_fingerprint":"fp_ollama"');
    expect(signed).not.toBe(answered(request));
    importing.take(signed, { file: 'f', line: 1 });
    expect(() =>
      importing.collected().map(({ judgement }) => judgementSchema.parse(judgement)),
    ).not.toThrow();
  });
});

describe('results of a batch', () => {
  it('that are malformed, expired or of another question end with their reason', () => {
    const bench = new BatchBench({ cases: casesOf(5) });
    const [good = '', prose = '', late = '', other = '', strange = ''] = bench.requests().lines;
    const importing = bench.importing();
    const outdated = answered(other).replace(/-[0-9a-f]{16}"/, `-${'0'.repeat(16)}"`);
    const { custom_id } = requestSchema.parse(JSON.parse(strange));
    const noReply = JSON.stringify({ custom_id, response: { status_code: 200, body: { hello: 1 } } });
    for (const [index, line] of [
      answered(good),
      answered(prose, 'I think it is fine.'),
      expired(late),
      outdated,
      noReply,
    ].entries())
      importing.take(line, { file: 'f', line: index + 1 });
    const results = importing.collected();
    expect(results.map(({ caseKey, digest }) => [caseKey, digest.status, digest.reason])).toEqual([
      [0, 'valid', undefined],
      [1, 'unscored', 'unparseable'],
      [2, 'unscored', 'failed'],
      [4, 'unscored', 'failed'],
    ]);
    // Nobody was asked twice, and what expired took nothing.
    expect(results[1]?.judgement.attempts).toHaveLength(1);
    expect(results[2]?.judgement).toMatchObject({
      detail: 'The batch expired before this case was asked. It says: Too late.',
      receipt: { tokens: { prompt: 0, reply: 0 } },
    });
    expect(importing.report()).toMatchObject({ scored: 1, failed: 3, outdated: 1, missing: 1 });
    expect(importing.head()).toMatchObject({
      state: 'paused',
      pause: { because: 'batch' },
      counts: { done: 4 },
    });
  });

  it.each<[string, object, object]>([
    [
      'a content filter',
      { code: 'content_filter', message: 'Filtered.' },
      { reason: 'refused', causes: [{ code: 'filtered', by: 'content_filter' }] },
    ],
    [
      'a question that is too long',
      { code: 'context_length_exceeded', message: 'Too long.' },
      { reason: 'too-long', causes: [{ code: 'batch-failed', said: 'Too long.' }] },
    ],
    [
      'a reply that the engine found not to fit, and that does',
      { code: 'json_validate_failed', message: 'm', failed_generation: JSON.stringify(fullReply) },
      { status: 'valid' },
    ],
  ])('that hold an error end as it would end in the page: %s', (_, error, expected) => {
    for (const status_code of [400, 200]) {
      const bench = new BatchBench({ cases: casesOf(1) });
      const [request = ''] = bench.requests().lines;
      const { custom_id } = requestSchema.parse(JSON.parse(request));
      const importing = bench.importing();
      const response = { status_code, body: { error } };
      importing.take(JSON.stringify({ custom_id, response, error: null }), { file: 'f', line: 1 });
      expect(importing.collected().map(({ judgement }) => judgement)).toMatchObject([expected]);
    }
  });

  it('come in any order, twice, damaged, in several files and on several days, and nothing is lost', () => {
    const what = fc.constantFrom('good', 'bad', 'expired', 'none');
    const line = fc.record({
      unit: fc.nat(),
      first: what,
      second: what,
    });
    const noise = fc.constantFrom(
      '{"custom_id":"a',
      '{}',
      '{"custom_id":"x","response":{"choices":[]}}',
      '  ',
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(line, { maxLength: 20 }),
        fc.array(noise, { maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 0, max: 60 }),
        (count, samples, given, noises, order, cut) => {
          const bench = new BatchBench({ cases: casesOf(count), samples });
          const { lines: requests } = bench.requests();
          const say = (kind: string, unit: number): string[] => {
            const request = requests[unit % requests.length] ?? '';
            if (kind === 'good') return [answered(request)];
            if (kind === 'bad') return [answered(request, 'no')];
            return kind === 'expired' ? [expired(request)] : [];
          };
          const lines = given.flatMap(({ unit, first, second }) => [
            ...say(first, unit),
            ...say(second, unit),
          ]);
          const shuffled = [...lines, ...noises]
            .map((text) => ({ text, place: order.next().value }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ text }) => text);

          const days = [shuffled.slice(0, cut), shuffled.slice(cut)];
          const log: LoggedResult[] = [];
          let { head } = bench.run;
          for (const day of days) {
            const importing = bench.importing(log, { head });
            for (const [index, text] of day.entries()) importing.take(text, { file: 'f', line: index + 1 });
            const results = importing.collected();
            log.push(...logged(results, log.length));
            const { scored, failed, duplicate, unknown, outdated, damaged, missing, listed } =
              importing.report();
            const sum = scored + failed + duplicate + unknown + outdated + damaged;
            expect(sum).toBe(day.filter((text) => text.trim() !== '').length);
            expect(listed).toHaveLength(sum - scored + missing);
            head = importing.head();
            expect(head.progress).toEqual({ done: requests.length - missing, total: requests.length });
            expect(head.orders).toHaveLength(missing > 0 ? 1 : 0);
            expect(outdated).toBe(0);
            // Whoever is told as failed has no score.
            const last = new Map(log.map((one) => [`${one.caseKey} ${one.sample}`, one.digest.status]));
            const told = listed.flatMap((one) =>
              one.kind === 'failed' ? [`${one.caseKey} ${one.sample}`] : [],
            );
            expect(told.map((place) => last.get(place))).toEqual(told.map(() => 'unscored'));
            expect(told).toHaveLength(failed);
          }
          // A cell has a score exactly where some line has one, whatever else was said of it.
          const standing = new Map(
            log.map(({ caseKey, sample, digest }) => [caseKey * samples + sample, digest.status]),
          );
          for (const unit of requests.keys()) {
            const said = given
              .filter((one) => one.unit % requests.length === unit)
              .flatMap(({ first, second }) => [first, second])
              .filter((kind) => kind !== 'none');
            const expectedStatus = said.includes('good') ? 'valid' : said.length > 0 ? 'unscored' : undefined;
            expect(standing.get(unit)).toBe(expectedStatus);
          }
          // Cases are counted, each once: one is unscored where none of its samples has a score.
          const judged = new Map<number, (string | undefined)[]>();
          for (const [unit, status] of standing) {
            const place = Math.floor(unit / samples);
            judged.set(place, [...(judged.get(place) ?? []), status]);
          }
          const unscored = [...judged.values()].filter((all) => all.every((status) => status === 'unscored'));
          expect(head.counts.done).toBe(judged.size);
          expect(head.counts.statuses.unscored ?? 0).toBe(unscored.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a result file', () => {
  it('is read line by line, however its bytes come, with what is no text told apart', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"a":"한글"}\r\n\n'),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from('last'),
    ]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), async (size) => {
        const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
          start(controller) {
            for (let from = 0; from < bytes.length; from += size)
              controller.enqueue(new Uint8Array(bytes.subarray(from, from + size)));
            controller.close();
          },
        });
        const lines: [number, string | null][] = [];
        for await (const { line, text } of batchFileLines(stream)) lines.push([line, text]);
        expect(lines).toEqual([
          [1, '{"a":"한글"}'],
          [2, ''],
          [3, null],
          [4, 'last'],
        ]);
      }),
    );
  });

  it('of another rubric is no result of this run', () => {
    const bench = new BatchBench();
    const other = new BatchBench({ rubric: smallRubric({ title: 'Other' }) });
    const importing = bench.importing();
    importing.take(answered(other.requests().lines[0] ?? ''), { file: 'f', line: 1 });
    expect(importing.report()).toMatchObject({ unknown: 1, scored: 0 });
  });
});

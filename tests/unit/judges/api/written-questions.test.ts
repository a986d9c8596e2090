import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manner } from '../../../../src/judges/api/manners';
import { providerOf, providers } from '../../../../src/judges/api/providers';
import { wireFor } from '../../../../src/judges/api/wires';
import { WrittenQuestions, type WrittenQuestion } from '../../../../src/judges/api/written-questions';
import type { JudgeRequest } from '../../../../src/judges/judge';
import { sampleRequest } from './sample-request';

const manner: Manner = { structured: 'schema', without: new Set() };
const request = sampleRequest({ seed: 7 });

/** Counts how often a question is written down. */
function counted() {
  const wire = wireFor(providerOf('compatible'));
  let times = 0;
  const questions = new WrittenQuestions(
    { ...wire, body: (question) => ((times += 1), wire.body(question)) },
    { model: 'judge-1' },
  );
  return { questions, times: () => times };
}

function read({ tuning, stream, json, bytes }: WrittenQuestion) {
  return { tuning, stream, json: new TextDecoder().decode(json), bytes };
}

describe('a question that was expected', () => {
  it('is written once, and goes out as one that was not', () => {
    const { questions, times } = counted();
    const unexpected = questions.take(request, manner);
    questions.expect(request, manner);
    // Its form, and to try that out; it serves for both.
    expect(times()).toBe(2);
    // Whoever asks hands over a copy.
    expect(read(questions.take({ ...request }, manner))).toEqual(read(unexpected));
    expect(read(unexpected).json).toBe(JSON.stringify(unexpected.body()));
    expect(unexpected.bytes).toBe(11);
  });

  const changes: [string, Partial<JudgeRequest>, Manner][] = [
    ['another seed', { seed: 8 }, manner],
    ['a correction', { previous: { text: 'no', problem: 'It is no JSON.' } }, manner],
    ['a stream', { onText: () => undefined }, manner],
    ['another shape', { shape: { ...request.shape } }, manner],
    ['an easier manner', {}, { structured: 'json', without: new Set() }],
  ];
  it.each(changes)('is written anew for %s', (_, change, now) => {
    const { questions } = counted();
    questions.expect(request, manner);
    const changed = { ...request, ...change };
    const written = questions.take(changed, now);
    expect(read(written).json).toBe(JSON.stringify(written.body()));
    expect(read(written)).toEqual(read(counted().questions.take(changed, now)));
  });

  it('is written anew when it is sent once more', () => {
    const { questions, times } = counted();
    questions.expect(request, manner);
    const [first, second] = [questions.take(request, manner), questions.take(request, manner)];
    expect(read(second)).toEqual(read(first));
    expect(second).not.toBe(first);
    expect(times()).toBe(2);
  });
});

describe('many questions that differ in their cases', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('"', '\\', '\ud83d', '\ude00', '<<the case’s part>>', '1357924680', '회의록 \u2028'),
  );
  const texts = fc.array(word, { maxLength: 6 }).map((words) => words.join(''));
  const manners = fc.constantFrom<Manner>(
    manner,
    { structured: 'json', without: new Set() },
    { structured: 'prompt', without: new Set(['seed']) },
  );
  it.each(providers)('are what they would be one by one at $id', (provider) => {
    const wire = wireFor(provider);
    const asked = fc.record({ own: texts, shared: texts, seed: fc.option(fc.nat(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 4 }), manners, (all, now) => {
        const questions = new WrittenQuestions(wire, { model: 'judge-1' });
        for (const { own, shared, seed } of all) {
          const prompt = { ...request.prompt, own, shared };
          const { seed: _, ...rest } = request;
          const written = questions.take({ ...rest, prompt, ...(seed !== undefined && { seed }) }, now);
          expect(read(written).json).toBe(JSON.stringify(written.body()));
        }
      }),
    );
  });
});

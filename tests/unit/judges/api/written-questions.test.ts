import { describe, expect, it } from 'vitest';
import type { Manner } from '../../../../src/judges/api/manners';
import { providerOf } from '../../../../src/judges/api/providers';
import { wireFor } from '../../../../src/judges/api/wires';
import { WrittenQuestions } from '../../../../src/judges/api/written-questions';
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

describe('a question that was expected', () => {
  it('is written once, and goes out as one that was not', () => {
    const { questions, times } = counted();
    const unexpected = questions.take(request, manner);
    questions.expect(request, manner);
    expect(times()).toBe(2);
    // Whoever asks hands over a copy.
    expect(questions.take({ ...request }, manner)).toEqual(unexpected);
    expect(times()).toBe(2);
    expect(JSON.parse(unexpected.json)).toEqual(unexpected.body);
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
    expect(questions.take(changed, now)).toEqual(counted().questions.take(changed, now));
  });

  it('is written anew when it is sent once more', () => {
    const { questions, times } = counted();
    questions.expect(request, manner);
    questions.take(request, manner);
    questions.take(request, manner);
    expect(times()).toBe(2);
  });
});

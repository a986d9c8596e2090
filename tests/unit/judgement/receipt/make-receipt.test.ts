import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptSchema } from '../../../../src/judgement/judgement';
import { rubricContractSchema, type Rubric } from '../../../../src/rubric/rubric';
import { makeReceipt, type Asked } from '../../../../src/judgement/receipt';

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function rubric(): Rubric {
  const contract = rubricContractSchema.parse({
    format: 'assay-rubric/1',
    id: 'small',
    title: 'Small',
    version: '1.0.0',
    language: 'en',
    purpose: 'To have something to ask.',
    inputs: [
      { name: 'a', label: 'A' },
      { name: 'b', label: 'B' },
      { name: 'c', label: 'C', required: false },
    ],
    criteria: [{ id: 'clarity', label: 'Clarity', max: 5 }],
    headline: { value: 'output.clarity.score' },
  });
  return {
    ...contract,
    prompt: 'Judge {{a}} and {{b}}.',
    output: { type: 'object', properties: { a: { type: 'null' } } },
  };
}

const boundary = 'K7mQ2xW9pT4r';
function asked(): Asked {
  return {
    rubric: rubric(),
    question: { shared: 'Judge [answer].', own: `=== ${boundary} ===\nYes.\n=== ${boundary} ===`, boundary },
    case: { input: { b: '둘', a: 'one' } },
    judge: 'api',
    model: 'some-model',
    mode: 'model-alone',
    parameters: { temperature: 0, seed: 7 },
    build: '0.1.0',
    time: '2026-01-01T00:00:00.000Z',
    tokens: { prompt: 10, reply: 5, estimated: true },
  };
}

/** The same value with the keys of every object turned round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, turned(member)]),
  );
}

describe('makeReceipt', () => {
  it('gives the hashes that follow from its description', () => {
    const receipt = makeReceipt(asked());
    const caseHash = sha256('{"a":"one","b":"둘"}');
    const promptHash = sha256(
      `{"own":"=== BOUNDARY ===\\nYes.\\n=== BOUNDARY ===","shared":"${sha256('Judge [answer].')}"}`,
    );
    expect(receipt.case).toBe(caseHash);
    expect(receipt.prompt).toBe(promptHash);
    expect(receipt.id).toBe(
      sha256(
        `{"case":"${caseHash}","judge":"api","mode":"model-alone","model":"some-model",` +
          `"parameters":{"seed":7,"temperature":0},"prompt":"${promptHash}","rubric":"${receipt.rubric}"}`,
      ),
    );
    expect(receiptSchema.parse(receipt)).toEqual(receipt);
  });

  it('hashes the rubric as sorted JSON', () => {
    const sorted = JSON.stringify(rubric(), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort())
        : value,
    );
    expect(makeReceipt(asked()).rubric).toBe(sha256(sorted));
  });

  it('has no prompt when no model was asked', () => {
    expect(makeReceipt({ ...asked(), question: null, mode: 'rules-only' }).prompt).toBe('');
  });

  it.each<[string, Partial<Asked>]>([
    ['time', { time: '2027-01-01T00:00:00.000Z' }],
    ['build', { build: '9.9.9' }],
    ['tokens', { tokens: { prompt: 0, reply: 0, estimated: false } }],
    ['order of parameters', { parameters: { seed: 7, temperature: 0 } }],
    ['order of inputs', { case: { input: { a: 'one', b: '둘' } } }],
    [
      'boundary',
      {
        question: {
          shared: 'Judge [answer].',
          own: '=== zzzzzzzz ===\nYes.\n=== zzzzzzzz ===',
          boundary: 'zzzzzzzz',
        },
      },
    ],
    [
      'undefined keys',
      {
        rubric: {
          ...rubric(),
          output: { type: 'object', required: undefined, properties: { a: { type: 'null' } } },
        },
      },
    ],
  ])('has an id that does not depend on %s', (_name, change) => {
    expect(makeReceipt({ ...asked(), ...change }).id).toBe(makeReceipt(asked()).id);
  });

  it('does not depend on the key order of the rubric', () => {
    const { prompt, output, ...contract } = rubric();
    const turnedRubric: Rubric = { ...rubricContractSchema.parse(turned(contract)), output, prompt };
    expect(makeReceipt({ ...asked(), rubric: turnedRubric }).id).toBe(makeReceipt(asked()).id);
  });

  it.each<[string, Partial<Asked>]>([
    ['rubric text', { rubric: { ...rubric(), prompt: 'Judge {{answer}}!' } }],
    ['rubric version', { rubric: { ...rubric(), version: '1.0.1' } }],
    ['no question', { question: null }],
    ['shared part', { question: { shared: 'x', own: 'y', boundary } }],
    ['judge', { judge: 'webllm' }],
    ['model', { model: 'other-model' }],
    ['mode', { mode: 'assisted' }],
    ['parameters', { parameters: { temperature: 1, seed: 7 } }],
    ['a parameter less', { parameters: { temperature: 0 } }],
    ['an empty input', { case: { input: { b: '둘', a: 'one', c: '' } } }],
    ['half a character', { case: { input: { b: '둘', a: '\ud800' } } }],
  ])('has an id that depends on %s', (_name, change) => {
    expect(makeReceipt({ ...asked(), ...change }).id).not.toBe(makeReceipt(asked()).id);
  });

  it('tells any two cases, prompts, judges, models and parameters apart', () => {
    const text = fc.string({ unit: 'binary' });
    const parts = fc.record({ input: text, own: text, judge: text, model: text, parameter: text });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const id = (part: typeof one): string =>
          makeReceipt({
            ...asked(),
            case: { input: { a: part.input } },
            question: { shared: '', own: part.own, boundary },
            judge: part.judge,
            model: part.model,
            parameters: { p: part.parameter },
          }).id;
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(id(one) === id(other)).toBe(isSame);
        expect(id(one)).toBe(id({ ...one }));
      }),
    );
  });
});

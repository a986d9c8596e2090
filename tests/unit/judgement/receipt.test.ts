import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptSchema } from '../../../src/judgement/judgement';
import { makeReceipt, type Asked } from '../../../src/judgement/receipt';
import { smallRubric } from './small-rubric';

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

const rubric = () =>
  smallRubric({
    inputs: [
      { name: 'a', label: 'A' },
      { name: 'b', label: 'B' },
      { name: 'c', label: 'C', required: false },
    ],
  });

const boundary = 'K7mQ2xW9pT4r';
function question(word: string) {
  return { shared: 'Judge [answer].', own: `=== ${word} ===\nYes.\n=== ${word} ===`, boundary: word };
}
function asked(): Asked {
  return {
    rubric: rubric(),
    question: question(boundary),
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
    ['boundary', { question: question('zzzzzzzz') }],
    ['undefined keys', { rubric: { ...rubric(), headline: { ...rubric().headline, label: undefined } } }],
  ])('has an id that does not depend on %s', (_name, change) => {
    expect(makeReceipt({ ...asked(), ...change }).id).toBe(makeReceipt(asked()).id);
  });

  it.each<[string, Partial<Asked>]>([
    ['rubric text', { rubric: { ...rubric(), prompt: 'Judge {{answer}}!' } }],
    ['no question', { question: null }],
    ['shared part', { question: { shared: 'x', own: 'y', boundary } }],
    ['judge', { judge: 'webllm' }],
    ['model', { model: 'other-model' }],
    ['mode', { mode: 'assisted' }],
    ['parameters', { parameters: { temperature: 1, seed: 7 } }],
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

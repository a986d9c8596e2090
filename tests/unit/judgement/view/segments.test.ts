import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../src/rubric/facts';
import { segmentsOf } from '../../../../src/judgement/view/segments';

const span = (start: number, end: number, kind: Span['kind'] = 'found'): Span => ({
  input: 'x',
  start,
  end,
  kind,
});

describe('segmentsOf', () => {
  it('cuts at the borders of overlapping spans', () => {
    const segments = segmentsOf('abcdef', [span(1, 4), span(3, 5, 'source')]);
    expect(segments.map(({ text, spans }) => [text, spans.map(({ kind }) => kind)])).toEqual([
      ['a', []],
      ['bc', ['found']],
      ['d', ['found', 'source']],
      ['e', ['source']],
      ['f', []],
    ]);
  });

  it('ignores spans that lie outside the text', () => {
    expect(segmentsOf('ab', [span(1, 9), span(2, 2)]).map(({ text }) => text)).toEqual(['ab']);
  });

  it('is the text again, each stretch under exactly the spans that cover it', () => {
    const places = fc.array(
      fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => span(Math.min(a, b), Math.max(a, b))),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), places, (text, spans) => {
        const segments = segmentsOf(text, spans);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        for (const { start, text: stretch, spans: over } of segments) {
          const covering = spans.filter(
            (one) =>
              one.end <= text.length &&
              one.start <= start &&
              one.end >= start + stretch.length &&
              one.start < one.end,
          );
          expect(over).toEqual(covering);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../../../../../src/judges/api/http/read-stream';

function readAll(pieces: readonly string[]): string[] {
  const reader = new EventReader();
  return [...pieces.flatMap((piece) => reader.take(piece)), ...reader.end()];
}

describe('server-sent events', () => {
  it.each([
    ['one event', 'data: {"a":1}\n\n', ['{"a":1}']],
    ['no space after the colon', 'data:x\n\n', ['x']],
    ['only the first space is none of the data', 'data:  x\n\n', [' x']],
    ['line ends of all kinds', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['a', 'b', 'c']],
    ['comments and other fields', ': awake\n\nevent: ping\nid: 7\nretry: 10\ndata: a\n\n', ['a']],
    ['several lines of data', 'data: a\ndata: b\n\n', ['a\nb']],
    ['data without a value', 'data\n\ndata:\n\n', []],
    ['fields that begin alike', 'database: a\n\n', []],
    ['a last event that is not closed', 'data: a\n\ndata: b', ['a', 'b']],
    ['a last line end that is half', 'data: a\r', ['a']],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(readAll([text])).toEqual(expected);
  });

  it('are the same however the text was cut, letters included', () => {
    const event = fc.array(fc.stringMatching(/^[^\r\n]*$/), { minLength: 1, maxLength: 3 });
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(event, end)),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (events, sizes) => {
          const text = events.map(
            ([lines, eol]) => lines.map((line) => `data: ${line}${eol}`).join('') + eol,
          );
          const bytes = new TextEncoder().encode(text.join(''));
          const decoder = new TextDecoder();
          const pieces: string[] = [];
          for (let from = 0, step = 0; from < bytes.length; step += 1) {
            const size = sizes[step % sizes.length] ?? 1;
            pieces.push(decoder.decode(bytes.subarray(from, from + size), { stream: true }));
            from += size;
          }
          expect(readAll(pieces)).toEqual(readAll([new TextDecoder().decode(bytes)]));
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitList } from '../../../../src/core/text/split-list';

function entries(text: string): string[] {
  const list = splitList(text);
  if (!list.ok) throw new Error(list.problem);
  return list.items.map((item) => item.text);
}

describe('splitList', () => {
  it.each([
    ['["Nike", "NIKE"]', ['Nike', 'NIKE']],
    ['["Levi\\u0027s", " a \\"b\\" "]', ["Levi's", 'a "b"']],
    ['Nike, NIKE,nike', ['Nike', 'NIKE', 'nike']],
    ['Nike | NIKE, Inc. | nike', ['Nike', 'NIKE, Inc.', 'nike']],
    ['Nike\nNIKE, Inc.\r\nnike | run', ['Nike', 'NIKE, Inc.', 'nike | run']],
    ['Nike,\nNIKE,\nnike', ['Nike', 'NIKE', 'nike']],
    ['"Nike, Inc.", Nike', ['Nike, Inc.', 'Nike']],
    ['"12"" vinyl", x', ['12" vinyl', 'x']],
    ['15" laptop, x', ['15" laptop', 'x']],
    ['資生堂、SHISEIDO，Shiseido', ['資生堂', 'SHISEIDO', 'Shiseido']],
    ['Nike,, ,NIKE,', ['Nike', 'NIKE']],
    ['Nike', ['Nike']],
    ['[]', []],
    ['["", " "]', []],
    ['', []],
    [' \n ', []],
  ])('%j', (text, expected) => {
    expect(entries(text)).toEqual(expected);
  });

  it.each([
    ['["Nike", "NIKE"', 'not JSON'],
    ["['Nike', 'NIKE']", 'not JSON'],
    ['[Nike]', 'not JSON'],
    ['["Nike", 3]', 'got 3 at place 2'],
    ['[["Nike"]]', 'got ["Nike"] at place 1'],
    ['{"brand": "Nike"}', 'JSON object'],
    ['"Nike, NIKE', 'closing double quote'],
  ])('%j is a problem', (text, problem) => {
    const list = splitList(text);
    expect(list.ok ? 'no problem' : list.problem).toContain(problem);
  });

  const name = fc.stringMatching(/^[A-Za-z0-9가-힣é&'.-]+( [A-Za-z0-9가-힣é&'.-]+){0,2}$/);
  const names = fc.array(name, { minLength: 1, maxLength: 8 });

  it.each([',', ', ', '|', ' | ', '\n', '\r\n', ',\n', '，', '｜'])(
    'reads back what was joined by %j',
    (separator) => {
      fc.assert(
        fc.property(names, (list) => {
          expect(entries(list.join(separator))).toEqual(list);
        }),
      );
    },
  );

  it('reads back any texts from a JSON array, and any one-line texts in quotes', () => {
    const visible = fc
      .string({ unit: 'grapheme' })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(fc.array(visible, { minLength: 1 }), fc.constantFrom(undefined, 2), (list, indent) => {
        expect(entries(JSON.stringify(list, null, indent))).toEqual(list);
        const quoted = list.map((text) => `"${text.replaceAll('"', '""')}"`).join(', ');
        expect(entries(quoted)).toEqual(list);
      }),
    );
  });

  it('never throws, and its offsets point at the entries', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[[\]"',|\n ab]*$/)), (text) => {
        const list = splitList(text);
        if (!list.ok) return;
        for (const { text: entry, start, end } of list.items) {
          expect(entry).not.toBe('');
          const shown = text.slice(start, end);
          if (!/["\\]/.test(shown)) expect(shown.trim()).toBe(entry);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

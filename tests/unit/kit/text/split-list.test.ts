import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitList } from '../../../../src/kit/text/split-list';

function entries(text: string, known: string[] = []): string[] {
  const list = splitList(text, known);
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
    ['Nike; NIKE, Inc.； nike', ['Nike', 'NIKE, Inc.', 'nike']],
    ['H&amp;M, HM', ['H&amp;M', 'HM']],
    ['- Nike\n- NIKE\n- nike', ['Nike', 'NIKE', 'nike']],
    ['* Nike\n* NIKE', ['Nike', 'NIKE']],
    ['• Nike\n•NIKE', ['Nike', 'NIKE']],
    ['– Nike', ['Nike']],
    ['1. Nike\n2. NIKE\n3. nike', ['Nike', 'NIKE', 'nike']],
    ['1) Nike, 2) NIKE', ['Nike', 'NIKE']],
    ['(1) Nike; (2) NIKE', ['Nike', 'NIKE']],
    ['① Nike\n②NIKE', ['Nike', 'NIKE']],
    ['- "Smith, Jones & Co."\n- SJC', ['Smith, Jones & Co.', 'SJC']],
    ['1. FC Köln, FC Köln', ['1. FC Köln', 'FC Köln']],
    ['7.62, 3M', ['7.62', '3M']],
    ['-40, -20', ['-40', '-20']],
    ['[]', []],
    ['[ ]', []],
    ['None', []],
    [' none ', []],
    ['N/A', []],
    ['null', []],
    ['-', []],
    ['["None"]', ['None']],
    ['None, Nike', ['None', 'Nike']],
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
    ['1. FC Köln', 'may belong to the name'],
    ['1. FC Köln\n1. FC Koeln', 'may belong to the name'],
    ['3. Liga, 2. Bundesliga', 'may belong to the name'],
  ])('%j is a problem', (text, problem) => {
    const list = splitList(text);
    expect(list.ok ? 'no problem' : list.problem).toContain(problem);
  });

  const firm = 'Smith, Jones & Co.';
  it.each([
    ['Smith, Jones & Co., SJC, sjc', [firm], [firm, 'SJC', 'sjc']],
    ['SJC, SMITH,  JONES & CO', [firm], ['SJC', 'SMITH,  JONES & CO']],
    ['Smith, Jones & Co.', [firm], [firm]],
    ['Smith Jones & Co., Smith', [firm], ['Smith Jones & Co.', 'Smith']],
    ['Acme, ACME', ['Acme, Inc.'], ['Acme', 'ACME']],
    ['a-b, (c); d', ['a-b, (c)'], ['a-b, (c)', 'd']],
    ['Fish; Chips; F&C', ['Fish; Chips'], ['Fish; Chips', 'F&C']],
    ['1. FC Köln', ['1. FC Köln'], ['1. FC Köln']],
    ['1. FC Köln, 2. FC Köln', ['1. FC Köln'], ['1. FC Köln', '2. FC Köln']],
    ['None', ['None'], ['None']],
  ])('%j with %j known', (text, known, expected) => {
    expect(entries(text, known)).toEqual(expected);
  });

  it.each(['Smith, Jones and Co., SJC', 'SJC, Smith, Jones'])(
    'says so where %j may hold a known name cut in two',
    (text) => {
      const list = splitList(text, [firm]);
      expect(list.ok ? 'no problem' : list.problem).toContain(firm);
    },
  );

  const name = fc
    .stringMatching(/^[A-Za-z0-9가-힣é&'.-]+( [A-Za-z0-9가-힣é&'.-]+){0,2}$/)
    // What looks like a marker, or like a word for an empty list, is read as one.
    .filter((text) => !/^(?:[-–—*](?: |$)|\d{1,3}\.|none$|null$)/iu.test(text));
  const names = fc.array(name, { minLength: 1, maxLength: 8 });

  it.each([',', ', ', '|', ' | ', '\n', '\r\n', ',\n', '，', '｜', ';', '; ', ';\n', '\n- '])(
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
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[[\]"',;|\n ab1.•-]*$/)),
        (text) => {
          const list = splitList(text);
          if (!list.ok) return;
          for (const { text: entry, start, end } of list.items) {
            expect(entry).not.toBe('');
            const shown = text.slice(start, end);
            if (!/["\\]/.test(shown)) expect(shown.trim()).toBe(entry);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import type { RubricProblem } from '../../../../src/rubric/file/rubric-problem';
import { exampleBody, exampleYaml, fileOf, mistakes, spoilt } from './example-contract';

function problemsOf(text: string): RubricProblem[] {
  const result = parseRubric(text);
  return result.ok ? [] : result.problems;
}

/** `line:column key – message`, one per problem. */
function report(text: string): string[] {
  return problemsOf(text).map(({ line, column, key, message }) => `${line}:${column} ${key} – ${message}`);
}

/** The text without its mark, and the mark's line and column. */
function marked(text: string): { text: string; place: string } {
  const before = text.slice(0, text.indexOf('‸')).split('\n');
  return { text: text.replace('‸', ''), place: `${before.length}:${(before.at(-1) ?? '').length + 1}` };
}

describe('parseRubric', () => {
  it('reads a complete rubric', () => {
    const result = parseRubric(fileOf(exampleYaml));
    expect(result).toMatchObject({
      ok: true,
      rubric: {
        id: 'answer-check',
        prompt: exampleBody.trim(),
        criteria: [{ min: 0, max: 5 }, { choice: 'tone' }],
      },
    });
  });

  it('takes line ends, byte order marks and spaces in placeholders as they come', () => {
    const windows = `\uFEFF\r\n${fileOf(exampleYaml, '\nJudge {{ answer }} as a reply to {{ question}}.\n\n').replaceAll('\n', '\r\n')}`;
    expect(parseRubric(windows)).toEqual(parseRubric(fileOf(exampleYaml)));
  });

  // ‸ marks where the problem must be found.
  it.each(
    mistakes(`
purpose: → ‸porpose:
  porpose – A rubric has no key "porpose"; did you mean "purpose"?
max: 5⏎    rationale → max: ‸five⏎    rationale
  criteria[0].max – criteria[0].max: expected a number, but got "five".
version: 1.0.0 → version: ‸1.0
  version – version: expected three numbers joined by dots, in quotes, such as "1.0.0", but got the number 1.
kind: long } → kind: ‸lang }
  inputs[0].kind – inputs[0].kind: expected one of "text", "long", "json", "list", "number", but got "lang".
id: tone-fits⏎    title: The tone fits → ‸id: tone-fits
  checks[0].title – checks[0].title is missing: expected text.
id: accuracy⏎    label: Accuracy⏎    score: accuracy.score⏎    max: 5 → ‸id: accuracy⏎    label: Accuracy
  criteria[0].max – criteria[0].max is missing: expected max: the highest score this criterion can have.
title: Answer check → ‸title:
  title – title: expected text, but got an empty value.
id: tone⏎    label: Tone → ‸id: tone⏎    label: Tone⏎    score: total
  criteria[1] – criteria[1]: expected either score or choice, not both, but got score and choice.
length: size(input.answer) → length: ‸3
  facts.length – facts.length: expected text or a mapping of keys to values, but got 3.
length: size(input.answer) → length: { label: L, ‸valu: x }
  facts.length.valu – facts.length has no key "valu"; did you mean "value"?
{ range: "[0, 3]" } → ‸{ range: "[0, 3]", value: "1" }
  decided["accuracy.score"] – decided["accuracy.score"]: expected exactly one of value and range, but got range and value.
total: { label: Total,  → ‸total: { 
  derived.total.label – derived.total.label is missing: expected text.
length: size → ‸le-ngth: size
  facts.le-ngth – Expected a name of letters, digits and _, starting with a letter as a key of facts, but got "le-ngth".
total: { type: number } → total: { type: ‸nummer }
  output.properties.total.type – output.properties.total.type: expected one of "object", "array", "string", "integer", "number", "boolean", "null", but got "nummer".
total: { type: number } → total: { type: number, ‸minimun: 3 }
  output.properties.total.minimun – output.properties.total has no key "minimun"; did you mean "minimum"?
errors: { type: array, items: { type: string } } → ‸errors: { type: array }
  output.properties.errors.items – output.properties.errors.items is missing: expected a mapping of keys to values.
    total: { type: number } →     ‸constructor: { type: number }
  output.properties.constructor – The name "constructor" has a meaning of its own in every program; choose another one.
    total: { type: number } →     ‸__proto__: { type: number }
  output.properties.__proto__ – The name "__proto__" has a meaning of its own in every program; choose another one.
`),
  )('says what is wrong with %s → %s', (from, to, expected) => {
    const { text, place } = marked(fileOf(spoilt(from, to)));
    expect(report(text)).toContain(`${place} ${expected}`);
  });

  it.each<[string, string, string]>([
    [
      'a duplicate key',
      'id: one\nid: two\n',
      '3:1 front matter – This key stands here for the second time in the same mapping; keep one of the two.',
    ],
    ['a tab', 'inputs:\n\t- x\n', '3:1 front matter – This line is indented with a tab; YAML wants spaces.'],
    ['an unclosed quote', 'id: "one\n', '2:9 front matter – A quote is opened and never closed.'],
    [
      'an alias to nothing',
      'id: *nobody\n',
      '2:1 front matter – The front matter cannot be read: unresolved alias (the anchor must be set before the alias): nobody.',
    ],
    [
      'a key that is a list',
      '? [a]\n: x\n',
      '2:3 front matter – A key must be plain text, not a list or a mapping.',
    ],
    [
      'a list',
      '- x\n',
      '2:1 front matter – front matter: expected a mapping of keys to values, but got a list of 1.',
    ],
  ])('says where the YAML has %s', (_, yaml, expected) => {
    expect(report(fileOf(yaml))).toContain(expected);
  });

  const bomb = [
    'a: &a0 [x, x]',
    ...Array.from({ length: 9 }, (_, i) => `k${i}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`),
  ];
  it.each<[string, string, string]>([
    ['aliases that multiply', `${bomb.join('\n')}\n`, 'excessive alias count'],
    ['an alias to itself', 'a: &a [*a]\n', 'at most 64 levels of nesting'],
    ['nesting without end', `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`, 'at most 64 levels deep'],
    ['deep nesting', `a: ${'['.repeat(70)}${']'.repeat(70)}\n`, 'at most 64 levels of nesting'],
    ['a file too long', `# ${'x'.repeat(200_001)}\n`, 'longer than 200,000 characters'],
  ])('refuses %s', (_, yaml, expected) => {
    expect(report(fileOf(yaml))[0]).toContain(expected);
  });

  const many = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i));
  it.each<[string, string, string]>([
    [
      'a whole file too long',
      fileOf(exampleYaml, 'x'.repeat(500_000)),
      '1:1 file – A rubric file has at most 500,000 characters',
    ],
    [
      'too many inputs',
      fileOf(spoilt('inputs:', `inputs:\n${many(200, (i) => `  - { name: i${i}, label: I }`).join('\n')}`)),
      '8:1 inputs – inputs: expected a list of at most 200, but got a list of 203.',
    ],
    [
      'too many criteria',
      fileOf(
        spoilt(
          'criteria:',
          `criteria:\n${many(200, (i) => `  - { id: c${i}, label: C, max: 1 }`).join('\n')}`,
        ),
      ),
      'criteria: expected a list of at most 200, but got a list of 202.',
    ],
    [
      'too many expressions',
      fileOf(spoilt('facts:', `facts:\n${many(290, (i) => `  f${i}: '${i}'`).join('\n')}`)),
      'facts – A rubric has at most 300 expressions, but this one has 301.',
    ],
  ])('holds a rubric to its limits: %s', (_, text, expected) => {
    expect(report(text)[0]).toContain(expected);
  });

  it('finds a place behind an alias', () => {
    const anchored = spoilt(
      'rationale: { type: string }',
      'rationale: &text { type: string, maxLength: ‸x }',
    );
    const { text, place } = marked(fileOf(anchored.replace('items: { type: string }', 'items: *text')));
    expect(report(text).map((line) => line.replace(/ –.*/, ''))).toEqual([
      `${place} output.properties.accuracy.properties.rationale.maxLength`,
      `${place} output.properties.errors.items.maxLength`,
    ]);
  });

  it('points into the body', () => {
    const { text, place } = marked(fileOf(exampleYaml, 'One.\n\nJudge {{answer}} and ‸{{qestion}}.\n'));
    expect(report(text)).toContain(
      `${place} prompt – The prompt has the placeholder {{qestion}}, but no input has that name; did you mean "question"?`,
    );
  });

  it('lists problems from top to bottom', () => {
    const text = fileOf(
      spoilt('path: hint', 'path: hind').replace('about: [tone,', 'about: [ton,'),
      '{{nobody}}',
    );
    const lines = problemsOf(text).map(({ line }) => line ?? 0);
    expect(lines).toHaveLength(5);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('never throws, and every problem has a place and a sentence', () => {
    const lines = exampleYaml.split('\n');
    const mangled = fc
      .tuple(fc.nat(lines.length - 1), fc.nat(40), fc.string({ unit: 'binary', maxLength: 6 }))
      .map(([line, at, noise]) => {
        const text = lines[line] ?? '';
        return fileOf(lines.with(line, text.slice(0, at) + noise + text.slice(at)).join('\n'));
      });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((yaml) => fileOf(`${yaml}\n`)),
          mangled,
        ),
        (text) => {
          for (const { line, column, key, message } of problemsOf(text)) {
            expect(line).toBeGreaterThan(0);
            expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
            expect(column).toBeGreaterThan(0);
            expect(key).not.toBe('');
            expect(message).toMatch(/[.?]$/);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

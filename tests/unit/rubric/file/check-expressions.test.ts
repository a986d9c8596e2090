import { describe, expect, it } from 'vitest';
import { expressionProblems } from '../../../../src/rubric/program/compile-rubric';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { exampleYaml, fileOf, mistakes, spoilt } from './example-contract';

/** `line key – message`, one per problem. */
function report(yaml: string): string[] {
  const result = parseRubric(fileOf(yaml), expressionProblems);
  if (result.ok) return [];
  return result.problems.map(({ line, key, message }) => `${line} ${key} – ${message}`);
}

/** The line of the file on which a piece of the example stands. */
function lineOf(piece: string): number {
  return exampleYaml.slice(0, exampleYaml.indexOf(piece)).split('\n').length + 1;
}

describe('mistakes in the expressions of a rubric file', () => {
  it('are none in the example', () => {
    expect(report(exampleYaml)).toEqual([]);
  });

  it.each(
    mistakes(`
size(input.answer) → size(input.anser)
  facts.length – input.anser is not declared
facts.length == 0 → facts.lenth == 0
  decided.tone.when – facts.lenth is not declared
"[0, 3]" → "3"
  decided["accuracy.score"].range – gives a list
"[0, 1]" → "[0, "
  decided.range – 
value: output.accuracy.score → value: output.acuracy.score
  derived.total.value – output has no acuracy
output.tone != '' → output.tone + ''
  checks[0].assert – gives a bool
{{ output.tone }} → {{ output.tune }}
  checks[0].message – output has no tune
stated.stated_length == → stated.length ==
  statements[0].assert – stated.length is not declared
'{stated_length} letters' → '{stated_length} (letters'
  statements[0].reads[1] – expected )
headline: { value: derived.total → headline: { value: derived.totl
  headline.value – derived.totl is not declared
value: "'POLITE'" → value: "'KIND'"
  decided.tone.value – it gives "KIND", which the output does not allow here
"[0, 1]" → "[0, 1, 2]"
  decided.range – the output does not allow
"[0, 3]" → "[7, 9]"
  decided["accuracy.score"].range – leaves no number
`),
  )('%s → %s', (from, to, expected) => {
    const [key = '', words = ''] = expected.split(' – ');
    const line = lineOf(from);
    expect(report(spoilt(from, to))).toEqual([
      expect.stringContaining(`${line} ${key} – The expression at ${key} cannot be used: `),
    ]);
    expect(report(spoilt(from, to)).join()).toContain(words);
  });

  it('are plain words where CEL itself is at a loss', () => {
    const [problem = ''] = report(spoilt('size(input.answer)', "'[][0] == 1'"));
    expect(problem).toContain('an empty list or map may be the reason');
    expect(problem).not.toContain('overload');
  });

  it('are not looked for without a compiler', () => {
    expect(parseRubric(fileOf(spoilt('size(input.answer)', 'size(')))).toMatchObject({ ok: true });
  });
});

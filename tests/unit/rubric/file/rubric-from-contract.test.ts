import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rubricFromContract } from '../../../../src/rubric/file/read-contract';
import { exampleBody, exampleYaml, mistakes, spoilt } from './example-contract';

function messages(yaml: string, body: string = exampleBody): string[] {
  const result = rubricFromContract(parse(yaml), body);
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

describe('rubricFromContract', () => {
  it('accepts the example', () => {
    expect(messages(exampleYaml)).toEqual([]);
  });

  it.each(
    mistakes(`
name: source → name: answer
  inputs[2].name: expected a name that is used once, but got "answer" a second time.
label: Source, → label: Source, aliases: [reply],
  inputs[2].aliases[0]: expected an alias that no other input has, but got "reply".
aliases: [reply] → aliases: [source]
  inputs[1].aliases[0]: expected an alias that no other input has, but got "source".
id: tone⏎ → id: accuracy⏎
  criteria[1].id: expected a name that is used once, but got "accuracy" a second time.
      - { id: first, label: First, score: rules.0.score, max: 10 } →       - { id: first, label: A, score: total, max: 1 }⏎      - { id: first, label: B, score: total, max: 1 }
  criteria[0].parts[1].id: expected a name that is used once, but got "first" a second time.
checks:⏎ → checks:⏎  - { id: tone-fits, title: t, severity: error, assert: "true", message: m }⏎
  checks[1].id: expected a name that is used once, but got "tone-fits" a second time.
name: source → name: valueOf
  The name "valueOf" has a meaning of its own in every program; choose another one.
score: accuracy.score⏎ → score: accuracy.scores⏎
  criteria[0].score names "accuracy.scores", which the output does not have; did you mean "accuracy.score"?
score: accuracy.score⏎ → score: hint⏎
  criteria[0].score names "hint", which is a text; expected the path of a number.
score: rules.0.score → score: errors.0
  criteria[0].parts[0].score names "errors.0", which is inside a list of free length; expected the path of a number.
score: rules.0.score → score: rules.1.score
  criteria[0].parts[0].score names "rules.1.score", which the output does not have; did you mean "rules.0.score"?
choice: tone → choice: hint
  criteria[1].choice names "hint", which is a text; expected the path of a text with an enum of labels, or of true or false.
rationale: accuracy.rationale → rationale: total
  criteria[0].rationale names "total", which is a number; expected the path of a text, or of a list of texts.
path: hint → path: accuracy
  notes[0].path names "accuracy", which is an object; expected the path of a field, not of an object or of an entry in a list.
stated_value: total → stated_value: accuracy
  headline.stated_value names "accuracy", which is an object; expected the path of a single value.
stated_value: total → stated_verdict: verdict
  headline.stated_verdict names "verdict", which the output does not have; choose from accuracy, accuracy.rationale, accuracy.score, tone, rules, rules.0, rules.0.score, range, range.0, range.1, errors, hint and 1 more.
  range: "[0, 1]" →   accuracy: x
  decided.accuracy names "accuracy", which is an object; expected the path of one whole field (a single value, or a whole list).
  range: "[0, 1]" →   range.0: x
  decided["range.0"] names "range.0", which is a place in a list that is one field; expected the path of one whole field (a single value, or a whole list).
  range: "[0, 1]" →   errors.0: x
  decided["errors.0"] names "errors.0", which is inside a list of free length; expected the path of one whole field (a single value, or a whole list).
  range: "[0, 1]" →   rules: x
  decided.rules names "rules", which is a list with a shape per place; expected the path of one whole field (a single value, or a whole list).
{ when: facts.length == 0, value: "'POLITE'" } → { range: "[0, 1]" }
  decided.tone names "tone", which is a text; expected the path of a number, because the rule gives a range.
about: [tone, → about: [ton,
  checks[0].about[0] names "ton", which the output does not have; did you mean "tone"?
at: [1, 5] → at: [1, 6]
  criteria[0].levels[1].at: expected a score from 0 to 5, or [from, to] with the lower one first, but got [1, 6].
at: [1, 5] → at: [5, 1]
  criteria[0].levels[1].at: expected a score from 0 to 5, or [from, to] with the lower one first, but got [5, 1].
at: 0, → at: zero,
  criteria[0].levels[0].at: expected a score from 0 to 5, or [from, to] with the lower one first, but got "zero".
at: POLITE → at: POLITTE
  A level of "tone" stands at "POLITTE", which is no label of tone; did you mean "POLITE"?
at: POLITE → at: 3
  A level of "tone" stands at 3, which is no label of tone; choose from POLITE, RUDE.
max: 5⏎    rationale → max: 5⏎    min: 5⏎    rationale
  criteria[0].max: expected a number above min (5), but got 5.
minimum: 0, maximum: 5 → minimum: 0, maximum: 9
  criteria[0].max: expected 9, since the output allows a score as high as that, but got 5.
minimum: 0, maximum: 5 → minimum: -1, maximum: 5
  criteria[0].min: expected -1, since the output allows a score as low as that, but got 0.
minimum: 0, maximum: 5 → minimum: 6, maximum: 5
  output.properties.accuracy.properties.score: expected minimum not above maximum, but got minimum and maximum.
errors: { type: array, → errors: { type: array, minItems: 3, maxItems: 2,
  output.properties.errors: expected minItems not above maxItems, but got minItems and maxItems.
output:⏎  type: object → output:⏎  type: object⏎  required: [tone, totl]
  The output requires "totl", but has no such property; did you mean "total"?
`),
  )('refuses %s → %s', (from, to, expected) => {
    expect(messages(spoilt(from, to))).toContain(expected);
  });

  it.each<[string, string, string[]]>([
    ['an empty body', ' \n\n', ['The judge prompt is empty: write it in Markdown below the front matter.']],
    [
      'a required input unmentioned',
      '{{question}}',
      ['The input "answer" is required, but the prompt never mentions {{answer}}.'],
    ],
    [
      'an unknown placeholder',
      '{{question}} {{answer}} {{a b}}',
      [
        'The prompt has the placeholder {{a b}}, but no input has that name; choose from question, answer, source.',
      ],
    ],
    ['an optional input unmentioned', '{{question}} {{answer}}', []],
    ['single braces', '{{question}} {{answer}} {x}', []],
  ])('looks at a prompt with %s', (_, body, expected) => {
    expect(messages(exampleYaml, body)).toEqual(expected);
  });

  it('gives the same prompt however the body was written', () => {
    const result = rubricFromContract(parse(exampleYaml), '\r\n\n  {{ answer }}\r\n{{question}}  \n\n');
    expect(result).toHaveProperty('rubric.prompt', '  {{answer}}\n{{question}}');
  });

  it.each([[undefined], [null], [7], ['text'], [[]], [{}]])('refuses %j without throwing', (contract) => {
    expect(rubricFromContract(contract, 'x').ok).toBe(false);
  });
});

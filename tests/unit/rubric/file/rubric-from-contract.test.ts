import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rubricFromContract } from '../../../../src/rubric/file/read-contract';
import { exampleBody, exampleYaml, spoilt } from './example-contract';

function messages(yaml: string, body: string = exampleBody): string[] {
  const result = rubricFromContract(parse(yaml), body);
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

describe('rubricFromContract', () => {
  it('accepts the example', () => {
    expect(messages(exampleYaml)).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    [
      'an input twice',
      'name: source',
      'name: answer',
      'Expected a name that is used once at inputs[2].name, but got "answer" a second time.',
    ],
    [
      'an alias of two inputs',
      'label: Source,',
      'label: Source, aliases: [reply],',
      'Expected an alias that no other input has at inputs[2].aliases[0], but got "reply".',
    ],
    [
      'an alias that is another input',
      'aliases: [reply]',
      'aliases: [source]',
      'Expected an alias that no other input has at inputs[1].aliases[0], but got "source".',
    ],
    [
      'a criterion twice',
      'id: tone\n',
      'id: accuracy\n',
      'Expected a name that is used once at criteria[1].id, but got "accuracy" a second time.',
    ],
    [
      'a part twice',
      '      - { id: first, label: First, score: rules.0.score, max: 10 }',
      '      - { id: first, label: A, score: total, max: 1 }\n      - { id: first, label: B, score: total, max: 1 }',
      'Expected a name that is used once at criteria[0].parts[1].id, but got "first" a second time.',
    ],
    [
      'a check twice',
      'checks:\n',
      'checks:\n  - { id: tone-fits, title: t, severity: error, assert: "true", message: m }\n',
      'Expected a name that is used once at checks[1].id, but got "tone-fits" a second time.',
    ],
    [
      'an input with a taken name',
      'name: source',
      'name: valueOf',
      'The name "valueOf" has a meaning of its own in every program; choose another one.',
    ],
    [
      'a score that is not there',
      'score: accuracy.score\n',
      'score: accuracy.scores\n',
      'criteria[0].score names "accuracy.scores", which the output does not have; did you mean "accuracy.score"?',
    ],
    [
      'a score that is text',
      'score: accuracy.score\n',
      'score: hint\n',
      'criteria[0].score names "hint", which is a text; expected the path of a number.',
    ],
    [
      'a score in a free list',
      'score: rules.0.score',
      'score: errors.0',
      'criteria[0].parts[0].score names "errors.0", which is inside a list of free length; expected the path of a number.',
    ],
    [
      'a part beyond the list',
      'score: rules.0.score',
      'score: rules.1.score',
      'criteria[0].parts[0].score names "rules.1.score", which the output does not have; did you mean "rules.0.score"?',
    ],
    [
      'a choice without labels',
      'choice: tone',
      'choice: hint',
      'criteria[1].choice names "hint", which is a text; expected the path of a text with an enum of labels.',
    ],
    [
      'a rationale that is a number',
      'rationale: accuracy.rationale',
      'rationale: total',
      'criteria[0].rationale names "total", which is a number; expected the path of a text, or of a list of texts.',
    ],
    [
      'a note that is an object',
      'path: hint',
      'path: accuracy',
      'notes[0].path names "accuracy", which is an object; expected the path of a field, not of an object or of an entry in a list.',
    ],
    [
      'a stated value that is an object',
      'stated_value: total',
      'stated_value: accuracy',
      'headline.stated_value names "accuracy", which is an object; expected the path of a single value.',
    ],
    [
      'a stated verdict that is not there',
      'stated_value: total',
      'stated_verdict: verdict',
      'headline.stated_verdict names "verdict", which the output does not have; choose from accuracy, accuracy.rationale, accuracy.score, tone, rules, rules.0, rules.0.score, range, range.0, range.1, errors, hint and 1 more.',
    ],
    [
      'a decided object',
      '  range: "[0, 1]"',
      '  accuracy: x',
      'decided.accuracy names "accuracy", which is an object; expected the path of one whole field (a single value, or a whole list).',
    ],
    [
      'half of a decided pair',
      '  range: "[0, 1]"',
      '  range.0: x',
      'decided["range.0"] names "range.0", which is a place in a list that is one field; expected the path of one whole field (a single value, or a whole list).',
    ],
    [
      'an entry of a free list',
      '  range: "[0, 1]"',
      '  errors.0: x',
      'decided["errors.0"] names "errors.0", which is inside a list of free length; expected the path of one whole field (a single value, or a whole list).',
    ],
    [
      'a decided list of objects',
      '  range: "[0, 1]"',
      '  rules: x',
      'decided.rules names "rules", which is a list with a shape per place; expected the path of one whole field (a single value, or a whole list).',
    ],
    [
      'a range of labels',
      `{ when: facts.length == 0, value: "'POLITE'" }`,
      '{ range: "[0, 1]" }',
      'decided.tone names "tone", which is a text; expected the path of a number, because the rule gives a range.',
    ],
    [
      'a check about nothing',
      'about: [tone,',
      'about: [ton,',
      'checks[0].about[0] names "ton", which the output does not have; did you mean "tone"?',
    ],
    [
      'a level beyond the scale',
      'at: [1, 5]',
      'at: [1, 6]',
      'Expected a score from 0 to 5, or [from, to] with the lower one first at criteria[0].levels[1].at, but got [1, 6].',
    ],
    [
      'a level upside down',
      'at: [1, 5]',
      'at: [5, 1]',
      'Expected a score from 0 to 5, or [from, to] with the lower one first at criteria[0].levels[1].at, but got [5, 1].',
    ],
    [
      'a label on a scale',
      'at: 0,',
      'at: zero,',
      'Expected a score from 0 to 5, or [from, to] with the lower one first at criteria[0].levels[0].at, but got "zero".',
    ],
    [
      'a level with an unknown label',
      'at: POLITE',
      'at: POLITTE',
      'A level of "tone" stands at "POLITTE", which is no label of tone; did you mean "POLITE"?',
    ],
    [
      'a number among labels',
      'at: POLITE',
      'at: 3',
      'A level of "tone" stands at 3, which is no label of tone; choose from POLITE, RUDE.',
    ],
    [
      'a scale upside down',
      'max: 5\n    rationale',
      'max: 5\n    min: 5\n    rationale',
      'Expected a number above min (5) at criteria[0].max, but got 5.',
    ],
    [
      'a scale below the output',
      'minimum: 0, maximum: 5',
      'minimum: 0, maximum: 9',
      'Expected 9, since the output allows a score as high as that at criteria[0].max, but got 5.',
    ],
    [
      'a scale above the output',
      'minimum: 0, maximum: 5',
      'minimum: -1, maximum: 5',
      'Expected -1, since the output allows a score as low as that at criteria[0].min, but got 0.',
    ],
    [
      'bounds upside down',
      'minimum: 0, maximum: 5',
      'minimum: 6, maximum: 5',
      'Expected a number not below minimum (6) at output.properties.accuracy.properties.score.maximum, but got 5.',
    ],
    [
      'bounds without a whole number',
      'minimum: 0, maximum: 5',
      'minimum: 0.2, maximum: 0.8',
      'Expected bounds with a whole number between them at output.properties.accuracy.properties.score, but got 0.2 to 0.8.',
    ],
    [
      'a fraction among whole numbers',
      'enum: [0, 10]',
      'enum: [0, 0.5]',
      'Expected a whole number within minimum and maximum at output.properties.rules.prefixItems[0].properties.score.enum[1], but got 0.5.',
    ],
    [
      'lengths upside down',
      'rationale: { type: string }',
      'rationale: { type: string, minLength: 3, maxLength: 2 }',
      'Expected a number not below minLength (3) at output.properties.accuracy.properties.rationale.maxLength, but got 2.',
    ],
    [
      'counts upside down',
      'errors: { type: array,',
      'errors: { type: array, minItems: 3, maxItems: 2,',
      'Expected a number not below minItems (3) at output.properties.errors.maxItems, but got 2.',
    ],
    [
      'a required key that is not there',
      'output:\n  type: object',
      'output:\n  type: object\n  required: [tone, totl]',
      'The output requires "totl", but has no such property; did you mean "total"?',
    ],
  ])('refuses %s', (_, from, to, expected) => {
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

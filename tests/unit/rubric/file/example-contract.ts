/** A small rubric that is right, as YAML lines, for tests that spoil one thing in it. */
export const exampleYaml = `format: assay-rubric/1
id: answer-check
title: Answer check
version: 1.0.0
language: en
purpose: Shows whether an answer is right.
inputs:
  - { name: question, label: Question, kind: long }
  - { name: answer, label: Answer, kind: long, aliases: [reply] }
  - { name: source, label: Source, required: false }
criteria:
  - id: accuracy
    label: Accuracy
    score: accuracy.score
    max: 5
    rationale: accuracy.rationale
    levels:
      - { at: 0, name: Nothing }
      - { at: [1, 5], name: Something }
    parts:
      - { id: first, label: First, score: rules.0.score, max: 10 }
  - id: tone
    label: Tone
    choice: tone
    levels:
      - { at: POLITE, name: Polite }
output:
  type: object
  properties:
    accuracy:
      type: object
      properties:
        rationale: { type: string }
        score: { type: integer, minimum: 0, maximum: 5 }
    tone: { type: string, enum: [POLITE, RUDE] }
    rules:
      type: array
      prefixItems:
        - { type: object, properties: { score: { type: integer, enum: [0, 10] } } }
      items: false
    range:
      type: array
      prefixItems: [{ type: integer }, { type: integer }]
      items: false
    errors: { type: array, items: { type: string } }
    hint: { anyOf: [{ type: string }, { type: 'null' }] }
    total: { type: number }
facts:
  length: size(input.answer)
decided:
  tone: { when: facts.length == 0, value: "'POLITE'" }
  accuracy.score: { range: "[0, 3]" }
  range: "[0, 1]"
derived:
  total: { label: Total, value: output.accuracy.score, max: 5 }
checks:
  - id: tone-fits
    title: The tone fits
    severity: warning
    assert: output.tone != ''
    message: "{{ output.tone }} is no tone"
    about: [tone, accuracy, errors.0]
statements:
  - id: length-stated
    title: The length is stated as it is
    about: accuracy.rationale
    reads: ['{stated_length} characters', '{stated_length} letters']
    assert: stated.stated_length == facts.length
    message: 'It has {{ facts.length }} characters.'
notes:
  - { label: Hint, path: hint }
headline: { value: derived.total, stated_value: total }
`;

export const exampleBody = 'Judge {{answer}} as a reply to {{question}}.\n';

export function fileOf(yaml: string, body: string = exampleBody): string {
  return `---\n${yaml}---\n${body}`;
}

/** The example with `from` replaced, which must be there. */
export function spoilt(from: string, to: string): string {
  if (!exampleYaml.includes(from)) throw new Error(`Expected the example to contain ${from}.`);
  return exampleYaml.replace(from, to);
}

/** Reads pairs of lines: `from → to`, and below it what comes of that change. `⏎` stands for a line end. */
export function mistakes(table: string): [from: string, to: string, expected: string][] {
  return Array.from(table.matchAll(/^(.+) → (.+)\n {2}(.*)$/gm), ([, from = '', to = '', expected = '']) => [
    from.replaceAll('⏎', '\n'),
    to.replaceAll('⏎', '\n'),
    expected,
  ]);
}

import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../../../src/judgement/prompt/build-prompt';
import { nextLevel } from '../../../../src/judgement/explain';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { compileRubric, expressionProblems } from '../../../../src/rubric/program/compile-rubric';
import type { JsonObject } from '../../../../src/kit/json';
import { writeRubric } from '../../../../src/rubric/file/write-rubric';
import { unfilledInputs, type Rubric } from '../../../../src/rubric/rubric';
import { levelOf } from '../../../../src/sheet/table/column-layout';

/** Answers to strangers: yes or no, a label with a worth, a scale whose high end is the bad one. */
const file = `---
format: assay-rubric/1
id: stranger-reply
title: Reply to a stranger
version: 1.0.0
language: en
purpose: Shows whether a reply is safe and kind.
inputs:
  - { name: reply, label: The reply }
  - { name: house_rules, label: House rules, kind: long, per: run }
criteria:
  - id: on_topic
    label: On topic
    choice: on_topic.answer
    better: high
    levels: [{ at: true, name: On topic }, { at: false, name: Off topic }]
  - id: tone
    label: Tone
    choice: tone.label
    levels:
      - { at: KIND, name: Kind, value: 1 }
      - { at: PLAIN, name: Plain, value: 0.5 }
      - { at: RUDE, name: Rude, value: 0 }
  - id: harm
    label: Harm
    max: 2
    better: low
    levels: [{ at: 0, name: None }, { at: 1, name: Some }, { at: 2, name: Grave }]
derived:
  total: { label: Total, value: '2 * worth.tone + (output.on_topic.answer ? 1 : 0) - output.harm.score', max: 3 }
checks:
  - id: no-worth-in-text
    title: The reason does not say worth.tone.
    severity: warning
    assert: output.tone.rationale != 'worth.tone'
    message: It does.
examples:
  - { title: A kind one, given: 'Thank you!', reply: { tone: { label: KIND } } }
  - { title: In the prompt, given: Never shown twice, in_prompt: true }
headline: { value: derived.total, max: 3 }
---

Judge {{reply}} by {{house_rules}}.
`;

const read = parseRubric(file, expressionProblems);
if (!read.ok) throw new Error(JSON.stringify(read.problems));
const { rubric } = read;
const [onTopic, tone, harm] = rubric.criteria;
if (!onTopic || !tone || !harm) throw new Error('Expected three criteria.');

function total(output: JsonObject) {
  const compiled = compileRubric(rubric);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const input = { reply: 'Hello', house_rules: 'Be kind.' };
  return compiled.program.assess({ input, facts: [], output, decided: [], comparing: false }).headline.value;
}

function promptOf(one: Rubric): string {
  const input = { reply: 'Hello' };
  return buildPrompt({ rubric: one, input, shape: one.output, shapeVaries: false, boundary: 'abcdefgh12' })
    .shared;
}

describe('what the format grew by', () => {
  it('makes the shape of yes and no', () => {
    expect(rubric.output.properties['on_topic']).toMatchObject({
      properties: { answer: { type: 'boolean' } },
    });
  });

  it.each([
    ['KIND', true, 0, 3],
    ['PLAIN', false, 2, -1],
  ])('computes with the worth of %s', (label, answer, score, value) => {
    const output = {
      on_topic: { rationale: '', answer },
      tone: { rationale: '', label },
      harm: { rationale: '', score },
    };
    expect(total(output)).toEqual({ kind: 'value', value });
  });

  it('bounds the worth of an open label', () => {
    const output = { on_topic: { rationale: '', answer: true }, harm: { rationale: '', score: 0 } };
    expect(total(output)).toMatchObject({ kind: 'range', min: 1, max: 3 });
  });

  it('refuses the worth of a criterion whose levels have none', () => {
    const problems = parseRubric(file.replace('worth.tone +', 'worth.harm +'), expressionProblems);
    expect(JSON.stringify(problems)).toContain('worth.harm is not known');
  });

  it.each([
    [harm, 0, 4],
    [harm, 2, 0],
    [onTopic, true, 4],
    [onTopic, false, 0],
    [tone, 'PLAIN', 2],
    [tone, 'RUDE', 0],
  ])('shows how good a value is by what is better: %#', (criterion, value, level) => {
    expect(levelOf(criterion, { kind: 'value', value })).toBe(level);
  });

  it('names the next better level, which may be a lower one', () => {
    expect(nextLevel(harm, { kind: 'value', value: 2 })?.name).toBe('Some');
    expect(nextLevel(harm, { kind: 'value', value: 0 })).toBeNull();
  });

  it('sets apart what is filled in once, and asks for it before a case', () => {
    expect(rubric.inputs.map(({ name }) => name)).toEqual(['reply']);
    expect(unfilledInputs(rubric).map(({ label }) => label)).toEqual(['House rules']);
    const filled = parseRubric(file.replace('per: run }', 'per: run, value: Be kind. }'), expressionProblems);
    if (!filled.ok) throw new Error(JSON.stringify(filled.problems));
    expect(unfilledInputs(filled.rubric)).toEqual([]);
    expect(promptOf(filled.rubric)).toContain('Judge [reply] by Be kind..');
    const again = parseRubric(writeRubric(filled.rubric));
    expect(again).toEqual({ ok: true, rubric: filled.rubric });
    const compiled = compileRubric({ ...filled.rubric, facts: { rules: 'input.house_rules' } });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    expect(compiled.program.facts({ reply: 'Hello' }, []).facts).toMatchObject([{ value: 'Be kind.' }]);
  });

  it('shows each example once to the judge', () => {
    const shared = promptOf(rubric);
    expect(shared).toContain(
      '## Examples\n\n### A kind one\n\nThank you!\n\nThe right answer:\n\n{"tone":{"label":"KIND"}}',
    );
    expect(shared).not.toContain('Never shown twice');
  });
});

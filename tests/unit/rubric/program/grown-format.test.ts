import { describe, expect, it } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import { judgementViewWords } from '../../../../src/i18n/en/judgement-view';
import { judgementLineSchema, judgementsJsonlChunks } from '../../../../src/export/judgements-jsonl';
import { scoredCsvChunks } from '../../../../src/export/scored-csv';
import { judgementAsText } from '../../../../src/judgement/view/copy-text';
import { namingOf } from '../../../../src/judgement/view/labels';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { judgeCase } from '../../../../src/judgement/judge-case';
import { digestOf } from '../../../../src/judgement/digest';
import { buildPrompt } from '../../../../src/judgement/prompt/build-prompt';
import { nextLevel } from '../../../../src/judgement/explain';
import { fillRunInputs } from '../../../../src/rubric/file/fill-run-inputs';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { compileRubric, expressionProblems } from '../../../../src/rubric/program/compile-rubric';
import type { JsonObject } from '../../../../src/kit/json';
import { writeRubric } from '../../../../src/rubric/file/write-rubric';
import { unfilledInputs, type Rubric } from '../../../../src/rubric/rubric';
import Papa from 'papaparse';
import { levelOf } from '../../../../src/sheet/table/column-layout';
import { judgedRuns, runHead, written } from '../../export/export-fixture';
import { modelSaying, saying } from '../../judgement/small-rubric';

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

/** A rubric of one new thing each. */
const head = `---
format: assay-rubric/1
id: small
title: Small
version: 1.0.0
language: en
purpose: Shows one thing.
`;
const inputs = 'inputs: [{ name: reply, label: Reply }]\n';
const harmOnly =
  'criteria: [{ id: harm, label: Harm, max: 2, better: low, levels: [{ at: 0, name: None }, { at: 2, name: Grave }] }]\n';
const small = {
  booleans: `${head}${inputs}criteria: [{ id: apt, label: Apt, choice: apt.answer, levels: [{ at: true, name: On topic }, { at: false, name: Off topic }] }]
headline: { value: 'output.apt.answer ? 1 : 0', max: 1 }
---
Judge {{reply}}.
`,
  worth: `${head}${inputs}criteria: [{ id: tone, label: Tone, choice: tone.label, levels: [{ at: KIND, name: Kind, value: 1 }, { at: PLAIN, name: Plain, value: 0.5 }] }]
headline: { value: '10 * worth.tone', max: 10 }
---
Judge {{reply}}.
`,
  'better: low': `${head}${inputs}${harmOnly}headline: { value: output.harm.score, max: 2 }
---
Judge {{reply}}.
`,
  'per: run': `${head}inputs: [{ name: reply, label: Reply }, { name: rules, label: Rules, per: run, value: Be kind. }]
${harmOnly}headline: { value: output.harm.score, max: 2 }
---
Judge {{reply}} by {{rules}}
`,
  examples: `${head}${inputs}${harmOnly}examples: [{ title: A mild one, given: Hello there., reply: { harm: { score: 0 } } }]
headline: { value: output.harm.score, max: 2 }
---
Judge {{reply}}.
`,
};

async function judged(text: string, reply: JsonObject) {
  const parsed = parseRubric(text, expressionProblems);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const subject = { id: 'one', input: { reply: 'Go away.' } };
  const judge = modelSaying(saying(reply));
  const judgement = await judgeCase(prepareRubric(parsed.rubric, null), subject, {
    judge,
    mode: 'model-alone',
    tellFacts: false,
    signal: new AbortController().signal,
    world: { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' },
  });
  const { id, title, version } = parsed.rubric;
  const runs = judgedRuns([
    {
      head: runHead('run-1', { rubric: { id, title, version, hash: judgement.receipt.rubric } }),
      rubric: parsed.rubric,
      entries: [{ subject, judgement, digest: digestOf(parsed.rubric, judgement) }],
    },
  ]);
  const csv = await written(scoredCsvChunks(runs, { sources: [], people: [] }, {}));
  const line = judgementLineSchema.parse(JSON.parse(await written(judgementsJsonlChunks(runs))));
  const speech = { t: en, words: judgementViewWords, name: namingOf(parsed.rubric, en) };
  const view = judgementAsText('One', parsed.rubric, judgement, [], speech);
  const prompt = judge.requests.map((request) => JSON.stringify(request)).join();
  return { csv, line, view, prompt, judgement };
}

describe('each thing by itself, in the CSV, the JSONL and the judgement', () => {
  const grave = { harm: { rationale: 'Rude.', score: 2 } };
  it.each<[keyof typeof small, JsonObject, string, number, string]>([
    ['booleans', { apt: { rationale: 'No.', answer: false } }, 'false', 0, '- Apt: Off topic'],
    ['worth', { tone: { rationale: 'Dry.', label: 'PLAIN' } }, 'PLAIN', 5, '- Tone: Plain'],
    ['better: low', grave, '2', 2, '- Harm: 2/2'],
    ['per: run', grave, '2', 2, '- Harm: 2/2'],
    ['examples', grave, '2', 2, '- Harm: 2/2'],
  ])('%s', async (name, reply, cell, score, view) => {
    const made = await judged(small[name], reply);
    expect(made.judgement.status).toBe('valid');
    expect(Papa.parse<string[]>(made.csv).data[1]).toEqual(
      expect.arrayContaining([cell, String(score), 'small@1.0.0']),
    );
    expect(made.line).toMatchObject({
      score,
      case: { input: { reply: 'Go away.' } },
      judgement: { output: reply },
    });
    expect(made.view).toContain(view);
    // What the judge is shown as an example is no case and no gold.
    expect([made.csv, JSON.stringify(made.line.case)].join()).not.toContain('Hello there.');
    expect(made.prompt.includes('Hello there.')).toBe(name === 'examples');
    expect(made.prompt.includes('Be kind.')).toBe(name === 'per: run');
  });

  it('asks another question, under another receipt and version, once another value is filled in', async () => {
    const kind = await judged(small['per: run'], grave);
    const strict = await judged(fillRunInputs(small['per: run'], { rules: 'Be strict.' }), grave);
    expect(strict.prompt).toContain('Be strict.');
    expect(strict.prompt).not.toContain('Be kind.');
    expect(strict.judgement.receipt.id).not.toBe(kind.judgement.receipt.id);
    expect(strict.csv).toContain('small@1.0.1');
  });
});

import { describe, expect, it } from 'vitest';
import { importPrompt } from '../../../../src/studio/import/import-prompt';
import { readSample } from '../../../../src/studio/import/reply/json-like';
import { shapeOf } from '../../../../src/studio/import/reply/sample-shape';
import { findLevelGroups } from '../../../../src/studio/import/levels/levels';
import { findRanges, wholeRange } from '../../../../src/studio/import/levels/ranges';
import { readTemplate } from '../../../../src/studio/import/placeholders';
import { languageOf } from '../../../../src/studio/import/language';
import { readLines } from '../../../../src/studio/import/text-lines';

describe('placeholders', () => {
  it.each([
    ['single braces, doubled ones are literal', 'Q: {question}\n{{"score": 1}}', 'format', ['question']],
    ['doubled braces', 'Q: {{ question }} A: {{answer}}', 'double', ['question', 'answer']],
    ['a single name in an example does not decide', '{{a}} {{b}}\nHello {player}', 'double', ['a', 'b']],
    [
      'conditions and loops',
      '{% if ctx %}{{ ctx }}{% endif %}{% for d in docs %}{{ d.text }}{% endfor %}',
      'double',
      ['ctx', 'ctx', 'docs'],
    ],
    ['dollars', 'A: ${item.answer}', 'dollar', ['item.answer']],
    ['angles', 'A: <<answer>>', 'angle', ['answer']],
    ['percent', 'A: %(answer)s', 'percent', ['answer']],
    [
      'a slot of the reply is no input',
      'Text: {text}\nRespond in this format:\nRating: {rating}',
      'format',
      ['text'],
    ],
    ['nothing', 'Return {} if it is empty.', 'none', []],
  ])('%s', (_, source, dialect, names) => {
    const template = readTemplate(source);
    expect([template.dialect, template.placeholders.map(({ name }) => name)]).toEqual([dialect, names]);
  });
});

describe('inputs', () => {
  const inputs = (text: string) =>
    importPrompt({ text, wrapper: 'none' }).inputs.map(({ name, kind, required, perRun, certainty }) => [
      name,
      kind,
      required,
      perRun,
      certainty,
    ]);

  it.each([
    ['accents and blanks', '{{Réponse du modèle}}', [['reponse_du_modele', 'long', true, false, 'stated']]],
    [
      'a configuration',
      'Use {rubric}.\n{answer}',
      [
        ['rubric', 'long', true, true, 'guessed'],
        ['answer', 'long', true, false, 'stated'],
      ],
    ],
    [
      'an optional list',
      '{% if docs %}{% for d in docs %}{{ d }}{% endfor %}{% endif %}',
      [['docs', 'list', false, false, 'stated']],
    ],
    [
      'bare braces, named by their labels',
      'Headline: {}\nArticle: {}',
      [
        ['headline', 'text', true, false, 'guessed'],
        ['article', 'long', true, false, 'guessed'],
      ],
    ],
    ['JSON in a fence', '```json\n{modelOutput}\n```', [['modelOutput', 'json', true, false, 'stated']]],
  ])('%s', (_, text, expected) => {
    expect(inputs(text)).toEqual(expected);
  });
});

describe('samples that are nearly JSON', () => {
  it.each([
    ['a range', '{"s": <1-5>}', { type: 'integer', range: { min: 1, max: 5 } }],
    ['a decimal range', '{"s": 0.0-1.0}', { type: 'number', range: { min: 0, max: 1, whole: false } }],
    ['a number is no bound', '{"s": 4}', { type: 'integer', literal: '4' }],
    ['two values', '{"s": <0/10>}', { type: 'integer', enum: [0, 10] }],
    [
      'all values in turn are a range',
      '{"s": 0|1|2}',
      { type: 'integer', range: { min: 0, max: 2, whole: true } },
    ],
    ['labels in one text', '{"s": "GOOD | BAD | UGLY"}', { type: 'string', enum: ['GOOD', 'BAD', 'UGLY'] }],
    [
      'labels in several texts, and null',
      '{"s": "yes" | "no" | null}',
      { type: 'string', enum: ['yes', 'no'], nullable: true },
    ],
    ['a boolean', '{"s": <true/false>}', { type: 'boolean' }],
    [
      'prose with a slash',
      '{"s": "input and/or output text"}',
      { type: 'string', literal: 'input and/or output text' },
    ],
    [
      'prose with a comma',
      '{"s": "<your reason, in two sentences>"}',
      { type: 'string', description: 'your reason, in two sentences' },
    ],
    ['null by words', '{"s": "the id, null if unknown"}', { type: 'string', nullable: true }],
    ['a comment', '{"s": 3, // integer from 1 to 7\n}', { type: 'integer', range: { min: 1, max: 7 } }],
    ['a type in words', '{"s": "int, 0-30"}', { type: 'integer', range: { min: 0, max: 30 } }],
  ])('%s', (_, source, expected) => {
    const sample = readSample(source, 0);
    expect(sample && shapeOf(sample).fields[0]).toMatchObject(expected);
  });

  it('gives differently named objects of a list fixed places', () => {
    const sample = readSample(
      '{"r": [{"n": "One", "s": <0-2>}, {"n": "Two", "s": <0-2>}], "l": [{"c": "..."}, ...]}',
      0,
    );
    expect(sample && shapeOf(sample).fields.map(({ path }) => path)).toEqual([
      'r',
      'r.0',
      'r.0.n',
      'r.0.s',
      'r.1',
      'r.1.n',
      'r.1.s',
      'l',
      'l[]',
      'l[].c',
    ]);
  });
});

describe('scales', () => {
  it.each([
    ['1~10점', { min: 1, max: 10 }],
    ['0,0–1,0', { min: 0, max: 1, whole: false }],
    ['1-2 sentences', undefined],
  ])('reads %s as a whole', (words, expected) => {
    expect(wholeRange(words)).toEqual(expected);
  });

  it.each([
    ['Rate it on a scale from 1 to 5.', [[1, 5]]],
    ['Clarity (0-10)', [[0, 10]]],
    ['점수는 0~5의 정수로 부여합니다.', [[0, 5]]],
    ['Attribuez une note de 0 à 20.', [[0, 20]]],
    ['Bewerte mit Zahlen von 0,0 bis 1,0.', [[0, 1]]],
    ['Write 1-2 sentences.', []],
    ['Reading 3 and 4 of the chapter', []],
  ])('finds those of "%s"', (line, expected) => {
    expect(findRanges(line).map(({ min, max }) => [min, max])).toEqual(expected);
  });
});

describe('levels', () => {
  it.each([
    ['n =', '5 = all\n3 = some\n1 = none', [5, 3, 1]],
    ['n점:', '- 5점: 완벽\n- 1점: 실패', [5, 1]],
    ['bold and named', '- **2 - Good**: fine\n- **1 - Poor**: not', [2, 1]],
    [
      'bands',
      '9～10点：良い\n1～8点：他',
      [
        [9, 10],
        [1, 8],
      ],
    ],
    ['decimal commas', '0,5 = half\n1,0 = all', [0.5, 1]],
    ['a table', '| Score | What |\n|---|---|\n| 2 | yes |\n| 1 | no |', [2, 1]],
    ['a column per score', '| what | 0 | 1 |\n|---|---|---|\n| clear | no | yes |', [0, 1]],
    ['headings', '#### 2\nfine\n#### 1\npoor', [2, 1]],
    ['told', 'Give 1 if it is right.\nGive 0 if it is wrong.', [1, 0]],
    ['the number behind the text', '- all of it → 5 points\n- none of it → 0 points', [5, 0]],
    ['only the ends', 'from 1 (worst) to 7 (best)', [1, 7]],
    ['in a row, indented', '  3 all\n  2 some\n  1 none', [3, 2, 1]],
    ['the steps of a task', '1. Read the question.\n2. Read the answer.\n3. Compare.', []],
  ])('%s', (_, source, expected) => {
    const [group] = findLevelGroups(readLines(source), new Set());
    expect(group?.levels.map(({ at }) => at) ?? []).toEqual(expected);
  });
});

describe('rules', () => {
  const shape =
    '\n\nReturn JSON:\n{"accuracy": <1-5>, "tone": <1-5>, "total": <2-10>, "note": "<at most 2 sentences>", "verdict": "PASS" | "FAIL"}';
  const rules = (text: string) =>
    importPrompt({ text: `{answer}\n\n${text}${shape}`, wrapper: 'none' }).rules.map(
      ({ kind, expression }) => [kind, expression],
    );
  const length = ['length', "sentences(output.note, 'en') <= 2"];

  it.each([
    ['a sum whose highest values add up', '', [['total', 'output.accuracy + output.tone'], length]],
    [
      'a threshold',
      'PASS if the total is 7 or more.',
      [
        ['total', 'output.accuracy + output.tone'],
        ['verdict', "output.total >= 7 ? 'PASS' : 'FAIL'"],
        length,
      ],
    ],
    [
      'all scores',
      'The verdict is PASS only if every score is at least 3, otherwise FAIL.',
      [
        ['total', 'output.accuracy + output.tone'],
        ['verdict', "output.accuracy >= 3 && output.tone >= 3 ? 'PASS' : 'FAIL'"],
        length,
      ],
    ],
    [
      'a condition that is not understood leaves its label open',
      'PASS if the total is 7 or more.\nIf the answer is rude, the verdict is always FAIL.',
      [
        ['total', 'output.accuracy + output.tone'],
        ['check', "output.verdict == 'FAIL' || output.verdict == (output.total >= 7 ? 'PASS' : 'FAIL')"],
        length,
      ],
    ],
    ['weights are no plain sum', 'The total is a weighted sum.', [length]],
  ])('%s', (_, text, expected) => {
    expect(rules(text)).toEqual(expected);
  });
});

it.each([
  ['You are the judge of the answer.', 'en'],
  ['당신은 평가자입니다.', 'ko'],
  ['あなたは評価者です。', 'ja'],
  ['你是评分员。', 'zh'],
  ['Vous êtes le juge de la réponse et des notes.', 'fr'],
  ['Je beoordeelt het antwoord van een model.', 'nl'],
  ['Du bewertest die Antwort und das Modell.', 'de'],
])('tells the language of "%s"', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

import { describe, expect, it } from 'vitest';
import { importPrompt } from '../../../../src/studio/import/import-prompt';
import { readSample } from '../../../../src/studio/import/reply/json-like';
import { shapeOf } from '../../../../src/studio/import/reply/sample-shape';
import { findLevelGroups } from '../../../../src/studio/import/levels/levels';
import { findRanges, wholeRange } from '../../../../src/studio/import/levels/ranges';
import { readTemplate } from '../../../../src/studio/import/placeholders';
import { languageOf } from '../../../../src/studio/import/language';
import { promptOf } from '../../../../src/studio/import/to-rubric';
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
    ['a name within doubled braces', '{{"id": {id}}}', 'format', ['id']],
    ['brackets that say what comes', 'Answer:\n[Insert the answer here]', 'square', ['answer']],
    ['a heading in brackets is none', '[EVALUATION CRITERIA]\nScore: [1-5]', 'none', []],
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
    ['the last part of a path in code', 'T: ${item.meta.kind} ok', [['kind', 'text', true, false, 'stated']]],
    [
      'a tag around an input is no field of the reply',
      'Judge what is inside <answer> tags: <answer>{answer}</answer>\nGive a score from 1 to 5.',
      [['answer', 'long', true, false, 'stated']],
    ],
    [
      'a number by its kind only: a case number is text',
      'Case number: {caseNumber}, {hitCount} hits',
      [
        ['caseNumber', 'text', true, false, 'stated'],
        ['hitCount', 'number', true, false, 'stated'],
      ],
    ],
    [
      'what may be missing, said beside it or in a rule',
      'Reply: {reply}\n\nModel letter (if available):\n{letter}\n\nDate: {docketDate}\nIf docket date exists, compare it.',
      [
        ['reply', 'long', true, false, 'stated'],
        ['letter', 'long', false, false, 'inferred'],
        ['docketDate', 'text', false, false, 'inferred'],
      ],
    ],
    [
      'what is asked for in other words is no input that may be missing',
      'Rate {reply} and, if given, compare it with {letter}. If the reply is given in French, say so.',
      [
        ['reply', 'long', true, false, 'stated'],
        ['letter', 'text', false, false, 'inferred'],
      ],
    ],
    [
      'what the text says is the same for every case',
      'Letter: {letter}\nHouse style (the same for all letters):\n{style}',
      [
        ['letter', 'text', true, false, 'stated'],
        ['style', 'long', true, true, 'guessed'],
      ],
    ],
    [
      'what a sentence elsewhere says is the same for every case',
      '답변을 평가하세요. 정책은 모든 상담에 동일합니다.\n정책: {{정책}}\n답변: {{답변}}',
      [
        ['jeongchaek', 'text', true, true, 'guessed'],
        ['dapbyeon', 'long', true, false, 'stated'],
      ],
    ],
    ['a slice of a text', 'A: {answer[:900]}', [['answer', 'long', true, false, 'stated']]],
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
    ['two values joined without blanks', '{"s": 0または1}', { type: 'integer', enum: [0, 1] }],
    ['a decimal of which a part is open', '{"s": 0.X}', { type: 'number' }],
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
    ['Puntúa en una escala de 1 (flojo) a 7 (brillante).', [[1, 7]]],
    ['各観点を１～５点で採点', [[1, 5]]],
    ['Write 1-2 sentences.', []],
    ['Chapters 3 (long) and 4 (short)', []],
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
    ['full width', '１＝悪い\n２＝良い', [1, 2]],
    ['in a row, indented', '  3 all\n  2 some\n  1 none', [3, 2, 1]],
    [
      'open ends',
      '- 90+ = all\n- 50-89 = some\n- <50 = none',
      [
        [90, Number.POSITIVE_INFINITY],
        [50, 89],
        [Number.NEGATIVE_INFINITY, 50],
      ],
    ],
    ['headings that repeat the name', '## [Depth: 1] (Shallow)\nno\n## [Depth: 2] (Deep)\nyes', [1, 2]],
    ['side by side', '3=all 2=some 1=none', [3, 2, 1]],
    [
      'below a number',
      '- 50-99: good\n- Below 50: poor',
      [
        [50, 99],
        [Number.NEGATIVE_INFINITY, 50],
      ],
    ],
    ['ends in Spanish', 'donde 1 es malo y 5 es bueno', [1, 5]],
    ['parted by full width signs', '深度：5=全部；3=部分；1=没有', [5, 3, 1]],
    ['ends with decimals', 'Score it, where 0.0 means made up and 1.0 means backed.', [0, 1]],
    ['said', '- 0 is poor\n- 0.5 is fair\n- 1 is great', [0, 0.5, 1]],
    ['in tags', '<score>1</score> - none\n<score>2</score> - all of it', [1, 2]],
    [
      'points behind a sentence',
      '- alles da，得 3 - 5 分。\n- nichts da，得 0 - 2 分。',
      [
        [3, 5],
        [0, 2],
      ],
    ],
    ['a numbered list below a scale', 'Scale:\n1. Not at all\n2. In parts\n3. Wholly', [1, 2, 3]],
    [
      'a numbered list with names',
      'Use this 3-point scale:\n1) Poor: no\n2) Fair: half\n3) Good: yes',
      [1, 2, 3],
    ],
    ['the steps of a task', '1. Read the question.\n2. Read the answer.\n3. Compare.', []],
  ])('%s', (_, source, expected) => {
    const [group] = findLevelGroups(readLines(source), new Set());
    expect(group?.levels.map(({ at }) => at) ?? []).toEqual(expected);
  });
});

describe('the reply', () => {
  const read = (text: string) => importPrompt({ text: `{answer}\n\n${text}`, wrapper: 'none' });
  const fields = (text: string) =>
    read(text).fields.map(({ path, type, minimum, maximum }) => [path, type, minimum, maximum]);

  it.each([
    [
      'a scale said once for all',
      'Bewerte Treue und Stil (jeweils 1-5).\n{"treue": 4, "stil": 2}',
      [
        ['treue', 'integer', 1, 5],
        ['stil', 'integer', 1, 5],
      ],
    ],
    [
      'an overall score has the scale of the others only where the text says so',
      'Rate clarity and tone from 1 to 5.\n{"clarity": 3, "tone": 3, "overall": 3}',
      [
        ['clarity', 'integer', 1, 5],
        ['tone', 'integer', 1, 5],
        ['overall', 'integer', undefined, undefined],
      ],
    ],
    [
      'levels for all are not those of what sums them up',
      'Score each part from 1 to 3.\n1 = poor\n2 = fair\n3 = good\n{"overall": <number>, "depth": <1-3>, "flow": <1-3>}',
      [
        ['overall', 'number', undefined, undefined],
        ['depth', 'integer', 1, 3],
        ['flow', 'integer', 1, 3],
      ],
    ],
    [
      'a form with an input in it, and the mean of what the input brings',
      'Pour chaque critère, une note de 1 à 3 :\n1 = faible\n2 = moyen\n3 = bon\nRéponds en JSON :\n{{"notes": {{ {criteria_json} }}, "score_global": <moyenne des notes>, "mot": "..."}}',
      [
        ['notes', 'object', undefined, undefined],
        ['score_global', 'number', undefined, undefined],
        ['mot', 'string', undefined, undefined],
      ],
    ],
    [
      'the points of a heading are not those of the item above it',
      '#### 1. 인사 (20점)\n- Name said: yes or no\n\n#### 2. 마무리 (30점)\n{"name_said": 0, "ending": 0}',
      [
        ['name_said', 'integer', undefined, undefined],
        ['ending', 'integer', undefined, undefined],
      ],
    ],
    [
      'types as TypeScript writes them',
      '{"gaps": string[] (what is missing), "clear": boolean (true if so), "score": number (score out of 10)}',
      [
        ['gaps', 'array', undefined, undefined],
        ['gaps[]', 'string', undefined, undefined],
        ['clear', 'boolean', undefined, undefined],
        ['score', 'number', undefined, 10],
      ],
    ],
    [
      'a scale in a comment, and a slot that begins with "list"',
      '{"score": 85, // 0 bis 100\n "gaps": ["<list what is missing>"]}',
      [
        ['score', 'integer', 0, 100],
        ['gaps', 'array', undefined, undefined],
        ['gaps[]', 'string', undefined, undefined],
      ],
    ],
    [
      'a scale that ends at an input',
      'Geef JSON:\n{"score": <nummer 1-{max_score}>, "why": "..."}',
      [
        ['score', 'number', undefined, undefined],
        ['why', 'string', undefined, undefined],
      ],
    ],
    [
      'a band in a condition is no scale',
      'Rate both from 0 to 9. If it is empty, all scores must be 0-2.\n{"score": 0, "depth": 0}',
      [
        ['score', 'integer', 0, 9],
        ['depth', 'integer', 0, 9],
      ],
    ],
    [
      'keys that only a list names, with a line for each above',
      '- Depth (0-3): how deep\n- Answer style (0-2): how well told\n\nReply as JSON with the keys reason, depth, answer_style, total (sum).',
      [
        ['reason', 'string', undefined, undefined],
        ['depth', 'integer', 0, 3],
        ['answer_style', 'integer', 0, 2],
        ['total', 'number', undefined, undefined],
      ],
    ],
    [
      'a scale of nought and one',
      'Rate each part from 1 to 5.\n1. Depth (1-5)\n2. True (0/1)\n{"depth": N, "true": N}',
      [
        ['depth', 'number', 1, 5],
        ['true', 'number', 0, 1],
      ],
    ],
    [
      'points for each beside those of all',
      '項目は2つで、各25点満点、合計50点満点です。\n{"depth": 0, "flow": 0}',
      [
        ['depth', 'integer', undefined, 25],
        ['flow', 'integer', undefined, 25],
      ],
    ],
    [
      'keys on the next line, scored above',
      'Score each dimension from 1 to 4:\n- depth\n- flow\n\nReturn JSON with these keys:\ndepth, flow, mean_score, remark\n\nmean_score is the average of both.',
      [
        ['depth', 'number', 1, 4],
        ['flow', 'number', 1, 4],
        ['mean_score', 'number', undefined, undefined],
        ['remark', 'string', undefined, undefined],
      ],
    ],
    [
      'keys that are only named, defined below',
      'Return JSON: useful, score.\n\n- **useful** (bool): it helps\n- **score** (1-5): how well',
      [
        ['useful', 'boolean', undefined, undefined],
        ['score', 'integer', 1, 5],
      ],
    ],
    [
      'one sentence for all keys of a list',
      'Return JSON with these keys, each a decimal from 0.0 to 1.0:\n- "depth": how deep\n- "style": how well told',
      [
        ['depth', 'number', 0, 1],
        ['style', 'number', 0, 1],
      ],
    ],
    [
      'two lines whose names have no ASCII letter',
      '请按以下格式回复\n判断：正确/错误\n置信度：高/低',
      [
        ['label', 'string', undefined, undefined],
        ['label_2', 'string', undefined, undefined],
      ],
    ],
    [
      'a total in other words has a scale of its own',
      'Skala 0–4 per del.\n{"stil": {"poäng": 0}, "flyt": {"poäng": 0}, "totalpoäng": 0}',
      [
        ['stil', 'object', undefined, undefined],
        ['stil.poang', 'integer', 0, 4],
        ['flyt', 'object', undefined, undefined],
        ['flyt.poang', 'integer', 0, 4],
        ['totalpoang', 'integer', undefined, undefined],
      ],
    ],
    [
      'a highest score for each is not that of the sum',
      '項目ごとに10点満点で採点し、合計も出してください。\n・深さ：十分か\n・流れ：自然か\n{"深さ": 0, "流れ": 0, "合計": 0}',
      [
        ['key_1', 'integer', undefined, 10],
        ['key_2', 'integer', undefined, 10],
        ['key_3', 'integer', undefined, undefined],
      ],
    ],
    [
      'a score for each criterion that the text lists',
      'Critères :\n1. **Fond**: juste ?\n2. **Forme**: clair ?\n\nRetourne un JSON avec les champs :\n- total: note globale (0-10)\n- notes: une note pour chaque critère',
      [
        ['total', 'integer', 0, 10],
        ['notes', 'object', undefined, undefined],
        ['notes.fond', 'number', undefined, undefined],
        ['notes.forme', 'number', undefined, undefined],
      ],
    ],
    [
      'true or false behind a definition',
      'Return JSON with these keys:\n- depth: how deep, 1-5\n- bad：是否违规，true 或 false',
      [
        ['depth', 'integer', 1, 5],
        ['bad', 'boolean', undefined, undefined],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(fields(text)).toEqual(expected);
  });

  it.each([
    [
      'a list of allowed labels',
      'Allowed labels: Low, Fairly High.\n{"depth": "Low"}',
      ['Low', 'Fairly High'],
    ],
    [
      'lines beside the one of the sample',
      'Tu veredicto (outcome):\n- \'good\': bien\n- \'redo\': mal\n{"outcome": "good"}',
      ['good', 'redo'],
    ],
    [
      'sentences behind "one of"',
      '{"plan": "<one of: I would send it as it is now | I would not send it>"}',
      ['I would send it as it is now', 'I would not send it'],
    ],
    [
      'capitals below a line',
      'Answer with one of these words:\n\nENOUGH\nNOT_ENOUGH',
      ['ENOUGH', 'NOT_ENOUGH'],
    ],
    ['a letter', 'A: all of it\nB: some\nC: none\n{"part": "LETTER"}', ['A', 'B', 'C']],
    ['brackets of full width', '{"tone": "（親切/普通/失礼）"}', ['親切', '普通', '失礼']],
    [
      'words with conditions',
      "Réponds par 'Oui' si tout est clair, ou 'Non' suivi d'un mot.",
      ['Oui', 'Non'],
    ],
  ])('finds the labels in %s', (_, text, labels) => {
    expect(read(text).fields.map((field) => field.enum)).toContainEqual(labels);
  });

  it('takes two words for the values of a score that has no scale', () => {
    const { fields: all } = read(
      'Say "OK" if it is kind and "RUDE" if not.\n{"why": "...", "score": <your score>}',
    );
    expect(all.map(({ enum: labels }) => labels)).toEqual([undefined, ['OK', 'RUDE']]);
  });

  it.each([
    ['{"r": [{"name": "Uno", "resultado": "sí|no"}, {"name": "Dos", "resultado": "sí|no"}]}', ['Uno', 'Dos']],
    [
      'Nota de 1 a 5.\n{"r": [{"texto": "R1", "pontuação": X}, {"texto": "R2", "pontuação": X}]}',
      ['R1', 'R2'],
    ],
  ])('names what is judged in fixed places: %s', (text, labels) => {
    expect(read(text).criteria.map(({ label }) => label)).toEqual(labels);
  });

  it('takes no list of what is scored for levels', () => {
    const { criteria } = read(
      'Rate on a scale of 1 to 2:\n1. Clarity: is it clear\n2. Depth: is it deep\n{"clarity": 1, "depth": 2}',
    );
    expect(criteria.map(({ levels, max }) => [levels.length, max])).toEqual([
      [0, 2],
      [0, 2],
    ]);
  });

  it('takes a scale beside a key of a list for that key alone', () => {
    const { fields: all } = read('- **weight**: from 1 to 5\n{"items": [{"weight": 3}], "size": 0}');
    expect(all.map(({ path, maximum }) => [path, maximum])).toContainEqual(['size', undefined]);
  });

  it('takes answers side by side for a criterion each', () => {
    const { criteria } = read('{"score": <0-9>, "parts": {"plan": true, "action": true, "result": false}}');
    expect(criteria.map(({ path }) => path)).toEqual(['score', 'parts.plan', 'parts.action', 'parts.result']);
  });

  it('takes the judge being sure of itself for no criterion', () => {
    const { criteria } = read('Reply in this format:\nVerdict: good/bad\nConfidence: high/low');
    expect(criteria.map(({ label }) => label)).toEqual(['Verdict']);
  });

  it('leaves template logic out of the prompt, and of a loop only its list', () => {
    const prompt = promptOf(
      importPrompt({
        text: '{% if who %}By {{ who }}. {% endif %}{% for t in turns %}{{ loop.index }} {{ t.text }}{% endfor %}',
        wrapper: 'none',
      }),
    );
    expect(prompt).toBe('By {{who}}. {{turns}}');
  });

  it('writes doubled braces once, around placeholders too', () => {
    const prompt = promptOf(read('Return {{"id": "{id}", "n": {{{n}}}, "score": <1-5>}}'));
    expect(prompt).toContain('{"id": "{{id}}", "n": {{{n}}}, "score": <1-5>}');
  });

  it('gives open ends of levels those of the scale', () => {
    const [criterion] = read('Score 0-100.\n- 50+ = good\n- <50 = bad\n{"score": 85}').criteria;
    expect(criterion?.levels.map(({ at }) => at)).toEqual([
      [50, 100],
      [0, 50],
    ]);
  });

  it('knows a scale on which the low end is the good one', () => {
    const { criteria, findings } = read(
      'Note:\n1 = sehr gut\n3 = befriedigend\n6 = ungenügend\n{"note": <1-6>}',
    );
    expect(criteria[0]?.better).toBe('low');
    expect(findings.map(({ kind }) => kind)).toContain('high-is-bad');
  });

  it.each([
    ['Rate tone and depth from 1 to 6, 1 is best.\n{"tone": 2, "depth": 2}', ['low', 'low']],
    ['Hallucination: 1 = all of it, 9 = none.\n{"hallucination": <1-9>}', [undefined]],
    ['Tone:\n1 = best\n2 = other\n\nDepth: 1 to 4.\n{"tone": <1-2>, "depth": <1-4>}', ['low', undefined]],
  ])('knows whose low end is the good one: %s', (text, better) => {
    expect(read(text).criteria.map((criterion) => criterion.better)).toEqual(better);
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
    [
      'weights in a table',
      '| Part | Weight |\n|---|---|\n| Accuracy | 70% |\n| Tone | 30% |',
      [['total', 'output.accuracy * 0.7 + output.tone * 0.3'], length],
    ],
    [
      'weights of a hundred in a table',
      '| Part | Weight |\n|---|---|\n| Accuracy | 70 |\n| Tone | 30 |',
      [['total', 'output.accuracy * 0.7 + output.tone * 0.3'], length],
    ],
    [
      'a rounded mean',
      'The total is the rounded average of the scores.',
      [['total', 'round(mean([output.accuracy, output.tone]), 0)'], length],
    ],
    [
      'no score below',
      'The verdict is PASS if the total is at least 7 and no score is below 3, otherwise FAIL.',
      [
        ['total', 'output.accuracy + output.tone'],
        ['verdict', "output.total >= 7 && !(output.accuracy < 3) && !(output.tone < 3) ? 'PASS' : 'FAIL'"],
        length,
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(rules(text)).toEqual(expected);
  });
});

describe('rules that a plain reader would get wrong', () => {
  const read = (text: string) => {
    const { rules, findings, fields, criteria } = importPrompt({
      text: `{answer}\n\n${text}`,
      wrapper: 'none',
    });
    return {
      rules: rules.map(({ expression }) => expression),
      left: findings.filter(({ kind }) => kind === 'not-understood').map(({ about }) => about[0]),
      nullable: fields.filter(({ nullable }) => nullable).map(({ path }) => path),
      values: criteria.flatMap(({ levels }) => levels.map(({ at, value }) => [at, value])),
    };
  };
  const two = '{"a_point": <0-4>, "b_point": <0-4>, "total": <0-8>, "verdict": "PASS" | "FAIL"}';

  it.each([
    ['what counts double is no sum', `a_point counts double.\n${two}`, [], ['a_point counts double.']],
    [
      'a cap is a check, and the total no plain sum',
      `Cap the total at 3 if a_point is below 2.\n${two}`,
      ['!(output.a_point < 2) || (output.total <= 3)'],
      [],
    ],
    [
      'a cap in Spanish',
      'Si exactitud < 5, la nota final no puede superar 4.\n{"exactitud": <0-9>, "tono": <0-9>, "nota_final": <0-9>}',
      ['!(output.exactitud < 5) || (output.nota_final <= 4)'],
      [],
    ],
    [
      'a cap in Dutch and a threshold',
      'Als toon lager is dan 5, is het totaal maximaal 8. Voldoende vanaf 12 punten, anders onvoldoende.\n{"toon": <0-10>, "stijl": <0-10>, "totaal": <0-20>, "oordeel": "voldoende" | "onvoldoende"}',
      ['!(output.toon < 5) || (output.totaal <= 8)', "output.totaal >= 12 ? 'voldoende' : 'onvoldoende'"],
      [],
    ],
    [
      'a reason of its own for the last label',
      `Under 5 is a FAIL, 5 or more is a PASS. If a_point is 0 the verdict is FAIL.\n${two}`,
      [
        'output.a_point + output.b_point',
        "output.a_point == 0 ? 'FAIL' : output.total >= 5 ? 'PASS' : 'FAIL'",
      ],
      [],
    ],
    [
      'a boolean that is assigned',
      'pass = overall >= 3.5\n{"clear": <1-5>, "full": <1-5>, "overall": <1-5>, "pass": true}',
      ['output.overall >= 3.5'],
      [],
    ],
    [
      'what overrules a total, in Japanese',
      '合計が80点以上なら「合格」、60点以上80点未満なら「要修正」、60点未満なら「不合格」とします。誤訳が1つでもあれば「不合格」です。\n{"accuracy": 0, "fluency": 0, "total": 0, "verdict": "合格"}',
      [
        "output.verdict == '不合格' || output.verdict == (output.total >= 80 ? '合格' : output.total >= 60 ? '要修正' : '不合格')",
      ],
      [],
    ],
    [
      'a total and what follows from it, in one Korean sentence',
      '총점은 두 점수의 합이며 6점 이상이면 "PASS", 그 외는 "FAIL"입니다.\n{"a": <0-4>, "b": <0-4>, "총점": <0-8>, "판정": "PASS|FAIL"}',
      ['output.a + output.b', "output.chongjeom >= 6 ? 'PASS' : 'FAIL'"],
      [],
    ],
    [
      'labels that only a sentence gives, in Japanese',
      '合計が6点以上なら合格、それ以外は不合格。正確性が2点以下の場合は必ず不合格。\n{"正確性": <0-4>, "丁寧さ": <0-4>, "合計": <0-8>, "判定": "合格"}',
      ['output.key_1 + output.key_2', "output.key_1 <= 2 ? '不合格' : output.key_3 >= 6 ? '合格' : '不合格'"],
      [],
    ],
    [
      'an exception',
      `PASS if the total is 5 or more unless a_point is 0.\n${two}`,
      ['output.a_point + output.b_point'],
      ['PASS if the total is 5 or more unless a_point is 0.'],
    ],
    [
      'a formula with stars and decimals, and a condition that only names a boolean',
      'overall = 0.5*clear + 0.5*full, rounded to 2 decimals.\ndecision: "send" if overall >= 3 and polite, otherwise "keep".\n{"clear": <1-5>, "full": <1-5>, "polite": true, "overall": <1-5>, "decision": "send" | "keep"}',
      [
        'round(output.clear * 0.5 + output.full * 0.5, 2)',
        "output.overall >= 3 && output.polite == true ? 'send' : 'keep'",
      ],
      [],
    ],
    [
      'a sum that a cap may change',
      'La note finale est la somme des deux notes. Si le fond est inférieur à 2, la note finale ne peut pas dépasser 3.\n{"fond": <0-4>, "forme": <0-4>, "note_finale": <0-8>}',
      [
        '!(output.fond < 2) || (output.note_finale <= 3)',
        '(output.fond < 2) || round(output.note_finale, 2) == round(output.fond + output.forme, 2)',
      ],
      [],
    ],
    [
      'a formula that a cap may change',
      'total = a_point + b_point. If a_point is below 2, the total is at most 3.\n{"a_point": <0-4>, "b_point": <0-4>, "total": <0-8>}',
      [
        '!(output.a_point < 2) || (output.total <= 3)',
        '(output.a_point < 2) || round(output.total, 2) == round(output.a_point + output.b_point, 2)',
      ],
      [],
    ],
    [
      'a cap in Korean on what no field holds',
      '욕설이 하나라도 있으면 말투는 최대 1점이다.\n{"말투": <0-4>, "속도": <0-4>}',
      [],
      ['욕설이 하나라도 있으면 말투는 최대 1점이다.'],
    ],
    [
      'a length in place of a sample text, and one that no program counts',
      '{"s": <1-5>, "why": "une phrase", "note": "max 20 words", "tip": "The first sentence is dull."}',
      ["sentences(output.why, 'en') <= 1"],
      ['note: max 20 words'],
    ],
    [
      'labels that are worth points, and one that a rule asks for',
      'fine = 3 points, fair = 2 points, weak = 0 points.\nIf copied is true, mark must be "weak".\n{"copied": true, "mark": "fine" | "fair" | "weak"}',
      ["!(output.copied == true) || output.mark == 'weak'"],
      [],
    ],
    [
      'a scale in half steps, what an example says and what a label means',
      'Geef een cijfer van 1 tot 9 (halve punten toegestaan).\n- GOED: als het cijfer boven 5 ligt bij een bekende bron\n- SLECHT: alle andere gevallen\n\nVoorbeeld 1:\nEen cijfer boven 8 mag niet.\n{"cijfer": 9, "soort": "GOED"}\n\n{"cijfer": <1-9>, "soort": "GOED | SLECHT"}',
      [],
      [],
    ],
    ['a share', 'share is held / seen.\n{"seen": 0, "held": 0, "share": 0.0}', [], ['share is held / seen.']],
    [
      'a limit that no program counts',
      'The note has at most 30 words.\n{"s": <1-5>, "note": "..."}',
      [],
      ['The note has at most 30 words.'],
    ],
  ])('%s', (_, text, rules, left) => {
    expect(read(text)).toMatchObject({ rules, left });
  });

  it('checks both halves of a consequence, and only what is said to be null may be null', () => {
    const { rules, nullable } = read(
      'If bad is false, kind must be "none" and quote must be null.\n{"bad": true, "kind": "none" | "low", "quote": "..."}',
    );
    expect(rules).toEqual(["!(output.bad == false) || (output.kind == 'none' && output.quote == null)"]);
    expect(nullable).toEqual(['quote']);
  });

  it('counts the points of labels in a sum of all points', () => {
    const { rules, values } = read(
      'Tone: warm (2 points) / plain (1 point) / rude (0 points)\nThe total is the sum of all points.\n{"a_point": <0-4>, "b_point": <0-4>, "tone": "warm" | "plain" | "rude", "total": <0-10>}',
    );
    expect(values).toEqual([
      ['warm', 2],
      ['plain', 1],
      ['rude', 0],
    ]);
    expect(rules).toEqual([
      "output.a_point + output.b_point + (output.tone == 'warm' ? 2 : output.tone == 'plain' ? 1 : 0)",
    ]);
  });
});

describe('what is no level', () => {
  it.each([
    [
      'points for what is missing',
      'Severity: critical (3 points), major (2 points), minor (1 point).\n{"depth": <0-6>}',
    ],
    [
      'thresholds of a total',
      'A total of 9 or more is "yes"; 5 to 8 is "maybe"; below 5 is "no".\n{"depth": <0-9>}',
    ],
  ])('%s', (_, text) => {
    const { criteria } = importPrompt({ text: `{answer}\n\n${text}`, wrapper: 'none' });
    expect(criteria.map(({ levels }) => levels)).toEqual([[]]);
  });
});

it('takes what an input holds for no level, and the words behind a mark in brackets for one', () => {
  const { criteria } = importPrompt({
    text: 'Decide: "[[A]]" if letter A is warmer, "[[B]]" if letter B is warmer, and "[[C]]" for a tie.\nA: {letter_a}\nB: {letter_b}',
    wrapper: 'none',
  });
  expect(criteria.map(({ levels }) => levels.map(({ at, description }) => [at, description]))).toEqual([
    [
      ['A', 'letter A is warmer'],
      ['B', 'letter B is warmer'],
      ['C', 'a tie'],
    ],
  ]);
});

describe('forms of the reply in text', () => {
  const read = (text: string) => importPrompt({ text: `{answer}\n\n${text}`, wrapper: 'none' });

  it.each([
    [
      'a list and a score for each of its items, in Dutch',
      'Criteria:\n1. **Begroeting:**\n   - noemt de naam\n2. **Slot:** vat samen\n\nGeef per criterium een score (1-10).',
      ['begroeting.score', 'slot.score'],
    ],
    [
      'a list and a score for each of its items, in Korean',
      '평가 기준:\n- Tone: 말투\n- Depth: 깊이\n\n각 기준을 1~5점으로 채점하세요.',
      ['tone.score', 'depth.score'],
    ],
    [
      'a list of aspects and one score',
      'Criteria:\n- Tone: kind\n- Depth: deep\n\nGive a score from 1 to 5.',
      ['score'],
    ],
    ['two slots in one line', 'Answer in this form:\nTrue: [yes/no], Kind: [yes/no]', ['true', 'kind']],
    ['two values in one line', '只输出一行：`depth=<1-5>, found=<0-9的整数>`。', ['depth', 'found']],
    [
      'one tag, and a label before it',
      'Response format:\n1. Your view.\n2. Final score: Score- <score>[1-2]</score>',
      ['score'],
    ],
    ['a score without a scale', 'Vergib eine Note und begründe sie.', ['score']],
    ['no score where the text asks for none', 'List all issues. Do not give a score.', []],
    ['lines with an open score', '다음 형식으로 출력하세요.\n점수: X\n이유: [한 문장]', ['score']],
    [
      'bold keys, some of them within an item',
      'Determine:\n1. **checks_made**: For each check:\n   - **met**: is it met? (true/false)\n2. **overall_grade** (1-5): how good\n3. **reasoning**: why',
      ['overall_grade'],
    ],
  ])('%s', (_, text, paths) => {
    expect(read(text).criteria.map(({ path }) => path)).toEqual(paths);
  });

  it('takes a tag around an input for no field, also where a word stands before the input', () => {
    const { fields } = read(
      'It stands in <reply> tags: <reply>Text: {reply}</reply>\nGive a score from 1 to 5.',
    );
    expect(fields.map(({ path }) => path)).toEqual(['score']);
  });

  it('reads keys within the items of a list', () => {
    const { fields } = read(
      '1. **checks_made**: For each check:\n   - **met**: is it met? (true/false)\n2. **reasoning**: why',
    );
    expect(fields.map(({ path, type }) => [path, type])).toEqual([
      ['checks_made', 'array'],
      ['checks_made[]', 'object'],
      ['checks_made[].met', 'boolean'],
      ['reasoning', 'string'],
    ]);
  });

  it('takes grades from A to F for labels', () => {
    const { fields } = read('Give a grade in <grade> tags.\nA: great\nB: good\nC: fair\nD: weak\nF: wrong');
    expect(fields.map(({ enum: labels }) => labels)).toEqual([['A', 'B', 'C', 'D', 'F']]);
  });

  it('reads one word that a sentence over two lines asks for', () => {
    const { fields } = read(
      'Read all of it with care. Your response should be a single word: "kind",\n"plain" or "rude".',
    );
    expect(fields.map(({ enum: labels }) => labels)).toEqual([['kind', 'plain', 'rude']]);
  });

  it.each([
    ['Jedes Kriterium erhält 0 bis 2 Punkte: 0 = nein, 2 = ja.', 0, 2],
    ['各観点を１〜５点で採点してください。１＝悪い、５＝良い。', 1, 5],
  ])('gives all what is said of each: %s', (said, min, max) => {
    const { criteria } = read(`Kriterien:\n- Tone: a\n- Depth: b\n\n${said}\n{"tone": 1, "depth": 1}`);
    expect(criteria.map((each) => [each.min, each.max, each.levels.map(({ at }) => at)])).toEqual([
      [min, max, [min, max]],
      [min, max, [min, max]],
    ]);
  });

  it.each([
    'Begründe jede Note. Vergib 1 bis 5 Punkte.',
    'Justifie ta note, de 1 à 5.',
    'Think it through first. Score: 1-5.',
  ])('asks for a reason where the text does: %s', (text) => {
    expect(read(text).fields.map(({ path }) => path)).toEqual(['rationale', 'score']);
  });

  it('keeps the names of tags, whatever stands in them, and a rule about one label', () => {
    const { fields, changes, findings } = read(
      'A: fein\nB: schwach\n\nWenn der Text leer ist, gib B.\n\nForm:\n<begruendung>höchstens zwei Sätze</begruendung>\n<note>A oder B</note>',
    );
    expect(fields.map(({ path, enum: labels }) => [path, labels])).toEqual([
      ['begruendung', undefined],
      ['note', ['A', 'B']],
    ]);
    expect(changes.map(({ to }) => to)).toEqual(['`begruendung`: höchstens zwei Sätze', '`note`: A oder B']);
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: 'not-understood', about: ['Wenn der Text leer ist, gib B.'] }),
    );
  });

  it('asks for a score in its field where the text has a mark in brackets and an example', () => {
    const text =
      'Explain it, then rate it from 1 to 9 by strictly following this format: "[[rating]]", for example: "Rating: [[4]]".';
    expect(promptOf(read(text))).toBe('{{answer}}\n\nExplain it, then rate it from 1 to 9 in `score`.');
    expect(promptOf(read('Say "[[A]]" if the first is better, "[[B]]" if the second is better.'))).toContain(
      'Say "A" if the first is better, "B" if',
    );
  });

  it('asks for the highest score where the text leaves it to an input', () => {
    const { fields } = read('Give a score, an integer between 0 and {max_points}.');
    expect(fields.map(({ type, minimum, maximum }) => [type, minimum, maximum])).toEqual([
      ['integer', 0, undefined],
    ]);
  });

  it('reads levels and numbers in a slot', () => {
    const { criteria, fields } = read(
      '{"score": <integer 1 to 5, where 1 is "none of it" and 5 is "all of it">, "errors": <number of errors>}',
    );
    expect(criteria.map(({ path, levels }) => [path, levels.map(({ at }) => at)])).toEqual([
      ['score', [1, 5]],
    ]);
    expect(fields.map(({ type }) => type)).toEqual(['integer', 'number']);
  });

  it('names all levels of a list in one way', () => {
    const [criterion] = read(
      '0: Nothing.\n1: A part of it, but not all.\n2: All of it.\n{"score": <0-2>}',
    ).criteria;
    expect(criterion?.levels.map(({ name }) => name)).toEqual(['0', '1', '2']);
  });

  it('gives all criteria the only scale, also right below the last of them', () => {
    const { criteria } = read(
      '- depth: a\n- flow: b\n\nScale: 1=poor, 2=fair, 3=good\n{"depth": <1-3>, "flow": <1-3>}',
    );
    expect(criteria.map(({ levels }) => levels.map(({ at }) => at))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('reads scales behind each name in one line', () => {
    const { criteria } = read('Depth: 0-10. Flow: 0-5.\n{"depth": 0, "flow": 0}');
    expect(criteria.map(({ max }) => max)).toEqual([10, 5]);
  });
});

it.each([
  [
    '# System Prompt\n\nYou are a reviewer. Rate the tone of a letter against {{source}}.',
    'Tone of a letter',
  ],
  ['# Tone of letters\n\nRate {{letter}}.', 'Tone of letters'],
  ['답변 {{answer}}을 평가하세요.', '답변 평가'],
  ['아래 민원 답변을 읽고 각 항목을 1~5점으로 채점하세요.\n{{answer}}', '민원 답변 채점'],
  ['あなたは詩の評価者です。\n{{詩}}', '詩の評価'],
  ['You are an expert assessing the layout of menus. Answer yes or no.\n{{menu}}', 'Layout of menus'],
  ['Vous êtes lecteur de scénarios. Notez {texte} de 1 à 5.', 'Lecteur de scénarios'],
  ['You are a judge. Begin your evaluation with a reason. Score 0-10.\n{{letter}}', 'Judge prompt'],
  ['Rate {{letter}}.\n{"warmth": <1-5>, "brevity": <1-5>}', 'Judge prompt'],
])('titles "%s"', (text, title) => {
  expect(importPrompt({ text, wrapper: 'none' }).title).toBe(title);
});

it('names what has no name, and says where no title is', () => {
  const { findings } = importPrompt({ text: 'Claim: {}\nRate it. {}', wrapper: 'none' });
  expect(
    findings.flatMap(({ kind, about }) => (/unnamed|title/.test(kind) ? [[kind, ...about]] : [])),
  ).toEqual([['no-title'], ['unnamed-input', '{} {}', 'claim, input_2']]);
});

it.each([
  ['{"n": <0-3>}', ['0', '0']],
  ['{"n": <1-5>}', ['4', '5']],
])('says which levels are missing in %s', (sample, gap) => {
  const { findings } = importPrompt({ text: `{answer}\n\n1 = a\n2 = b\n3 = c\n${sample}`, wrapper: 'none' });
  expect(findings.find(({ kind }) => kind === 'levels-gap')?.about.slice(1)).toEqual(gap);
});

describe('contradictions', () => {
  const about = (text: string) =>
    importPrompt({ text: `{answer}\n\n${text}`, wrapper: 'none' }).findings.map(({ kind }) => kind);

  it.each([
    ['scale-disagrees', 'Give a score from 1 to 5.\n{"rating": <1-10>}'],
    ['two-formats', 'Output only the number.\n{"rating": <1-10>}'],
    [
      'scale-disagrees',
      'From 1 to 3, where 1 is best.\n1 = poor\n2 = fair\n3 = excellent\n{"rating": <1-3>}',
    ],
    ['scale-disagrees', '1 = poor\n2 = fair\n3 = good\nOn a scale of 1 to 3.\n{"rating": <0-9>}'],
  ])('%s', (kind, text) => {
    expect(about(text)).toContain(kind);
  });

  it.each([
    [
      'two-formats',
      'If empty, set "tone": { "score": 0 }.\nReturn {"tone": {"score": <0-9>}, "depth": {"score": <0-9>}}',
    ],
    ['scale-disagrees', 'Form:\n<score>[1-5]</score>\n<certainty>[0.0-1.0]</certainty>'],
    ['scale-disagrees', 'Grade two parts (0-10 each).\n{"all": <0-100>, "tone": <0-10>, "depth": <0-10>}'],
  ])('no %s', (kind, text) => {
    expect(about(text)).not.toContain(kind);
  });

  it('names a total by its key, and not by the sentence that says how it is made', () => {
    const { rules } = importPrompt({
      text: '{answer}\n\nThe final score is the sum of a_point and b_point.\n{"a_point": <0-4>, "b_point": <0-4>, "final_score": <0-8>}',
      wrapper: 'none',
    });
    expect(rules.map(({ kind, title }) => [kind, title])).toEqual([['total', 'Final score']]);
  });

  it('gives levels that stand apart below a list of criteria to each of them', () => {
    const { criteria } = importPrompt({
      text: '{answer}\n\n- Depth: how deep\n- Tone: how kind\n\n3: all\n1: none\n\n{"depth": <1-3>, "tone": <1-3>}',
      wrapper: 'none',
    });
    expect(criteria.map(({ levels }) => levels.map(({ at }) => at))).toEqual([
      [3, 1],
      [3, 1],
    ]);
  });

  it('takes the low end for the good one in all scores that are added up', () => {
    const { criteria } = importPrompt({
      text: '{answer}\n\n### Inhalt (Gewicht 50 %)\n1 = sehr gut\n6 = ungenügend\n\n### Stil (Gewicht 50 %)\n1 = flüssig\n6 = holprig\n\nDie Gesamtnote ist das gewichtete Mittel.\n{"inhalt": <1-6>, "stil": <1-6>, "gesamtnote": 0.0}',
      wrapper: 'none',
    });
    expect(criteria.map(({ better }) => better)).toEqual(['low', 'low']);
  });

  it('takes the head of a prompt for no worked example', () => {
    const { examples } = importPrompt({
      text: 'Rate {answer}.\nScore 1: bad\n\nExample:\nThe sky is green.\n{"score": 1}\n\n{"score": <1-5>}',
      wrapper: 'none',
    });
    expect(examples.map(({ given }) => given)).toEqual(['The sky is green.']);
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
  ['Tu évalues la réponse donnée dans le texte.', 'fr'],
  ['Eres un evaluador. Lee la respuesta y la pregunta de la persona.', 'es'],
  ['Du är en domare och det är inte en lek.', 'sv'],
])('tells the language of "%s"', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

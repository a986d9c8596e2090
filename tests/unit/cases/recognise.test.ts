import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { caseOfText, recogniseBytes, recogniseText, type Recognised } from '../../../src/cases/recognise';
import { parseRubric } from '../../../src/rubric/file/parse-rubric';

const rubricText = readFileSync('rubrics/citation-matching/rubric.md', 'utf8');
const minutesText = readFileSync('rubrics/meeting-minutes/rubric.md', 'utf8');
function read(text: string) {
  const parsed = parseRubric(text);
  if (!parsed.ok) throw new Error('Expected a rubric.');
  return parsed.rubric;
}
const citation = read(rubricText);
const minutes = read(minutesText);

const orders = 'Evaluate how well the answer fits the question, from one to five.';
const openAi = '{"id":"r1","custom_id":"run~1","response":{"status_code":200,"body":{}},"error":null}';
const anthropic = '{"custom_id":"run~1","result":{"type":"succeeded","message":{}}}';
const minutesReply = JSON.stringify(
  Object.fromEntries(minutes.criteria.map(({ id }) => [id, { rationale: '좋음', score: 4 }])),
);

describe('recogniseText', () => {
  const texts: [string, string, string, Recognised['kind'], typeof minutes?][] = [
    ['nothing, which the import refuses', ' \n', '', 'cases'],
    ['a rubric file', rubricText, 'mine.md', 'rubric'],
    ['a rubric file with Windows line ends', rubricText.replaceAll('\n', '\r\n'), '', 'rubric'],
    ['a rubric file that is named so, whatever is wrong in it', 'title: x\n', 'rubric.md', 'rubric'],
    ['other front matter', '---\ntitle: x\n---\nA text.', 'post.md', 'text'],
    ['a sheet file', '{"format":"assay-sheet/1","sheet":{}}\n{"end":{}}', '', 'sheet'],
    ['results of OpenAI or vLLM', `${openAi}\n${openAi}`, 'output.jsonl', 'batch'],
    ['results of Anthropic', anthropic, '', 'batch'],
    ['questions of a batch', '{"custom_id":"1","params":{}}', '', 'batch'],
    ['a CSV file, whatever is in it', 'One line.', 'cases.csv', 'cases'],
    ['pasted cells', 'a\tb\n1\t2', '', 'cases'],
    ['a pasted table', 'name,score\nfoo,1\nbar,2', '', 'cases'],
    [
      'a table whose column is an input',
      'snippet\nSee Cass. 15 mars 2018, which says, in short, no.',
      '',
      'cases',
    ],
    ['a list of objects', '[{"citationSnippet":"x"}]', '', 'cases'],
    ['lines of objects', '{"citationSnippet":"x"}\n{"citationSnippet":"y"}', '', 'cases'],
    ['an object with all inputs', '{"question":"x","answer":"y"}', '', 'labelled', minutes],
    ['the same as a file', '{"question":"x","answer":"y"}', 'one.json', 'cases', minutes],
    ['an object with some inputs', '{"answer":"y"}', '', 'cases', minutes],
    ["a judge's reply", minutesReply, '', 'reply', minutes],
    [
      "a judge's reply in a fence",
      `Here you are:\n\`\`\`json\n${minutesReply}\n\`\`\``,
      '',
      'reply',
      minutes,
    ],
    ["another rubric's reply", minutesReply, '', 'cases'],
    ['labels', 'Cited court: Cass.\nCitation snippet: See, e.g., Cass.\nand more', '', 'labelled'],
    ['labels in Korean', '회의 원문: 김민지: 네\n**회의록(평가 대상)**: 결정 없음', '', 'labelled', minutes],
    [
      'a judge prompt',
      'You are an impartial judge. Rate the answer.\nReply with JSON: {"score": 1}',
      '',
      'prompt',
    ],
    ['a judge prompt with placeholders', `Question: {question}\n\n${orders}`, '', 'prompt'],
    [
      'a judge prompt in Korean',
      `당신은 평가자입니다. 회의록을 1~5점으로 평가하세요.\n${'답변은 JSON 형식으로 출력하세요. '.repeat(2)}`,
      '',
      'prompt',
    ],
    [
      'a judge prompt in Korean that ends in bare braces',
      '당신은 상담 답변을 평가하는 심판입니다.\n\n항목마다 0~5의 정수 점수를 매기고 이유를 짧게 적습니다.\n\n1. 정확성\n- 질문에 맞게 답했는가{}{}',
      '',
      'prompt',
    ],
    [
      'a judge prompt in French',
      `Tu es correcteur. Évalue la réponse {{reponse}} selon le barème.\n${'Réponds en JSON. '.repeat(2)}`,
      '',
      'prompt',
    ],
    ['a grader', '{"type":"label_model","input":[{"role":"user","content":"x"}]}', 'grader.json', 'prompt'],
    [
      'assertions of promptfoo',
      'tests:\n  - vars:\n      topic: figs\n    assert:\n      - type: llm-rubric\n        value: Is polite\n',
      '',
      'prompt',
    ],
    ['messages to a judge', `[{"role":"system","content":"${orders} Reply with JSON."}]`, '', 'prompt'],
    ['messages of a chat', '[{"role":"user","content":"Hello"}]', '', 'cases'],
    ['a table with prompts in it', `snippet,verdict\n"${orders} Reply in JSON.",ok`, '', 'cases'],
    ['a case about judging, by its labels', `Citation snippet: ${orders}\nReply in JSON.`, '', 'labelled'],
    [
      'minutes in which an evaluation is spoken of',
      '김민지: 지난주 평가 결과를 공유합니다.\n이수진: 다음 회의에서 JSON 파일로 정리해 오겠습니다.\n김민지: 네, 좋습니다. 그렇게 진행하죠.',
      '',
      'text',
    ],
    [
      'prose in which something is rated',
      'Critics rate the film highly. We asked them to return a score, and most of them did so within a day.',
      '',
      'text',
    ],
    ['prose', 'Dear all, I think, on balance, yes.\nIt is late, and I am tired, so I stop.', '', 'text'],
    ['prose that begins with a word and a colon', 'Note: this is odd.\nVery odd.', '', 'text'],
    ['one line', 'A text.', 'note.txt', 'text'],
  ];
  it.each(texts)('%s', (_, text, name, kind, rubric = citation) => {
    expect(recogniseText(text, rubric, name).kind).toBe(kind);
  });

  it('names the inputs that a text gives', () => {
    expect(recogniseText('Court: Cass.\nsnippet: x', citation)).toEqual({
      kind: 'labelled',
      fields: ['citedCourtName', 'citationSnippet'],
    });
    expect(recogniseText('결정 없음', minutes)).toEqual({ kind: 'text', fields: ['answer'] });
  });
});

describe('recogniseBytes', () => {
  const bytes = (...start: number[]) => new Uint8Array([...start, 0, 0, 0, 0]);
  const files: [string, Uint8Array, string, Recognised | null][] = [
    ['a text', new TextEncoder().encode('a,b'), 'a.csv', null],
    ['an empty file, which the import refuses', new Uint8Array(), 'a.md', { kind: 'cases' }],
    ['a packed sheet file', bytes(0x1f, 0x8b), 'x.assay-sheet.jsonl.gz', { kind: 'sheet' }],
    ['a workbook', bytes(0x50, 0x4b, 3, 4), 'a.xlsx', { kind: 'cases' }],
    ['another archive, which the import refuses', bytes(0x50, 0x4b, 3, 4), 'a.zip', { kind: 'cases' }],
    ['a picture, which the import refuses', bytes(0x89, 0x50, 0x4e, 0x47), 'a.png', { kind: 'cases' }],
  ];
  it.each(files)('%s', (_, start, name, recognised) => {
    expect(recogniseBytes(start, name)).toEqual(recognised);
  });
});

describe('caseOfText', () => {
  it('puts a free text into the last long input that a case must have', () => {
    expect(caseOfText(' 결정 없음\n끝 ', minutes)).toEqual({
      label: '결정 없음',
      input: { answer: '결정 없음\n끝' },
    });
    expect(caseOfText('1. Cour', citation).input).toEqual({ candidatesList: '1. Cour' });
  });
  it('without a long one, into the first that it must have', () => {
    const { inputs } = citation;
    const short = { inputs: inputs.filter(({ kind }) => kind === 'text') };
    expect(caseOfText('Cass.', short).input).toEqual({ citedCourtName: 'Cass.' });
  });
  it('reads labels, in any spelling, each value up to the next label', () => {
    const text = '## COURT: Cass.\n- cited_date：15 mars 2018\n**Citation snippet:** first\n\nsecond: line\n';
    expect(caseOfText(text, citation)).toEqual({
      label: 'Cass.',
      input: { citedCourtName: 'Cass.', citedDate: '15 mars 2018', citationSnippet: 'first\n\nsecond: line' },
    });
  });
  it('reads one object, lists and numbers as they are written', () => {
    expect(caseOfText('{"Question":"x\\ny","answer":["1.0",1.0],"more":1}', minutes)).toEqual({
      label: 'x',
      input: { question: 'x\ny', answer: '["1.0",1.0]' },
    });
  });
  it('shortens the name of a long text', () => {
    expect([...caseOfText('x'.repeat(500), minutes).label].length).toBeLessThanOrEqual(60);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptinessOf } from '../../../../rubrics/meeting-minutes/facts/emptiness';
import { placeOf } from '../../../../rubrics/meeting-minutes/facts/passage';
import { readMinutes } from '../../../../rubrics/meeting-minutes/facts/read-minutes';

function outline(answer: string) {
  const minutes = readMinutes(answer);
  return {
    form: minutes.form,
    agendas: minutes.agendas.map(({ text }) => text),
    decisions: minutes.decisions.map(({ passage, evidence }) => [
      passage.text,
      evidence.map((i) => minutes.evidence[i]?.passage.text),
    ]),
    evidence: minutes.evidence.map(({ passage }) => passage.text),
  };
}

const whole = (form: string) => ({
  form,
  agendas: ['출시'],
  decisions: [['3월 출시', ['3월로 하죠']]],
  evidence: ['3월로 하죠'],
});

describe('minutes as JSON', () => {
  it.each([
    ['English keys', '{"agenda":"출시","decision":"3월 출시","evidence":"3월로 하죠"}'],
    ['Korean keys', '{"안건":"출시","결정사항":"3월 출시","근거":"3월로 하죠"}'],
    ['spaces and numbers in keys', '{"안건 1":"출시","결정 사항":"3월 출시","근거 발언":["3월로 하죠"]}'],
    ['nested lists', '[{"agenda":"출시","decisions":[{"decision":"3월 출시","evidence":["3월로 하죠"]}]}]'],
    [
      'titles',
      '{"안건":[{"제목":"출시","결정사항":[{"내용":"3월 출시","근거":{"화자":"김민지","발언":"3월로 하죠","시각":"00:01:02"}}]}]}',
    ],
    [
      'a title beside decisions',
      '{"items":[{"id":"1","title":"출시","decisions":[{"text":"3월 출시","quotes":[{"speaker":"가","text":"3월로 하죠"}]}]}]}',
    ],
    ['the agenda as a key', '{"출시":{"결정":"3월 출시","근거":"3월로 하죠"}}'],
    [
      'a code fence',
      '회의록입니다.\n```json\n{"agenda":"출시","decision":"3월 출시","evidence":"3월로 하죠"}\n```',
    ],
    ['a comma too many', '{"agenda":"출시","decision":"3월 출시","evidence":["3월로 하죠",],}'],
  ])('%s', (_name, answer) => {
    expect(outline(answer)).toEqual(whole('json'));
  });

  it('takes words for nothing as nothing', () => {
    expect(outline('{"agenda":"출시","decision":"3월 출시","evidence":"해당 없음"}').evidence).toEqual([]);
  });

  it.each([['{"agenda":"출시"'], ['{"agenda":"출시" "decision":"3월"}'], ['[{"agenda":\'출시\'}]']])(
    'does not pretend to read %s',
    (answer) => {
      expect(readMinutes(answer).form).toBe('broken-json');
    },
  );

  it('knows where each string stands, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (agenda, quote) => {
        const answer = JSON.stringify({ agenda, evidence: `가${quote}나` });
        const [evidence] = readMinutes(answer).evidence;
        expect(evidence?.passage.text).toBe(`가${quote}나`);
        if (!evidence) return;
        const { start, end } = placeOf(evidence.passage);
        expect(JSON.parse(`"${answer.slice(start, end)}"`)).toBe(`가${quote}나`);
      }),
    );
  });
});

describe('minutes as text', () => {
  it.each([
    ['headings and labels', '## 안건: 출시\n결정: 3월 출시\n근거: "3월로 하죠"'],
    ['numbered agenda', '안건 1. 출시\n- 결정 1-1: 3월 출시\n- 근거: “3월로 하죠”'],
    ['bold labels', '**안건 1:** 출시\n- **결정:** 3월 출시\n- **근거:** 「3월로 하죠」'],
    [
      'a heading that is the agenda',
      '# 회의록\n\n## 1. 출시\n\n### 결정사항\n\n1. 3월 출시\n\n### 근거\n\n> 3월로 하죠',
    ],
    ['labels alone on their lines', '안건\n출시\n\n결정사항\n- 3월 출시\n\n근거\n- ‘3월로 하죠’'],
    ['evidence inside the decision line', '안건: 출시\n결정: 3월 출시 (근거: “3월로 하죠”)'],
    ['English labels', 'Agenda: 출시\nDecision: 3월 출시\nEvidence: "3월로 하죠"'],
    ['numbered lines', '1. 안건: 출시\n2. 결정: 3월 출시\n3. 근거: "3월로 하죠"'],
    ['a table', '| 안건 | 결정 | 근거 |\n|---|---|---|\n| 출시 | 3월 출시 | “3월로 하죠” |'],
    ['Windows line ends', '안건: 출시\r\n결정: 3월 출시\r\n근거: "3월로 하죠"\r\n'],
  ])('%s', (_name, answer) => {
    expect(outline(answer)).toEqual(whole('headed'));
  });

  it('reads several decisions, each with its evidence', () => {
    const answer = '안건: 출시\n결정:\n- 3월 출시\n- 예약 판매\n근거: "가"\n결정: 할인 없음\n근거: "나" "다"';
    expect(outline(answer).decisions).toEqual([
      ['3월 출시', ['가']],
      ['예약 판매', ['가']],
      ['할인 없음', ['나', '다']],
    ]);
  });

  it('lets a quotation run over a line break', () => {
    expect(outline('결정: 출시\n근거: “3월로\n하죠”').evidence).toEqual(['3월로\n하죠']);
  });

  it('tells evidence in own words from a quotation', () => {
    expect(readMinutes('결정: 출시\n근거: 팀장이 3월을 제안함').evidence.map(({ quoted }) => quoted)).toEqual(
      [false],
    );
  });

  it.each(['결정을 미루었다.', '근거가 부족하다는 의견이 있었다.', '안건이 많았다.'])(
    'takes “%s” for prose',
    (answer) => {
      expect(outline(answer)).toEqual({ form: 'prose', agendas: [], decisions: [], evidence: [] });
    },
  );

  it('leaves list numbers and labels out of the statements', () => {
    const { statements } = readMinutes('## 안건 1: 출시\n1. 결정 2-1: 3월 출시\n3) 근거: "가"');
    expect(statements.map(({ text }) => text)).toEqual(['출시', '3월 출시']);
  });
});

describe('emptiness', () => {
  it.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['{}', 'empty'],
    ['```json\n{"agenda": [], "decisions": []}\n```', 'empty'],
    ['{"안건": "", "결정": "없음", "근거": null}', 'empty'],
    ['# 회의록\n## 안건\n## 결정사항\n- \n## 근거', 'empty'],
    ['없음', 'empty'],
    ['네.', 'nearly_empty'],
    ['회의록 정리본입니다.', 'nearly_empty'],
    ['결정: 출시 연기', 'content'],
    ['죄송하지만 회의록을 작성할 수 없습니다.', 'content'],
    ['{"agenda":"출시","decision":"3월 출시"}', 'content'],
  ])('%j is %s', (answer, emptiness) => {
    expect(emptinessOf(readMinutes(answer))).toBe(emptiness);
  });
});

it('reads any text without throwing, and points inside it', () => {
  const lines = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('안건: 가', '결정:', '- 근거: "나', '|안건|결정|', '| 가 | 나 |', '{"', '> 다”', '```'),
    ),
  );
  fc.assert(
    fc.property(lines, (parts) => {
      const answer = parts.join('\n');
      const minutes = readMinutes(answer);
      const passages = [
        ...minutes.agendas,
        ...minutes.statements,
        ...minutes.evidence.map(({ passage }) => passage),
      ];
      for (const passage of passages) {
        const { start, end } = placeOf(passage);
        expect(answer.slice(start, end)).toBe(passage.text);
      }
    }),
    { numRuns: 300 },
  );
});

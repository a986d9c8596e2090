import type { Messages } from '../en/en';

const figure = (number: number) => number.toLocaleString('ko');

/** What a rubric's reader expects most often. Anything else stays in English behind a Korean sentence. */
const expectations: Partial<Record<string, string>> = {
  'lower-case words joined by hyphens': '영어 소문자와 하이픈',
  'a version such as 1.0.0': '1.0.0 같은 버전',
  'a language tag such as en or ko': 'en이나 ko 같은 언어 코드',
  'a number': '숫자',
};
function rubricProblem(message: string): string {
  const [, key, expected = '', got] = /^(.+?): expected (.+), but got (.+)\.$/.exec(message) ?? [];
  if (key === undefined) return `이 부분을 고친 뒤 파일을 다시 여세요. (${message})`;
  return `${key} 값이 맞지 않습니다. 필요한 값: ${expectations[expected] ?? expected}. 입력된 값: ${got}.`;
}

export const startWords = {
  exampleReplies: '예시 답변',
  secondExampleReplies: '예시 답변 2',
  replySet: (set) => `예시 ${set}`,
  recognised: {
    sheet: (cases) => `시트 파일로 인식했습니다. 사례 ${figure(cases)}건이 들어 있습니다.`,
    rubric: (title) => `루브릭 ‘${title}’(으)로 인식했습니다. 이 브라우저에 보관합니다.`,
    newerRubric: (title) => `내 루브릭 ‘${title}’의 새 버전으로 인식했습니다.`,
    batch: (files) => `일괄 평가 결과 파일 ${figure(files)}개로 인식했습니다.`,
    cases: (rows) => `표로 인식했습니다. 모두 ${figure(rows)}행입니다.`,
    reply: (name) => `평가 모델의 답변으로 인식했습니다. 사례 ‘${name}’에 쓸 수 있습니다.`,
    labelled: (fields) => `사례 하나로 인식했습니다: ${fields}.`,
    text: (field) => `글로 인식해 사례 하나(${field})로 만들었습니다.`,
  },
  sameForAll: '모든 사례에 공통',
  fillInOnce: (names) => `평가하기 전에 한 번만 입력하세요: ${names}`,
  saveRunInputs: '모든 사례에 저장',
  looksLikePrompt: '평가 프롬프트로 보입니다.',
  promptAsRubric: '루브릭으로 가져오기',
  promptAsCase: '사례로 사용',
  replyWithoutCase: '평가 모델의 답변입니다. 해당 사례를 먼저 선택한 뒤 다시 붙여넣으세요.',
  rubricTaken: (id) => `‘${id}’은(는) 기본 루브릭이 쓰는 id입니다. 파일에서 id를 바꾼 뒤 다시 여세요.`,
  rubricRefused: (name) =>
    name ? `${name} 파일을 추가하지 못했습니다.` : '붙여넣은 루브릭을 추가하지 못했습니다.',
  rubricMissing: (keys) => `빠진 항목: ${keys}.`,
  rubricNotStored: '브라우저가 저장하지 않아 탭을 닫으면 사라집니다.',
  rubricProblem: (line, message) => `${line === undefined ? '' : `${line}행: `}${rubricProblem(message)}`,
  question: 'AI 평가, 믿을 수 있나요?',
  promise: '모든 점수를 설명하고 모든 주장을 검사합니다.',
  stays: '데이터는 이 페이지를 벗어나지 않습니다.',
  sends: '사례는 입력한 서버로 전송됩니다.',
  judgeOwn: '내 글 평가하기',
  openFile: '파일 열기',
  judgePasted: '바로 평가',
  sampleCases: (count) => `예시 사례 ${count}건`,
  cases: '사례',
  changeJudge: '평가 설정',
  noModelYet: '모델 미선택',
  emptyTitle: '무엇을 평가할까요?',
  ownRubric: '내 루브릭 가져오기',
  ownRubricHint: '평가 프롬프트를 붙여 넣거나 루브릭 파일을 엽니다.',
} satisfies Messages['start'];

import type { CheckedQuote } from './check-evidence';
import type { Emptiness } from './emptiness';
import type { Minutes } from './minutes';

/** Everything that facts say to people. What expressions test is in neither language. */
export interface FactWords {
  forms: Readonly<Record<Minutes['form'], string>>;
  emptiness: Readonly<Record<Emptiness, string>>;
  noQuestion: string;
  korean: (isKorean: boolean) => string;
  transcript: (turns: number, speakers: number) => string;
  noTranscript: string;
  transcriptStart: string;
  structure: (form: string, agendas: number, decisions: number, evidence: number) => string;
  agenda: string;
  decision: string;
  decisions: (count: number) => string;
  bareDecision: string;
  bareDecisions: (count: number) => string;
  quotes: (found: number, all: number) => string;
  references: (count: number) => string;
  reworded: (count: number) => string;
  quote: Readonly<Record<CheckedQuote['status'], { quote: string; source: string }>>;
  noAbsentQuotes: string;
  unsupportedNumber: string;
  noUnsupportedNumbers: string;
  noEvidence: string;
  allInvented: (count: number) => string;
  someAbsent: (absent: number, all: number) => string;
  allFound: (count: number) => string;
  unsupported: (texts: readonly string[]) => string;
  open: string;
}

const ko: FactWords = {
  forms: {
    json: 'JSON',
    'broken-json': '읽을 수 없는 JSON',
    headed: '제목·항목이 있는 글',
    prose: '구조 없는 글',
  },
  emptiness: {
    empty: '응답에 평가할 회의록 내용이 없습니다.',
    nearly_empty: '응답이 거의 비어 있습니다(글자 10자 미만).',
    content: '응답에 내용이 있습니다.',
  },
  noQuestion: '과제와 회의 원문이 비어 있어 인용과 숫자를 대조할 수 없습니다.',
  korean: (isKorean) => (isKorean ? '한국어' : '한국어가 아닌 언어'),
  transcript: (turns, speakers) => `발언 ${turns}개, 발언자 ${speakers}명`,
  noTranscript: '회의 원문이 시작되는 곳을 알 수 없어 질문 전체를 원문으로 봅니다.',
  transcriptStart: '여기서 회의 원문이 시작됩니다.',
  structure: (form, agendas, decisions, evidence) =>
    `${form}: 안건 ${agendas}개, 결정 ${decisions}개, 근거 ${evidence}개`,
  agenda: '안건',
  decision: '결정사항',
  decisions: (count) => (count === 0 ? '구분되는 결정사항 없음' : `결정사항 ${count}건`),
  bareDecision: '근거 없는 결정사항',
  bareDecisions: (count) => (count === 0 ? '근거가 빠진 결정사항 없음' : `결정사항 ${count}건에 근거 없음`),
  quotes: (found, all) => (all === 0 ? '대조할 인용문 없음' : `인용문 ${all}건 중 ${found}건이 원문에 있음`),
  references: (count) => `시각으로 가리킨 근거 ${count}건`,
  reworded: (count) => `인용이 아닌 근거 ${count}건`,
  quote: {
    found: { quote: '원문에 있는 인용', source: '인용된 발언' },
    altered: { quote: '원문과 표현이 다른 인용', source: '가장 비슷한 발언' },
    missing: { quote: '원문에 없는 인용', source: '가장 비슷한 발언' },
    reference: { quote: '시각으로 가리킨 근거', source: '그 시각의 발언' },
  },
  noAbsentQuotes: '원문에 없는 인용 없음',
  unsupportedNumber: '회의 원문에 없는 숫자·날짜',
  noUnsupportedNumbers: '회의 원문에서 확인되지 않는 숫자·날짜 없음',
  noEvidence: '결정을 뒷받침하는 근거 발언이 하나도 제시되지 않았습니다.',
  allInvented: (count) =>
    `${count === 1 ? '근거로 제시된 인용문이' : `근거로 제시된 인용문 ${count}건이 모두`} 회의 원문에 없는 발언입니다.`,
  someAbsent: (absent, all) => `인용문 ${all}건 중 ${absent}건이 회의 원문과 일치하지 않습니다.`,
  allFound: (count) =>
    `인용문 ${count}건이 모두 회의 원문에 있습니다. 구간 선택이 알맞은지는 평가 모델이 판단합니다.`,
  unsupported: (texts) => `회의 원문에서 확인되지 않는 숫자·날짜가 있습니다: ${texts.join(', ')}.`,
  open: '사실만으로는 정할 수 없음',
};

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const en: FactWords = {
  forms: {
    json: 'JSON',
    'broken-json': 'Unreadable JSON',
    headed: 'Text with headings',
    prose: 'Text without structure',
  },
  emptiness: {
    empty: 'The answer has no minutes to assess.',
    nearly_empty: 'The answer is nearly empty (fewer than 10 letters).',
    content: 'The answer has content.',
  },
  noQuestion: 'The task and the transcript are empty, so quotes and numbers cannot be checked.',
  korean: (isKorean) => (isKorean ? 'Korean' : 'Not Korean'),
  transcript: (turns, speakers) => `${counted(turns, 'turn')} by ${counted(speakers, 'speaker')}`,
  noTranscript: 'It is not clear where the transcript begins, so all of the question counts as transcript.',
  transcriptStart: 'The transcript begins here.',
  structure: (form, agendas, decisions, evidence) =>
    `${form}: ${counted(agendas, 'agenda item')}, ${counted(decisions, 'decision')}, ${counted(evidence, 'piece')} of evidence`,
  agenda: 'Agenda item',
  decision: 'Decision',
  decisions: (count) => (count === 0 ? 'No separate decisions' : counted(count, 'decision')),
  bareDecision: 'Decision without evidence',
  bareDecisions: (count) =>
    count === 0 ? 'No decision lacks evidence' : `${counted(count, 'decision')} without evidence`,
  quotes: (found, all) =>
    all === 0 ? 'No quotes to check' : `${found} of ${counted(all, 'quote')} found in the transcript`,
  references: (count) => `${counted(count, 'piece')} of evidence given as a time`,
  reworded: (count) => `${counted(count, 'piece')} of evidence not quoted`,
  quote: {
    found: { quote: 'Quote found in the transcript', source: 'Quoted passage' },
    altered: { quote: 'Quote worded differently in the transcript', source: 'Nearest passage' },
    missing: { quote: 'Quote not in the transcript', source: 'Nearest passage' },
    reference: { quote: 'Evidence given as a time', source: 'What was said at that time' },
  },
  noAbsentQuotes: 'No quote differs from the transcript',
  unsupportedNumber: 'Number or date not in the transcript',
  noUnsupportedNumbers: 'No number or date is missing from the transcript',
  noEvidence: 'The minutes give no evidence for any decision.',
  allInvented: (count) =>
    count === 1
      ? 'The only quote is not in the transcript.'
      : `None of the ${count} quotes is in the transcript.`,
  someAbsent: (absent, all) =>
    `${absent} of ${counted(all, 'quote')} ${absent === 1 ? 'does' : 'do'} not match the transcript.`,
  allFound: (count) =>
    `${count === 1 ? 'The quote is' : `All ${count} quotes are`} in the transcript. Whether the passages are well chosen is for the judge to say.`,
  unsupported: (texts) => `Numbers or dates that are not in the transcript: ${texts.join(', ')}.`,
  open: 'Facts alone do not decide this',
};

export const factWords: Readonly<Record<'en' | 'ko', FactWords>> = { en, ko };

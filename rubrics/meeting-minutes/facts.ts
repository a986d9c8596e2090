import type { Fact, FindFacts, InputProblem, Span } from '../../src/rubric/facts';
import { EMPTY_REASON, evidenceBounds, factualityBounds, type Bounds } from './facts/bounds';
import { checkEvidence, isAbsent, type CheckedEvidence, type CheckedQuote } from './facts/check-evidence';
import { emptinessOf, type Emptiness } from './facts/emptiness';
import { quoteLocator } from './facts/locate-quote';
import type { Minutes } from './facts/minutes';
import { placeOf } from './facts/passage';
import { readMinutes } from './facts/read-minutes';
import { readTranscript, type Transcript } from './facts/transcript';
import { quantitiesSaid, unsupportedIn, type UnsupportedQuantity } from './facts/unsupported-quantities';

const FORM_NAMES: Readonly<Record<Minutes['form'], string>> = {
  json: 'JSON',
  'broken-json': '읽을 수 없는 JSON',
  headed: '제목·항목이 있는 글',
  prose: '구조 없는 글',
};
const EMPTINESS_TEXTS: Readonly<Record<Emptiness, string>> = {
  empty: EMPTY_REASON,
  nearly_empty: '응답이 거의 비어 있습니다(글자 10자 미만).',
  content: '응답에 내용이 있습니다.',
};
const MINIMAL_HANGUL_SHARE = 0.3;

export const findFacts: FindFacts = (input) => {
  const question = input['question'] ?? '';
  const answer = input['answer'] ?? '';
  const transcript = readTranscript(question);
  const minutes = readMinutes(answer);
  const emptiness = emptinessOf(minutes);
  const evidence = checkEvidence(minutes, quoteLocator(question, transcript));
  const unsupported = unsupportedQuantities(question, transcript, minutes, evidence);
  const unsupportedTexts = [...new Set(unsupported.map(({ text }) => text))];

  const problems: InputProblem[] = [];
  if (question.trim() === '') {
    problems.push({
      input: 'question',
      message: '과제와 회의 원문이 비어 있어 인용과 숫자를 대조할 수 없습니다.',
    });
  }
  return {
    facts: [
      { name: 'emptiness', value: emptiness, text: EMPTINESS_TEXTS[emptiness], spans: [] },
      languageFact(question),
      transcriptFact(question, transcript),
      structureFact(minutes),
      decisionsFact(minutes),
      bareDecisionsFact(minutes),
      quotesFact(evidence),
      absentQuotesFact(evidence),
      {
        name: 'unsupported_numbers',
        value: unsupportedTexts,
        text:
          unsupportedTexts.length === 0
            ? '회의 원문에서 확인되지 않는 숫자·날짜 없음'
            : unsupportedTexts.join(', '),
        spans: unsupported.map(({ start, end }) => ({
          input: 'answer',
          start,
          end,
          kind: 'missing',
          note: '회의 원문에 없는 숫자·날짜',
        })),
      },
      boundsFact('evidence_bounds', evidenceBounds(minutes, emptiness, evidence)),
      boundsFact('factuality_bounds', factualityBounds(emptiness, unsupportedTexts)),
    ],
    problems,
  };
};

/** Quotes that were found are the transcript's own words; all else in the minutes is a claim. */
function unsupportedQuantities(
  question: string,
  transcript: Transcript,
  minutes: Minutes,
  evidence: CheckedEvidence,
): UnsupportedQuantity[] {
  if (minutes.form === 'broken-json' || question.trim() === '') return [];
  const said = quantitiesSaid(question, transcript);
  const absent = evidence.quotes.filter(isAbsent).map(({ passage }) => passage);
  return [...minutes.statements, ...absent]
    .flatMap((passage) => unsupportedIn(passage, said))
    .sort((a, b) => a.start - b.start);
}

function languageFact(question: string): Fact {
  const letters = question.match(/\p{L}/gu)?.length ?? 0;
  const hangul = question.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const korean = letters === 0 || hangul / letters >= MINIMAL_HANGUL_SHARE;
  return {
    name: 'case_language',
    value: korean ? 'ko' : 'other',
    text: korean ? '한국어' : '한국어가 아닌 언어',
    spans: [],
  };
}

function transcriptFact(question: string, transcript: Transcript): Fact {
  const { located, start, utterances, speakers } = transcript;
  if (!located) {
    const text = '회의 원문이 시작되는 곳을 알 수 없어 질문 전체를 원문으로 봅니다.';
    return { name: 'transcript', value: { located, utterances: 0, speakers: [] }, text, spans: [] };
  }
  const lineEnd = question.indexOf('\n', start);
  const end = lineEnd < 0 ? question.length : lineEnd;
  return {
    name: 'transcript',
    value: { located, utterances: utterances.length, speakers },
    text: `발언 ${utterances.length}개, 발언자 ${speakers.length}명`,
    spans: [{ input: 'question', start, end, kind: 'source', note: '여기서 회의 원문이 시작됩니다.' }],
  };
}

function structureFact(minutes: Minutes): Fact {
  const { form, agendas, decisions, evidence } = minutes;
  const chain = agendas.length > 0 && decisions.length > 0 && evidence.length > 0;
  return {
    name: 'structure',
    value: { form, agendas: agendas.length, decisions: decisions.length, evidence: evidence.length, chain },
    text: `${FORM_NAMES[form]}: 안건 ${agendas.length}개, 결정 ${decisions.length}개, 근거 ${evidence.length}개`,
    spans: agendas.map((agenda): Span => ({
      input: 'answer',
      ...placeOf(agenda),
      kind: 'source',
      note: '안건',
    })),
  };
}

function decisionsFact({ decisions }: Minutes): Fact {
  return {
    name: 'decisions',
    value: decisions.map(({ passage }) => passage.text),
    text: decisions.length === 0 ? '구분되는 결정사항 없음' : `결정사항 ${decisions.length}건`,
    spans: decisions.map(({ passage }): Span => ({
      input: 'answer',
      ...placeOf(passage),
      kind: 'source',
      note: '결정사항',
    })),
  };
}

function bareDecisionsFact({ decisions }: Minutes): Fact {
  const bare = decisions.filter(({ evidence }) => evidence.length === 0);
  return {
    name: 'decisions_without_evidence',
    value: bare.map(({ passage }) => passage.text),
    text: bare.length === 0 ? '근거가 빠진 결정사항 없음' : `결정사항 ${bare.length}건에 근거 없음`,
    spans: bare.map(({ passage }): Span => ({
      input: 'answer',
      ...placeOf(passage),
      kind: 'missing',
      note: '근거 없는 결정사항',
    })),
  };
}

function quotesFact({ quotes, reworded }: CheckedEvidence): Fact {
  const references = quotes.filter(({ status }) => status === 'reference').length;
  const words = quotes.length - references;
  const found = quotes.filter(({ status }) => status === 'found').length;
  const parts = [
    words === 0 ? '대조할 인용문 없음' : `인용문 ${words}건 중 ${found}건이 원문에 있음`,
    ...(references === 0 ? [] : [`시각으로 가리킨 근거 ${references}건`]),
    ...(reworded === 0 ? [] : [`인용이 아닌 근거 ${reworded}건`]),
  ];
  return {
    name: 'quotes',
    value: quotes.map(({ passage, status }) => ({ text: passage.text, status })),
    text: parts.join(', '),
    spans: quotes.flatMap(quoteSpans),
  };
}

const QUOTE_NOTES: Readonly<Record<CheckedQuote['status'], { quote: string; source: string }>> = {
  found: { quote: '원문에 있는 인용', source: '인용된 발언' },
  altered: { quote: '원문과 표현이 다른 인용', source: '가장 비슷한 발언' },
  missing: { quote: '원문에 없는 인용', source: '가장 비슷한 발언' },
  reference: { quote: '시각으로 가리킨 근거', source: '그 시각의 발언' },
};

function quoteSpans(quote: CheckedQuote, index: number): Span[] {
  const link = `quote-${index + 1}`;
  const absent = isAbsent(quote);
  const notes = QUOTE_NOTES[quote.status];
  return [
    { input: 'answer', ...quote.place, kind: absent ? 'missing' : 'found', link, note: notes.quote },
    ...quote.sources.map((range): Span => ({
      input: 'question',
      ...range,
      kind: absent ? 'source' : 'found',
      link,
      note: notes.source,
    })),
  ];
}

function absentQuotesFact({ quotes }: CheckedEvidence): Fact {
  const absent = quotes.filter(isAbsent).map(({ passage }) => passage.text);
  const text = absent.length === 0 ? '원문에 없는 인용 없음' : absent.map((quote) => `“${quote}”`).join(', ');
  return { name: 'absent_quotes', value: absent, text, spans: [] };
}

function boundsFact(name: string, bounds: Bounds | null): Fact {
  return { name, value: bounds, text: bounds?.because ?? '사실만으로는 정할 수 없음', spans: [] };
}

import { describe, expect, it } from 'vitest';
import { quoteLocator } from '../../../../rubrics/meeting-minutes/facts/locate-quote';
import { readTranscript } from '../../../../rubrics/meeting-minutes/facts/transcript';

const QUESTION = `과제: 회의록을 쓰세요. 예산은 3월에 정한다.

[00:00:02] 김민지 팀장: 네, 그럼 출시는 3월 15일로 하죠.
[00:00:09] 이도윤: 음… 좋습니다. “봄봄” 캠페인도 같이 갑시다.
[00:00:15] 김민지 팀장: 예산은 1,200만 원으로
  잡아 두세요.
[00:00:21] 이도윤: 알겠습니다.

JSON으로 답하세요.`;

const locate = quoteLocator(QUESTION, readTranscript(QUESTION));

describe('where the transcript is', () => {
  it.each([
    ['time stamps', QUESTION, 4, ['김민지 팀장', '이도윤']],
    [
      'names that come back',
      '형식: JSON\n\n가람: 네\n나래: 좋아요\n가람: 그럼 그렇게\n나래: 네',
      4,
      ['가람', '나래'],
    ],
    [
      'name and time on a line of their own',
      '참석자 1 00:01\n네, 시작하죠\n참석자 2 00:07\n네',
      2,
      ['참석자 1', '참석자 2'],
    ],
    ['time behind the name', '김민지 (00:01): 네\n이도윤 (00:05): 네', 2, ['김민지', '이도윤']],
    ['times without names', '[00:01] 네\n[00:05] 좋아요', 2, []],
    ['no speech', '주제: 예산\n형식: JSON', 0, []],
  ])('%s', (_name, question, utterances, speakers) => {
    const transcript = readTranscript(question);
    expect(transcript.utterances).toHaveLength(utterances);
    expect(transcript.speakers).toEqual(speakers);
    expect(transcript.located).toBe(utterances > 0);
  });
});

describe('quotes', () => {
  it.each([
    ['word for word', '출시는 3월 15일로 하죠.'],
    ['with name and time as in the transcript', '[00:00:02] 김민지 팀장: 네, 그럼 출시는 3월 15일로 하죠.'],
    ['with the short name', '김민지: 그럼 출시는 3월 15일로 하죠.'],
    ['other spacing', '출시는 3월15일로 하죠'],
    ['another full stop', '출시는 3월 15일로 하죠!'],
    ['other quotation marks', "'봄봄' 캠페인도 같이 갑시다"],
    ['over a line break of the transcript', '예산은 1,200만 원으로 잡아 두세요.'],
    ['two turns joined', '3월 15일로 하죠. 음… 좋습니다.'],
    ['two turns with their names', '김민지 팀장: 네, 그럼 출시는 3월 15일로 하죠. 이도윤: 음… 좋습니다.'],
    [
      'two turns on two lines, one left out',
      '김민지 팀장: 그럼 출시는 3월 15일로 하죠.\n이도윤: 알겠습니다.',
    ],
    ['pieces in order', '출시는 … 하죠 … 캠페인도 같이 갑시다'],
    ['no commas', '네 그럼 출시는 3월 15일로 하죠'],
    ['no ellipsis where the speaker paused', '음 좋습니다 봄봄 캠페인도 같이 갑시다'],
    ['an amount in words', '예산은 천이백만 원으로 잡아 두세요'],
    ['a date in words', '그럼 출시는 삼월 십오일로 하죠'],
    ['left out in brackets', '예산은 (중략) 잡아 두세요'],
  ])('found: %s', (_name, quote) => {
    expect(locate(quote).status).toBe('found');
  });

  it.each([
    ['made up', '그날은 모두 쉬는 것으로 합의했습니다.', 'missing'],
    ['pieces in the wrong order', '캠페인도 같이 갑시다 … 출시는 3월 15일로', 'altered'],
    ['from the task', '예산은 3월에 정한다', 'missing'],
    ['another number', '출시는 3월 18일로 하죠', 'altered'],
    ['a word put in', '네, 그럼 출시는 3월 15일로 꼭 하죠. 예산은', 'altered'],
    ['a name that does not speak here', '박서연: 알겠습니다', 'altered'],
    ['endings as they are written', '출시는 3월 15일로 하고, 캠페인도 같이 가기로 합시다', 'altered'],
    ['a summary of one turn', '출시일을 3월 15일로 확정함', 'altered'],
    ['too short to tell', '보류', 'unclear'],
    ['a number of a line', 'L12', 'unclear'],
    ['another language', 'Then let us launch on March 15.', 'unclear'],
    ['nothing but an ellipsis', '…', 'blank'],
  ])('not found: %s', (_name, quote, status) => {
    expect(locate(quote).status).toBe(status);
  });

  it('does not take punctuation of a number for punctuation', () => {
    const question =
      '[00:01] 가람: 목표는 1.5배로 합시다. 상자는 2.5개로 하죠.\n[00:05] 나래: 기온은 -5도까지 봅시다.';
    const inNumbers = quoteLocator(question, readTranscript(question));
    expect(inNumbers('목표는 15배로 합시다').status).not.toBe('found');
    expect(inNumbers('상자는 25개로 하죠').status).not.toBe('found');
    expect(inNumbers('기온은 5도까지 봅시다').status).not.toBe('found');
    expect(inNumbers('목표는, 1.5배로 합시다').status).toBe('found');
  });

  it.each([
    ['00:00:09', ['음…']],
    ['00:00:09~00:00:15', ['음…', '예산']],
    ['00:00:02 - 00:00:20', ['네, ', '음…', '예산']],
    ['이도윤 (00:09), 김민지 팀장 (00:15)', ['음…', '예산']],
    ['00:07:00', []],
  ])('%s points at turns by their time', (text, beginnings) => {
    const { status, places } = locate(text);
    expect(status).toBe('reference');
    expect(places.map(({ start }) => QUESTION.slice(start, start + 2))).toEqual(
      beginnings.map((beginning) => beginning.slice(0, 2)),
    );
  });

  it('compares with each line where no speech can be told apart', () => {
    const question = '회의 내용\n출시는 3월 15일에 하자고 했다.';
    const inLines = quoteLocator(question, readTranscript(question));
    expect(inLines('출시는 꼭 3월 15일에 하자').status).toBe('altered');
    expect(inLines('아무도 하지 않은 긴 이야기입니다').status).toBe('missing');
  });

  it('gives the places', () => {
    const texts = locate('출시는 … 하죠 … 캠페인도').places.map(({ start, end }) =>
      QUESTION.slice(start, end),
    );
    expect(texts).toEqual(['출시는', '하죠', '캠페인도']);
    const [joined] = locate('15일로 하죠. 음… 좋습니다.').places;
    expect(QUESTION.slice(joined?.start, joined?.end)).toContain('하죠');
  });

  it('takes a later place of a piece when an earlier one comes too soon', () => {
    const question = '[00:01] 가람: 네. 출시하죠.\n[00:05] 나래: 네.';
    const { status, places } = quoteLocator(question, readTranscript(question))('출시하죠 … 네');
    expect(status).toBe('found');
    expect(places.map(({ start }) => start)).toEqual([question.indexOf('출시'), question.lastIndexOf('네')]);
  });

  it('shows the most similar turn of an altered quote', () => {
    const [near] = locate('예산은 꼭 1,200만 원으로 잡아 두세요').places;
    expect(QUESTION.slice(near?.start, near?.end)).toBe('예산은 1,200만 원으로\n  잡아 두세요.');
  });

  it('knows speakers whose names hold signs', () => {
    const question = '[00:01] 참석자-1: 3월로 하죠.\n[00:05] 김(민지)/팀장: 좋습니다.';
    const { status } = quoteLocator(question, readTranscript(question))('참석자-1: 3월로 하죠. … 좋습니다');
    expect(status).toBe('found');
  });

  it('searches the whole question when no speech can be told apart', () => {
    const question = '회의 내용: 출시는 3월로 한다고 했다.';
    expect(quoteLocator(question, readTranscript(question))('출시는 3월로').status).toBe('found');
  });
});

import fc from 'fast-check';
import { grouped } from '../grouped';
import { describe, expect, it } from 'vitest';
import { passageOf } from '../../../../rubrics/meeting-minutes/facts/passage';
import { readTranscript } from '../../../../rubrics/meeting-minutes/facts/transcript';
import {
  quantitiesSaid,
  unsupportedIn,
} from '../../../../rubrics/meeting-minutes/facts/unsupported-quantities';

function unsupported(said: string, written: string): string[] {
  const quantities = quantitiesSaid(said, readTranscript(said));
  return unsupportedIn(passageOf(written, 0, written.length), quantities).map(({ text }) => text);
}

describe('numbers and dates that were said in another form', () => {
  it.each(
    grouped(`
3월 15일로 하죠 → 3월 15일 출시 | 출시일은 3/15 | 출시일: 2026-03-15 | 출시일: 2026. 3. 15. | 출시일 3.15 | 15일 출시 | 3월 출시
2026-03-15 회의 → 2026년 3월 15일 회의
삼월 십오일이요 → 3월 15일
15일까지 주세요 → 3월 15일까지 제출
다음 달 15일이요 → 4월 15일까지
3월 15, 16일 이틀간 → 3월 15일과 16일
3월 15일부터 20일까지 → 3월 15~20일
15에서 20일 사이 → 15일~20일
이공이육년 계획 → 2026년 계획
회의는 2026년 3월 13일입니다. 다음 주 금요일까지요 → 3월 20일까지 완료
2026년 3월 13일 회의. 내일 보내드릴게요 → 3월 14일 발송
2026년 3월 13일 회의. 이달 말까지요 → 3월 31일까지
오늘이 3월 2일이니까 2주 뒤에 보죠 → 3월 16일 재논의
오후 3시에 보죠 → 15:00 시작 | 15시 시작
세 시에 보죠 → 오후 3시 시작
15시 30분이요 → 오후 3시 30분
오후 세 시 반이요 → 15:30
2시부터 4시요 → 오후 2~4시
정오에 공지 → 12:00 공지
1,200만 원으로 → 1200만원 | 12,000,000원
천이백만 원 정도요 → 1,200만 원
천이백이면 됩니다 → 1,200만 원
1억 2천만 원 → 120,000,000원
1억 이천이요 → 1억 2,000만 원
1.2억이요 → 1억 2천만 원
삼천오백만 원 → 3,500만 원
2만 5천 원 → 25,000원
이삼천만 원, 그러니까 2~3천만 원 → 2천만~3천만 원
30% 줄이고 → 30퍼센트 축소
30프로 정도 → 30% 내외
절반만 하죠 → 50% 시행
두 명이요 → 2명 배치
열두 분이 오셨고 → 12명 참석
서너 명 필요 → 3~4명 충원
세 개 매장 → 매장 3곳
한 달 정도 → 1개월
2주만 주세요 → 14일 연장
이 주만 주세요 → 2주 연장
일주일이요 → 1주
사흘 걸립니다 → 3일 소요
보름이면 → 15일 이내
한 시간 반 → 90분
오백 미터 → 0.5km
20기가 → 20GB
천만 원하고 오백만 원 → 총 1,500만 원
2만 9,900원으로 → 29,900원
삼분의 일만 하죠 → 1/3만 시행
일주일에 두 번 → 주 2회
세 분 모시고 → 3명 초청
신규 둘을 넣죠 → 신규 2명 배정
8월 말까지요 → 8월 31일까지
5월 첫째 주에 내죠 → 5월 4일 공고
5일부터 하죠 → 5일 시작
둘째 날에 점검 → 2일 차 점검
첫째 주에 점검 → 1주차 점검
1년 반이요 → 1년 6개월 | 18개월
1년 6개월이요 → 18개월 | 6개월 더
18개월이요 → 1년 6개월
1년하고 6개월 더요 → 1년 6개월
한 달 반이요 → 45일
격주로 하죠 → 2주마다
매주 하죠 → 주 1회
세 배로 하죠 → 300%
2.5배로 하죠 → 250%
두 배로 늘리죠 → 100% 증가
300%로 하죠 → 3배
영점오 퍼센트요 → 0.5%
이 점 오 퍼센트요 → 2.5%
30평방미터요 → 30㎡
2026년 3월 회의. 올해 말까지요 → 12월 31일까지
한 해만 더요 → 1년 연장
이레 걸려요 → 7일
스무날 걸려요 → 20일
한 다스요 → 12개
열댓 명이요 → 15명 내외
여남은 명이요 → 10여 명
별다른 숫자 없음 → 이에 한해 적용, 이 건에 한 해 적용, 매주 보고 | 1:1 면담, 50:50 분담, 그룹 3, 제1회의실 | 결정사항 3건, 안건 2개
별다른 숫자 없음 → 1차 점검, 2단계 적용, 3안 | v2.3 배포, A-12 구역, 4G 망 | 수십 명, 몇 천만 원 | 작성일: 2026-05-01
별다른 숫자 없음 → 세부 일정, 한번 더, 만일의 경우, 이번 주, 천천히, 일부 구간
가: 네⏎나: 네⏎가: 좋아요⏎나: 네 → 가, 나 (2명)
[00:03:12] 가: 네⏎[00:04:00] 나: 네 → 근거 (00:03:12) | 근거 (03:12)
`),
  )('said “%s”, written “%s”: nothing to report', (said, written) => {
    expect(unsupported(said, written)).toEqual([]);
  });
});

describe('numbers and dates that nobody said', () => {
  it.each([
    ['3월 15일로 하죠', '3월 18일 출시', ['3월 18일']],
    ['2026년 3월 15일', '2027-03-15', ['2027-03-15']],
    ['3월 15일로 하죠', '출시일 3/18', ['3/18']],
    ['2026년 3월 13일 회의. 다음 주 금요일까지요', '3월 19일까지', ['3월 19일']],
    ['오후 3시에 보죠', '16:00 시작', ['16:00']],
    ['오후 3시에 보죠', '오전 3시 시작', ['오전 3시']],
    ['세 시 반이요', '오후 3시', ['오후 3시']],
    ['1,200만 원으로', '1,500만 원', ['1,500만 원']],
    ['천만 원하고 오백만 원', '총 1,700만 원', ['1,700만 원']],
    ['30% 줄이고', '40% 축소', ['40%']],
    ['30명이 와서', '30% 축소', ['30%']],
    ['두 명이요', '3명 배치', ['3명']],
    ['2주만 주세요', '3주 연장', ['3주']],
    ['3분기요', '4분기', ['4분기']],
    ['1년 반이요', '1년 8개월', ['1년 8개월']],
    ['정리해 말씀드리면 3월 2일입니다', '12월 31일까지', ['12월 31일']],
    ['1년이요', '1년 6개월', ['1년 6개월']],
    ['영점오 퍼센트요', '5%', ['5%']],
    ['30평방미터요', '30평', ['30평']],
    ['302호에서', '305호', ['305호']],
    ['[00:03:12] 가: 네\n[00:04:00] 나: 네', '근거 (00:07:45)', ['00:07:45']],
    ['[00:18:00] 가: 네\n[00:30:00] 나: 네', '30명, 18일', ['30명', '18일']],
  ])('said “%s”, written “%s”', (said, written, expected) => {
    expect(unsupported(said, written)).toEqual(expected);
  });

  it('points at the number in the answer', () => {
    const said = quantitiesSaid('3월 15일', readTranscript('3월 15일'));
    const written = '출시일은 3월 18일입니다.';
    expect(unsupportedIn(passageOf(written, 0, written.length), said)).toEqual([
      { text: '3월 18일', start: 5, end: 11 },
    ]);
  });
});

describe('any date, time or amount, in any of its forms', () => {
  const SINO = ['', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'];
  const two = (value: number): string => String(value).padStart(2, '0');
  const spelledBelowHundred = (value: number): string => {
    const tens = Math.floor(value / 10);
    return `${tens > 1 ? (SINO[tens] ?? '') : ''}${tens > 0 ? '십' : ''}${SINO[value % 10] ?? ''}`;
  };
  const dateForms = (month: number, day: number): string[] => [
    `${month}월 ${day}일`,
    `${month}월${day}일`,
    `2026년 ${month}월 ${day}일`,
    `2026-${two(month)}-${two(day)}`,
    `2026. ${month}. ${day}.`,
    `${month}/${day}`,
    `${day}일`,
  ];
  const timeForms = (hour: number, minute: number): string[] => {
    const half = hour < 12 ? '오전' : '오후';
    const rest = minute === 0 ? '' : minute === 30 ? ' 반' : ` ${minute}분`;
    const clock = `${two(hour)}:${two(minute)}`;
    return [
      clock,
      `${half} ${hour % 12 || 12}시${rest}`,
      `${hour}시${rest}`,
      `${half} ${clock12(hour, minute)}`,
    ];
  };
  const clock12 = (hour: number, minute: number): string => `${hour % 12 || 12}:${two(minute)}`;
  const moneyForms = (tenThousands: number): string[] => [
    `${tenThousands}만 원`,
    `${tenThousands}만원`,
    `${tenThousands.toLocaleString('en-US')}만 원`,
    `${(tenThousands * 10_000).toLocaleString('en-US')}원`,
    `${tenThousands * 10_000}원`,
  ];
  const percentForms = (value: number): string[] => [
    `${value}%`,
    `${value}퍼센트`,
    `${value} 프로`,
    `${spelledBelowHundred(value)} 퍼센트`,
  ];

  const forms = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([m, d]) => dateForms(m, d)),
    fc
      .tuple(fc.integer({ min: 1, max: 23 }), fc.constantFrom(0, 10, 30, 45))
      .map(([h, m]) => timeForms(h, m)),
    fc.integer({ min: 1, max: 9_999 }).map(moneyForms),
    fc.integer({ min: 1, max: 99 }).map(percentForms),
  );

  it('is never reported when it was said', () => {
    fc.assert(
      fc.property(forms, fc.nat(), fc.nat(), (same, a, b) => {
        const said = same[a % same.length] ?? '';
        const written = same[b % same.length] ?? '';
        expect(unsupported(`그럼 ${said}로 하죠.`, `${written}로 한다.`)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is reported when an amount of another size was said', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 9_999 }),
        fc.integer({ min: 2, max: 9_999 }),
        fc.nat(),
        fc.nat(),
        (x, y, a, b) => {
          fc.pre(x !== y);
          const said = moneyForms(x)[a % 5] ?? '';
          const written = moneyForms(y)[b % 5] ?? '';
          expect(unsupported(`그럼 ${said}으로 하죠.`, `예산은 ${written}으로 한다.`)).toEqual([written]);
        },
      ),
    );
  });

  it('never throws, and points inside the text', () => {
    const unit = fc.constantFrom(
      ...'0123456789,./:-~ 년월일시분반원만억천백십이삼오한두세명개%오전후총'.split(''),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), fc.string({ unit, maxLength: 40 }), (said, written) => {
        const quantities = quantitiesSaid(said, readTranscript(said));
        for (const { text, start, end } of unsupportedIn(passageOf(written, 0, written.length), quantities)) {
          expect(written.slice(start, end)).toBe(text);
        }
        const same = quantitiesSaid(written, readTranscript(''));
        expect(unsupportedIn(passageOf(written, 0, written.length), same)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});

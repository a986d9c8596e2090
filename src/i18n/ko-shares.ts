import type { shareWords as en } from './en-shares';

const figure = (count: number) => count.toLocaleString('ko');

export const shareWords: typeof en = {
  label: '이 행들이 나온 실행',
  alike: (runs) =>
    `이 행들은 같은 방식으로 물은 실행 ${figure(runs)}개에서 왔습니다. 수치는 모두를 합친 것입니다.`,
  unlike: (runs) =>
    `이 행들은 서로 다르게 물은 실행 ${figure(runs)}개에서 왔습니다. 그래서 전체 평균은 내지 않습니다.`,
  this: (rows) => `이번 실행 ${figure(rows)}건`,
  other: {
    earlier: (rows) => `이전 실행 ${figure(rows)}건`,
    later: (rows) => `이후 실행 ${figure(rows)}건`,
    one: (rows) => `한 실행 ${figure(rows)}건`,
  },
  others: (rows, runs, theOther) => `${theOther ? '다른 ' : ''}실행 ${figure(runs)}개 ${figure(rows)}건`,
  version: (version) => `루브릭 버전 ${version}`,
  span: (from, to) => `${from} ~ ${to}`,
  only: '이 행만 보기',
  open: '그 실행 열기',
};

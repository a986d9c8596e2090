import type { Messages } from '../../i18n/en/en';
import { fewestForMean } from '../../kit/text/figures';

export const korean = {
  title: (rubric) => `${rubric}: 평가 결과`,
  made: (time, build) => `Assay ${build} · ${time} 작성`,
  summary: '요약',
  nothingJudged: (all) => `사례 ${all}건 가운데 아직 평가한 것이 없습니다.`,
  judged: (judged, all) => `사례 ${all}건 중 ${judged}건을 평가했습니다.`,
  rulesOnlyAll: '규칙 기반: 모델을 쓰지 않았습니다.',
  byStatus: '상태별',
  mean: (value, max, count) => `채점된 ${count}건의 평균은 ${value}${max}입니다.`,
  tooFew: (count) =>
    count === 0
      ? '채점된 사례가 없어 평균을 내지 않습니다.'
      : `채점된 사례가 ${count}건뿐이라 평균을 내지 않습니다.`,
  passRate: (percent, met, count) => `합격률은 ${percent}입니다(채점된 ${count}건 중 ${met}건).`,
  passCount: (met, count) => `채점된 ${count}건 중 ${met}건이 합격했습니다.`,
  neverMixed: '점수가 없거나 일부가 미정인 평가는 평균과 합격률에서 제외합니다.',
  of: (max) => ` / ${max}`,
  verdicts: '판정별',
  distributions: '분포',
  decidedIn: (decided, judged) => `평가한 ${judged}건 중 ${decided}건에서 정해졌습니다.`,
  criterionMean: (value, count) => `채점된 ${count}건의 평균은 ${value}입니다.`,
  share: (count, all) => `${all}건 중 ${count}건`,
  outside: (min, max) => `${min}–${max} 밖`,
  criterion: '평가 기준',
  cases: '사례 목록',
  unreadable: '평가했지만 저장된 결과를 읽을 수 없음',
  outdated: '평가한 뒤 사례가 수정됨',
  failedChecks: '실패한 검사',
  judgedBy: '평가 방식',
  example: '시연용으로 작성했습니다. 모델에 묻지 않았습니다.',
  stated: (value) => `평가 모델이 밝힌 값은 ${value}이며, 항목에서 계산한 값과 다릅니다.`,
  decidedBy: '결정 주체',
  programSays: (value) => `프로그램의 판단: ${value}.`,
  brokenCheck: '루브릭 오류',
  otherChecks: (passed, open, skipped) =>
    `통과 ${passed}건, 아직 판단할 수 없음 ${open}건, 해당 없음 ${skipped}건.`,
  found: '찾은 인용',
  missing: '원문에 없음',
  source: '사실을 읽은 곳',
  firstStands:
    '평균과 다수 의견은 점수가 있는 평가만으로 계산했습니다. 이 보고서의 다른 곳에서는 점수가 있는 첫 번째 평가가 사례를 대표합니다.',
  backToCases: '사례 목록으로',
} satisfies OwnWords;

export const english = {
  title: (rubric: string) => `${rubric}: judgements`,
  made: (time: string, build: string) => `Made by Assay ${build} on ${time}`,
  summary: 'Summary',
  nothingJudged: (all: number) =>
    all === 1 ? 'The one case has not been judged yet.' : `None of the ${all} cases has been judged yet.`,
  judged: (judged: number, all: number) => `${judged} of ${all} cases were judged.`,
  rulesOnlyAll: 'Rules only. No model used.',
  byStatus: 'By status',
  mean: (value: string, max: string, count: number) =>
    `Average score ${value}${max} over ${count} scored cases.`,
  tooFew: (count: number): string =>
    count === 0 ? 'No full scores yet.' : `Average needs at least ${fewestForMean} scores.`,
  passRate: (percent: string, met: number, count: number) =>
    `${percent} passed: ${met} of ${count} scored cases.`,
  passCount: (met: number, count: number) => `${met} of ${count} scored cases passed.`,
  neverMixed: 'Averages and rates count fully scored cases only.',
  of: (max: number) => ` of ${max}`,
  verdicts: 'By verdict',
  distributions: 'Distributions',
  decidedIn: (decided: number, judged: number) => `Decided in ${decided} of ${judged} judged cases.`,
  criterionMean: (value: string, count: number) => `Average ${value} over ${count} scored cases.`,
  share: (count: number, all: number) => `${count} of ${all}`,
  outside: (min: number, max: number) => `outside ${min}–${max}`,
  criterion: 'Criterion',
  cases: 'Cases',
  unreadable: 'Judged, but the stored judgement is damaged',
  outdated: 'Outdated: the case was edited since',
  failedChecks: 'Failed checks',
  judgedBy: 'Judge',
  example: 'Written for this demo. No model was asked.',
  stated: (value: string) => `The judge itself states ${value}, which is not what its parts come to.`,
  decidedBy: 'Decided by',
  programSays: (value: string) => `The program says ${value}.`,
  brokenCheck: 'Rubric error',
  otherChecks: (passed: number, open: number, skipped: number) =>
    `${passed} passed, ${open} cannot be decided yet, ${skipped} do not apply.`,
  found: 'quote found',
  missing: 'not in the text',
  source: 'where a fact was read',
  firstStands:
    'Means and majorities are over those alone. The first judgement with a score stands for the case everywhere else in this report.',
  backToCases: 'Back to the list of cases',
};

export type OwnWords = typeof english;
/** What the page names too, the report calls by the page's words. */
export interface ReportWords extends OwnWords {
  language: 'en' | 'ko';
  page: Messages;
}

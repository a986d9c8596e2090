import type { Messages } from '../../i18n/en/en';
import type { OverviewWords } from '../../i18n/overview-words';
import type { judgementViewWords } from '../../i18n/judgement-view-words';
import type { screenWords } from '../../i18n/screen-words';

export const korean = {
  title: (rubric) => `${rubric}: 평가 보고서`,
  date: '평가한 날',
  cases: '사례',
  made: (date, build) =>
    `Assay ${build}에서 ${date}에 만든 보고서입니다. 파일 하나로 열리며 아무것도 불러오지 않습니다.`,
  nothingJudged: (all) => `사례 ${all}건 가운데 아직 평가한 것이 없습니다.`,
  average: (value, count, all, doubtful) =>
    `${all}건 중 점수가 정해진 ${count}건의 평균 ${value}${doubtful === 0 ? '' : `(불일치 ${doubtful}건 포함)`}`,
  heatAll: '점수가 높은 순서입니다.',
  heatCut: (shown, all) =>
    `사례 ${all}건 중 사실과 어긋나는 항목이 많거나 점수가 낮은 ${shown}건이며, 결과가 똑같은 사례는 하나만 실었습니다. 전체는 사례 목록에 있습니다.`,
  criteriaCut: (shown, all) => `평가 기준 ${all}개 중 ${shown}개입니다. 나머지는 각 사례에 있습니다.`,
  legend: '색이 진할수록 높은 단계',
  contents: '차례',
  figures: '그림과 수치',
  figuresHint: (all) => `막대 전체가 사례 ${all}건입니다. 구간은 루브릭의 단계입니다.`,
  other: '그 밖의 값',
  none: '점수 없음',
  caseList: '사례 목록',
  more: (count) => `그 밖에 ${count}건`,
  inFull: '사례별 평가',
  shortened: (all, full) =>
    `사례가 ${all}건이라 모두 자세히 싣지 않았습니다. 첫 쪽에 나온 ${full}건만 자세히 싣고, 나머지는 목록에 있습니다. 모든 평가의 전체 내용은 같은 화면에서 내보낸 CSV와 JSONL 파일에 있습니다.`,
  unreadable: '평가했지만 저장된 결과를 읽을 수 없음',
  outdated: '평가한 뒤 사례가 수정됨',
  exampleReply: '시연용으로 작성한 답변입니다. 모델에 묻지 않았습니다.',
  claims: (value) => `평가 모델의 답: ${value}`,
  decidedBy: '결정',
  evidence: '확인된 사실과 계산 값',
  firstStands:
    '평균과 다수 의견은 점수가 있는 평가로만 계산했습니다. 아래 내용은 사례를 대표하는 평가 하나입니다.',
  criterion: '평가 기준',
  toTable: '목록에서 보기',
  toTop: '첫 쪽으로',
} satisfies OwnWords;

export const english = {
  title: (rubric: string) => `${rubric}: report`,
  date: 'Judged on',
  cases: 'Cases',
  made: (date: string, build: string) =>
    `Made with Assay ${build} on ${date}. This report is one file and loads nothing.`,
  nothingJudged: (all: number) =>
    all === 1 ? 'The one case has not been judged yet.' : `None of the ${all} cases has been judged yet.`,
  average: (value: string, count: number, all: number, doubtful: number) =>
    `${value} on average, ${count === all ? 'all' : `${count} of`} ${all} cases${doubtful === 0 ? '' : ` (${doubtful} inconsistent)`}`,
  heatAll: 'Highest score first.',
  heatCut: (shown: number, all: string) =>
    `${shown} of ${all} cases, no two alike: those that contradict the facts most, then those with the lowest scores. The list has them all.`,
  criteriaCut: (shown: number, all: number) => `${shown} of ${all} criteria. Each case has the rest.`,
  legend: 'Stronger colour: higher level',
  contents: 'Contents',
  figures: 'Figures',
  figuresHint: (all: string) => `The whole bar is all ${all} cases. The steps are the rubric’s own levels.`,
  other: 'Other values',
  none: 'No score',
  caseList: 'All cases',
  more: (count: number) => `and ${count} more`,
  inFull: 'Case by case',
  shortened: (all: string, full: number) =>
    `With ${all} cases, only the ${full} of page one stand here in full. The list above has every case; the CSV and JSONL files exported beside this report have every judgement in full.`,
  unreadable: 'Judged, but the stored judgement is damaged',
  outdated: 'Outdated: the case was edited after it was judged',
  exampleReply: 'Written for this demo. No model was asked.',
  claims: (value: string) => `The judge says ${value}`,
  decidedBy: 'Decided by',
  evidence: 'Facts and computed values',
  firstStands:
    'Averages and majorities are over the judgements with a score. What follows is the one that stands for the case.',
  criterion: 'Criterion',
  toTable: 'Show in the list',
  toTop: 'To page one',
};

export type OwnWords = typeof english;
/** What the page names too, the report calls by the page's words. */
export interface ReportWords extends OwnWords {
  language: 'en' | 'ko';
  page: Messages;
  overview: OverviewWords;
  view: (typeof judgementViewWords)['en'];
  rubrics: (typeof screenWords)['en']['rubrics'];
}

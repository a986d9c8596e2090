import type * as en from '../en/export';

const figure = (count: number) => count.toLocaleString('ko');

export const sheetFileWords: typeof en.sheetFileWords = {
  exportFile: '시트 파일로 내보내기',
  openFile: '시트 파일 열기',
  addTo: '연 파일의 실행을 열린 시트에 추가',
  options: '더 보기',
  drop: '시트 파일을 여기에 놓으세요',
  writing: (title) => `‘${title}’을(를) 파일로 쓰는 중…`,
  reading: (name) => `${name} 읽는 중…`,
  written: (name) => `${name} 파일을 내려받았습니다. 사례와 루브릭, 실행, 모든 평가 결과가 들어 있습니다.`,
  unreadable: (count) => `브라우저에 저장된 내용을 읽을 수 없는 결과 ${figure(count)}건은 빠졌습니다.`,
  notWritten: (title, message) => `‘${title}’을(를) 파일로 쓰지 못했습니다: ${message}`,
  holdsKey:
    '평가 방식 설정에 키로 보이는 값이 있습니다. 키는 파일에 담아 이 브라우저 밖으로 내보내지 않습니다.',
  opened: (name, title) => `${name} 파일을 새 시트 ‘${title}’(으)로 열었습니다.`,
  added: (runs, title) => `실행 ${figure(runs)}개를 ‘${title}’에 추가했습니다.`,
  known: (runs) => `이 시트에 이미 있는 예시 답변 실행 ${figure(runs)}개는 뺐습니다.`,
  leftOut: (count) => `이 시트에 없는 사례의 결과 ${figure(count)}건은 뺐습니다.`,
  warning: {
    'other-text': (count, cases) =>
      `결과 ${figure(count)}건은 사례의 다른 본문을 평가한 것이라 ‘오래됨’으로 표시합니다: ${cases}.`,
    receipt: (count, cases) => `결과 ${figure(count)}건의 평가 상세 기록이 평가 뒤에 바뀌었습니다: ${cases}.`,
  },
  writingCancelled: '중지했습니다. 파일을 쓰지 않았습니다.',
  readingCancelled: '중지했습니다. 아무것도 저장하지 않았습니다.',
  notRead: (name, message) => `${name} 파일을 열지 못했습니다: ${message}`,
  fileGone: '파일을 더 이상 읽을 수 없습니다. 다시 선택하세요.',
  oneAtATime: '시트 파일은 한 번에 하나씩 여세요.',
  refusedTitle: (name) => `${name} 파일을 열지 않았습니다`,
  refusedNothing: '이 파일에서 저장한 것은 없습니다. 보낸 사람에게 다시 내보내 달라고 하세요.',
  refused: {
    notASheetFile: 'Assay의 시트 파일이 아닙니다. 사례나 채점된 표는 ‘평가하기’의 ‘파일 열기’로 가져옵니다.',
    newerFormat: (format) =>
      `더 새로운 Assay가 쓴 파일입니다(${format}). 페이지를 새로 고쳐 최신 버전으로 다시 시도하세요.`,
    cutOff: (lines) =>
      lines === '0'
        ? '파일이 첫 줄에서 잘렸거나 손상되었습니다.'
        : `파일이 ${lines}번째 줄 뒤에서 잘렸거나 손상되었습니다.`,
    tooLarge: (line) => `시트라고 볼 수 없을 만큼 큽니다. ${line}번째 줄에서 읽기를 멈췄습니다.`,
    damagedLine: (line) => `${line}번째 줄이 손상되어 읽을 수 없습니다.`,
    otherRubric: (expected, got) =>
      `열린 시트의 루브릭은 ‘${expected}’인데 파일의 루브릭은 ‘${got}’입니다. 파일을 새 시트로 여세요.`,
  },
};

export const exportWords = {
  label: '내보내기',
  csv: 'CSV 내보내기',
  xlsx: 'XLSX 내보내기',
  jsonl: 'JSONL 내보내기',
  report: '보고서 내보내기',
  deck: '발표 자료 내보내기',
  options: '내보내기 옵션',
  forSpreadsheets:
    '스프레드시트에서 열려면 XLSX로 내보내세요. 글은 글로, 숫자는 숫자로 들어가며 수식으로 실행되지 않습니다.',
  rows: '행',
  columns: 'CSV와 XLSX의 열',
  always: '사례 ID와 상태, 점수, 판정은 항상 들어갑니다. 선택한 열은 다음에도 그대로 쓰입니다.',
  group: {
    original: '원본 파일의 열',
    scores: '점수와 라벨',
    rationales: '근거와 그 밖의 글',
    derived: '계산한 값',
    claimed: '평가자가 밝힌 총점과 판정',
    checks: '어긋난 점검과 주의 표시',
    asked: '평가 방식, 비용, 시간, 평가 기록',
    people: '사람이 매긴 라벨',
  },
  bom: 'Excel용(BOM 추가)',
  delimiter: '구분 기호',
  decimalComma: '점수 등의 소수점을 쉼표로 표기(3,5)',
  escape: '수식 실행 방지',
  escapeHint:
    '프로그램이 수식으로 실행할 수 있는 =, +, -, @ 앞에 작은따옴표를 붙이며, 파일을 다시 가져오면 Assay가 없앱니다.',
  prompts: '프롬프트 포함',
  filtered: '표에 보이는 행만',
  allRuns: '모든 실행(사례와 실행마다 한 행)',
  writing: '파일을 만드는 중…',
  written: (share) => `${Math.floor(share * 100)}%`,
  cutMark: (characters) => ` … [이하 ${characters}자 생략]`,
  cut: (count) =>
    `셀 ${figure(count)}개가 스프레드시트의 한도인 32,767자를 넘어, 넘는 부분을 잘라 내고 끝에 ‘… 생략’이라고 적었습니다. CSV와 JSONL에는 전체 글이 들어 있습니다.`,
  save: '이대로 저장',
  tooManyRows: (most) =>
    `스프레드시트에는 사례를 ${figure(most)}행까지만 넣을 수 있습니다. 행을 줄이거나 CSV로 내보내세요.`,
  long: (count) =>
    `이 파일을 Excel로 열면 셀 ${figure(count)}개가 32,767자에서 잘립니다. 파일에는 전체 글이 들어 있습니다.`,
  cancel: '내보내기 취소',
  cancelled: '내보내기를 취소했습니다. 만들어진 파일은 없습니다.',
  done: (name) => `${name} 파일을 내려받았습니다.`,
  unreadable: (cases, more) =>
    `저장된 평가 결과를 읽을 수 없는 사례는 빠졌고, CSV와 보고서에 표시했습니다: ${cases}${more > 0 ? ` 외 ${more}건` : ''}. 이 사례를 다시 평가하세요.`,
  failed: (message) => `내보내지 못했습니다: ${message}`,
} satisfies typeof en.exportWords;

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
  jsonl: 'JSONL 내보내기',
  report: '보고서 내보내기',
  deck: '발표 자료 내보내기',
  options: '내보내기 옵션',
  bom: 'Excel용(BOM 추가)',
  delimiter: '구분 기호',
  rationales: '근거 포함',
  filtered: '표에 보이는 행만',
  allRuns: '모든 실행(사례와 실행마다 한 행)',
  writing: '파일을 만드는 중…',
  cancel: '내보내기 취소',
  cancelled: '내보내기를 취소했습니다. 만들어진 파일은 없습니다.',
  done: (name) => `${name} 파일을 내려받았습니다.`,
  unreadable: (cases, more) =>
    `저장된 평가 결과를 읽을 수 없는 사례는 빠졌고, CSV와 보고서에 표시했습니다: ${cases}${more > 0 ? ` 외 ${more}건` : ''}. 이 사례를 다시 평가하세요.`,
  failed: (message) => `내보내지 못했습니다: ${message}`,
} satisfies typeof en.exportWords;

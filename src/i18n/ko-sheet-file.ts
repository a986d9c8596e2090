import type { sheetFileWords as en } from './en-sheet-file';

const figure = (count: number) => count.toLocaleString('ko');

export const sheetFileWords: typeof en = {
  exportFile: '시트 파일로 내보내기',
  openFile: '시트 파일 열기',
  addTo: (title) => `‘${title}’에 실행 더하기`,
  drop: '시트 파일을 여기에 놓으세요',
  show: '열기',
  stop: '중지',
  dismiss: '닫기',
  writing: (title) => `‘${title}’을(를) 파일로 쓰는 중…`,
  reading: (name) => `${name} 읽는 중…`,
  written: (name) => `${name} 파일을 내려받았습니다. 케이스와 루브릭, 실행, 모든 심사 결과가 들어 있습니다.`,
  unreadable: (count) => `브라우저에 저장된 내용을 읽을 수 없는 결과 ${figure(count)}건은 빠졌습니다.`,
  notWritten: (title, message) => `‘${title}’을(를) 파일로 쓰지 못했습니다: ${message}`,
  holdsKey: '심판 설정에 키로 보이는 값이 있습니다. 키는 파일에 담아 이 브라우저 밖으로 내보내지 않습니다.',
  opened: (name, title) => `${name} 파일을 새 시트 ‘${title}’(으)로 열었습니다.`,
  added: (runs, title) => `실행 ${figure(runs)}건을 ‘${title}’에 더했습니다.`,
  leftOut: (count) => `이 시트에 없는 케이스의 결과 ${figure(count)}건은 뺐습니다.`,
  warning: {
    'other-text': (count, cases) =>
      `결과 ${figure(count)}건은 케이스의 다른 본문을 심사한 것이라 ‘오래됨’으로 표시합니다: ${cases}.`,
    receipt: (count, cases) => `결과 ${figure(count)}건의 영수증이 심사 뒤에 바뀌었습니다: ${cases}.`,
  },
  writingCancelled: '중지했습니다. 파일을 쓰지 않았습니다.',
  readingCancelled: '중지했습니다. 아무것도 저장하지 않았습니다.',
  notRead: (name, message) => `${name} 파일을 열지 못했습니다: ${message}`,
  fileGone: '파일을 더 이상 읽을 수 없습니다. 다시 선택하세요.',
  oneAtATime: '시트 파일은 한 번에 하나씩 여세요.',
  refusedTitle: (name) => `${name} 파일을 열지 않았습니다`,
  refusedNothing: '이 파일에서 저장한 것은 없습니다. 보낸 사람에게 다시 내보내 달라고 하세요.',
  refused: {
    notASheetFile:
      'Assay의 시트 파일이 아닙니다. 케이스나 채점된 표는 작업대의 ‘케이스 올리기’로 가져옵니다.',
    newerFormat: (format) =>
      `더 새로운 Assay가 쓴 파일입니다(${format}). 페이지를 새로 고쳐 최신 버전으로 다시 시도하세요.`,
    cutOff: (lines) =>
      lines === '0' ? '파일이 첫 줄에서 잘렸습니다.' : `파일이 잘렸습니다. ${lines}번째 줄까지만 있습니다.`,
    damagedPacking: (lines) =>
      lines === '0'
        ? '압축 파일이 손상되었습니다. 바이트가 바뀌어 한 줄도 풀 수 없습니다.'
        : `압축 파일이 손상되었습니다. 바이트가 바뀌어 ${lines}번째 줄 뒤로는 풀 수 없습니다.`,
    tooLarge: {
      unpacked: (line) => `압축을 풀면 2 GB가 넘습니다. ${line}번째 줄에서 읽기를 멈췄습니다.`,
      ratio: (line) => `압축을 풀면 시트라고 볼 수 없을 만큼 커집니다. ${line}번째 줄에서 읽기를 멈췄습니다.`,
      line: (line) => `${line}번째 줄이 64 MB보다 깁니다. 시트에는 그렇게 긴 줄이 없습니다.`,
    },
    line: {
      'not-text': (line) => `${line}번째 줄이 손상되었습니다. 글자가 아닌 바이트가 있습니다.`,
      'not-json': (line) => `${line}번째 줄이 손상되어 읽을 수 없습니다.`,
      shape: (line) => `${line}번째 줄의 내용이 시트 파일의 형식과 다릅니다.`,
      order: (line) => `${line}번째 줄이 잘못된 자리에 있습니다.`,
      twice: (line) => `${line}번째 줄은 이미 앞에 나온 줄입니다.`,
      missing: (line) => `${line}번째 줄 앞에 있어야 할 줄이 없습니다.`,
      reference: (line) => `${line}번째 줄이 앞에 없는 것을 가리킵니다.`,
      foreign: (line) => `${line}번째 줄은 그 실행과 다른 루브릭으로 만든 것입니다.`,
      'after-end': (line) => `${line}번째 줄이 시트의 끝 뒤에 있습니다.`,
    },
    counts: {
      cases: (line, expected, got) =>
        `케이스가 빠졌거나 두 번 있습니다. 마지막 줄(${line})에는 ${expected}건인데 파일에는 ${got}건이 있습니다.`,
      runs: (line, expected, got) =>
        `실행이 빠졌거나 두 번 있습니다. 마지막 줄(${line})에는 ${expected}건인데 파일에는 ${got}건이 있습니다.`,
      results: (line, expected, got) =>
        `결과가 빠졌거나 두 번 있습니다. 마지막 줄(${line})에는 ${expected}건인데 파일에는 ${got}건이 있습니다.`,
    },
    rubric: (line) => `${line}번째 줄: 루브릭에 오류가 있어 심사 결과를 보여 줄 수 없습니다.`,
    rubricHash: (line, title) =>
      `${line}번째 줄: 루브릭 ‘${title}’의 본문이 심사 뒤에 바뀌어 해시가 다릅니다.`,
    otherRubric: (expected, got) =>
      `열린 시트의 루브릭은 ‘${expected}’인데 파일의 루브릭은 ‘${got}’입니다. 파일을 새 시트로 여세요.`,
  },
};

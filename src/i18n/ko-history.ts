import type { historyWords as en } from './en-history';

const figure = (count: number) => count.toLocaleString('ko');

export const historyWords: typeof en = {
  title: '기록',
  list: '실행 목록',
  loading: '저장된 실행을 읽는 중…',
  emptyTitle: '아직 실행이 없습니다',
  empty:
    '모든 실행은 케이스와 당시의 루브릭, 심사 결과까지 이 브라우저에 보관됩니다. 케이스를 심사하거나 동료가 보낸 실행 파일을 가져오세요.',
  goJudge: '작업대로 가기',
  search: '실행 검색',
  searchHint: '이름, 메모, 루브릭, 모델',
  count: (count) => `실행 ${figure(count)}건`,
  found: (shown, total) => `${total}건 중 ${shown}건`,
  noMatch: '검색에 맞는 실행이 없습니다. 실행은 모두 그대로 있습니다.',
  clearSearch: '검색 지우기',
  more: (count) => `${count}건 더 보기`,
  unreadable: (message) => `저장된 실행을 읽을 수 없습니다: ${message}`,
  tryAgain: '다시 시도',

  cases: (count) => `케이스 ${figure(count)}건`,
  byCriterion: '기준마다 질문',
  times: (count) => `케이스당 ${count}번`,
  imported: '가져옴',
  importedAt: (time) => `${time}에 파일에서 가져옴`,
  pinned: '고정됨',
  progress: (done, total) => `${total}건 중 ${done}건 심사`,
  progressReplies: (done, total) => `답 ${total}건 중 ${done}건 심사`,
  byReply: (count) => `케이스가 아니라 답을 센 수: ${count}건`,
  took: (time) => `${time} 걸림`,
  state: {
    here: '진행 중',
    herePaused: '이 탭에서 일시 정지',
    elsewhere: {
      judging: '다른 탭에서 진행 중',
      paused: '다른 탭에서 일시 정지',
      batch: '다른 탭에서 결과를 가져오는 중',
    },
    hereNoSpace: '이 탭에서 일시 정지: 공간 없음',
    elsewhereNoSpace: '다른 탭에서 일시 정지: 공간 없음',
    paused: '일시 정지',
    batch: '결과 대기 중',
    interrupted: '중단됨',
    finished: '완료',
    cancelled: '취소됨',
  },

  open: '열기',
  resume: '이어서 진행',
  batchResults: '배치 결과 가져오기',
  resumeBusy: '이 탭에서 다른 실행이 진행 중입니다. 그 실행이 끝나야 이어갈 수 있습니다.',
  edit: '이름과 메모',
  name: '이름',
  note: '메모',
  save: '저장',
  cancel: '취소',
  pin: '고정',
  unpin: '고정 해제',
  exportFile: '실행 파일로 내보내기',
  remove: '삭제',
  of: (action, run) => `${action}: ${run}`,
  removed: (name) => `‘${name}’을(를) 삭제했습니다.`,
  undo: '되돌리기',
  busy: (name) =>
    `‘${name}’은(는) 이 탭이나 다른 탭에서 심사 중이라 삭제하지 않았습니다. 먼저 실행을 취소하세요.`,
  gone: (name) => `‘${name}’은(는) 더 이상 저장되어 있지 않습니다. 다른 탭에서 삭제되었을 수 있습니다.`,
  notOpened: (name, message) => `‘${name}’을(를) 열 수 없습니다: ${message}`,
  notRemoved: (name, message) => `‘${name}’을(를) 삭제할 수 없습니다: ${message}`,
  notChanged: (name, message) => `‘${name}’을(를) 바꿀 수 없습니다: ${message}`,
  storage: {
    quota: '브라우저가 이 페이지에 더 이상 공간을 주지 않습니다. 필요 없는 실행을 삭제하고 다시 시도하세요.',
    unavailable: '브라우저가 저장이나 읽기를 거부했습니다. 페이지를 새로 고치고 다시 시도하세요.',
    'newer-version':
      '다른 탭에 더 새로운 Assay가 열려 있습니다. 이 탭을 새로 고치세요. 저장된 것은 모두 그대로 있습니다.',
    damaged: '저장된 내용을 읽을 수 없습니다. 내보낸 파일이 있으면 가져오고, 없으면 실행을 삭제하세요.',
    missing: '더 이상 저장되어 있지 않습니다. 다른 탭에서 삭제되었을 수 있습니다.',
  },
  damagedTitle: (count) => `읽을 수 없는 실행 ${figure(count)}건`,
  damaged:
    '브라우저에 저장된 내용이 손상되었습니다. 다른 실행은 모두 온전합니다. 삭제하면 공간을 비울 수 있고, 다른 방법은 없습니다.',
  damagedRun: (id) => `실행 ${id}`,

  compare: '비교',
  compareHint: '비교할 실행 두 개에 표시하세요.',
  compareOne: '비교할 실행을 하나 더 표시하세요.',
  compareMany: '두 실행만 비교할 수 있습니다. 나머지 표시를 지우세요.',
  choose: (run) => `비교: ${run}`,

  importFile: '실행 파일 가져오기',
  drop: '실행 파일을 여기에 놓으세요',
  writing: (name) => `‘${name}’을(를) 파일로 쓰는 중…`,
  reading: (name) => `${name} 읽는 중…`,
  cancelFile: '중지',
  written: (name, lacksSome) =>
    `${name} 파일을 내려받았습니다. 케이스와 루브릭, ${lacksSome ? '저장된 ' : ''}모든 심사 결과가 들어 있습니다.`,
  writtenUnstored: (count) =>
    `심사했지만 아직 저장하지 못한 ${count.toLocaleString('ko')}건은 들어 있지 않습니다. 작업대의 내보내기에는 들어 있습니다.`,
  writtenWithout: (name, rows) =>
    `${name} 파일을 내려받았습니다. 저장된 심사 결과를 읽을 수 없는 행은 빠졌습니다: ${rows}.`,
  notWritten: (name, message) => `‘${name}’을(를) 파일로 쓰지 못했습니다: ${message}`,
  holdsKey: '심판 설정에 키로 보이는 값이 있습니다. 키는 파일에 담아 이 브라우저 밖으로 내보내지 않습니다.',
  taken: (name) => `‘${name}’을(를) 가져왔습니다.`,
  takenCopy: (name) =>
    `같은 실행이 이미 있어 ‘${name}’(으)로 사본을 가져왔습니다. 원래 실행은 바뀌지 않았습니다.`,
  copyTitle: (name) => `${name} (사본)`,
  writingCancelled: '중지했습니다. 파일을 쓰지 않았습니다.',
  readingCancelled: '중지했습니다. 아무것도 가져오지 않았습니다.',
  notRead: (name, message) => `${name} 파일을 가져오지 못했습니다: ${message}`,
  fileGone: '파일을 더 이상 읽을 수 없습니다. 다시 선택하세요.',
  oneAtATime: '실행 파일은 한 번에 하나씩 가져오세요.',
  refusedTitle: (name) => `${name} 파일을 가져오지 않았습니다`,
  refusedNothing: '이 파일에서 저장한 것은 없습니다. 보낸 사람에게 다시 내보내 달라고 하세요.',
  dismiss: '닫기',
  refused: {
    notARunFile: 'Assay의 실행 파일이 아닙니다. 케이스나 채점된 표는 작업대의 ‘케이스 올리기’로 가져옵니다.',
    newerFormat: (format) =>
      `더 새로운 Assay가 쓴 파일입니다(${format}). 페이지를 새로 고쳐 최신 버전으로 다시 시도하세요.`,
    cannotUnpack: '압축된 파일인데 이 브라우저는 압축을 풀 수 없습니다. gunzip으로 푼 뒤 가져오세요.',
    cutOff: (lines) =>
      lines === '0' ? '파일이 첫 줄에서 잘렸습니다.' : `파일이 잘렸습니다. ${lines}번째 줄까지만 있습니다.`,
    damagedPacking: (lines) =>
      lines === '0'
        ? '압축 파일이 손상되었습니다. 바이트가 바뀌어 한 줄도 풀 수 없습니다.'
        : `압축 파일이 손상되었습니다. 바이트가 바뀌어 ${lines}번째 줄 뒤로는 풀 수 없습니다.`,
    line: {
      'not-text': (line) => `${line}번째 줄이 손상되었습니다. 글자가 아닌 바이트가 있습니다.`,
      'not-json': (line) => `${line}번째 줄이 손상되어 읽을 수 없습니다.`,
      checksum: (line) => `${line}번째 줄이 파일을 쓴 뒤에 바뀌었습니다. 체크섬이 맞지 않습니다.`,
      shape: (line) => `${line}번째 줄의 내용이 실행 파일의 형식과 다릅니다.`,
      reference: (line) => `${line}번째 줄이 파일에 없는 것을 가리킵니다.`,
      'after-end': (line) => `${line}번째 줄이 실행의 끝 뒤에 있습니다.`,
    },
    row: {
      case: {
        twice: (line) => `${line}번째 줄: 이미 나온 케이스입니다.`,
        missing: (line) => `${line}번째 줄: 그 앞에 있어야 할 케이스가 없습니다.`,
        unknown: (line) => `${line}번째 줄: 실행의 케이스 수보다 많습니다.`,
      },
      result: {
        twice: (line) => `${line}번째 줄: 이미 나온 결과입니다.`,
        missing: (line) => `${line}번째 줄: 그 앞에 있어야 할 결과가 없습니다.`,
        unknown: (line) => `${line}번째 줄: 실행에 없는 케이스의 결과입니다.`,
      },
    },
    rubric: '파일에 든 루브릭에 오류가 있어 심사 결과를 보여 줄 수 없습니다.',
    otherRubric: (expected, got) =>
      `실행은 ${expected}(으)로 심사했는데 파일에는 ${got}이(가) 들어 있습니다.`,
    foreign: {
      rubric: (line) => `${line}번째 줄: 다른 루브릭으로 심사한 결과입니다.`,
      case: (line) => `${line}번째 줄: 다른 케이스의 심사 결과입니다.`,
      criteria: (line) => `${line}번째 줄: 평가 기준이 루브릭과 다릅니다.`,
      digest: (line) => `${line}번째 줄: 심사 결과와 그 요약이 서로 맞지 않습니다.`,
    },
  },

  size: (size) => `압축 전 ${size}`,
  used: (used, allowed) => `브라우저 추정: 이 페이지가 ${allowed} 중 ${used} 사용`,
  usedOnly: (used) => `브라우저 추정: 이 페이지가 ${used} 사용`,
  usedMeans:
    '추정치는 브라우저가 디스크에 압축해 둔 실행, 모델, 페이지 파일을 합친 값입니다. 실행 옆의 크기는 압축 전 텍스트의 크기입니다.',
  usedUnknown: '이 브라우저는 사용한 공간을 알려 주지 않습니다.',
  kept: '브라우저가 스스로 지우지 않습니다.',
  atRisk: '디스크가 가득 차면 브라우저가 저장된 것을 모두 지울 수 있습니다.',
  askToKeep: '브라우저에 보관 요청',
  keepRefused: '브라우저가 받아들이지 않았습니다. 잃으면 안 되는 것은 내보내세요.',
  removeAll: '모든 실행 삭제',
  removeAllTitle: (count) => `실행 ${figure(count)}건을 삭제할까요?`,
  removeAllBody:
    '케이스와 심사 결과, 답변을 이 브라우저에서 지웁니다. 되돌릴 수 없으니 보관할 것은 먼저 내보내세요.',
  removeAllYes: '모두 삭제',
  removeAllNo: '그대로 두기',
  removedAll: (count) => `실행 ${figure(count)}건을 삭제했습니다.`,
  stayed: (count) => `이 탭이나 다른 탭에서 심사 중인 실행 ${figure(count)}건은 남겨 두었습니다.`,
  restStayed: (message) => `나머지는 삭제하지 못했습니다: ${message}`,
};

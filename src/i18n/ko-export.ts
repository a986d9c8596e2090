import type { exportWords as en } from './en-export';

export const exportWords = {
  label: '내보내기',
  csv: 'CSV 내보내기',
  jsonl: 'JSONL 내보내기',
  report: '보고서 내보내기',
  options: '내보내기 옵션',
  bom: 'Excel용(BOM 추가)',
  delimiter: '구분 기호',
  rationales: '근거 포함',
  filtered: '표에 보이는 행만',
  allRuns: '모든 실행(케이스와 실행마다 한 행)',
  writing: '파일을 만드는 중…',
  cancel: '내보내기 취소',
  cancelled: '내보내기를 취소했습니다. 만들어진 파일은 없습니다.',
  done: (name) => `${name} 파일을 내려받았습니다.`,
  unreadable: (cases, more) =>
    `저장된 심사 결과를 읽을 수 없는 케이스는 빠졌고, CSV와 보고서에 표시했습니다: ${cases}${more > 0 ? ` 외 ${more}건` : ''}. 이 케이스를 다시 심사하세요.`,
  failed: (message) => `내보내지 못했습니다: ${message}`,
} satisfies typeof en;

import type { exportWords as en } from './en-export';

export const exportWords = {
  label: '내보내기',
  csv: 'CSV 내보내기',
  jsonl: 'JSONL 내보내기',
  report: '보고서 내보내기',
  options: '내보내기 설정',
  bom: '엑셀용(바이트 순서 표시)',
  delimiter: '구분 기호',
  rationales: '근거 포함',
  filtered: '보이는 행만',
  writing: '쓰는 중…',
  cancel: '내보내기 취소',
  done: (name) => `${name} 파일을 내려받았습니다.`,
  failed: (message) => `내보내지 못했습니다: ${message}`,
} satisfies typeof en;

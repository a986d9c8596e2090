import type { importWords as en } from './en-import';

const delimiters: Record<string, string> = { ',': '쉼표', ';': '세미콜론', '\t': '탭', '|': '세로줄' };

export const importWords = {
  upload: '케이스 올리기',
  uploadHint: 'CSV, TSV, JSON, JSONL, XLSX. 파일을 끌어다 놓아도 됩니다.',
  paste: '케이스 붙여넣기',
  pasteHint: '스프레드시트 셀이나 CSV, JSON을 붙여 넣으세요.',
  pasteUse: '붙여 넣은 케이스 읽기',
  template: '서식 (CSV)',
  samples: '예시 (CSV)',
  drop: '여기에 놓으면 파일을 읽습니다',
  cancel: '취소',
  tryAgain: '다시 시도',
  unsaved: '필요한 부분을 불러오지 못해 파일을 만들지 못했습니다. 연결을 확인하고 다시 시도하세요.',
  delimiters,
  replaced: (count) => `케이스 ${count}건을 바꿨습니다.`,
} satisfies typeof en;

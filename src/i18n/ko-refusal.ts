import type { refusalWords as en } from './en-refusal';

export const refusalWords: typeof en = {
  found: {
    png: 'PNG 그림입니다.',
    jpeg: 'JPEG 그림입니다.',
    gif: 'GIF 그림입니다.',
    pdf: 'PDF 문서입니다.',
    gzip: 'gzip 압축 파일입니다. 먼저 압축을 푸세요.',
    '7z': '7-Zip 압축 파일입니다. 먼저 압축을 푸세요.',
    parquet: 'Parquet 파일입니다. 케이스를 CSV로 저장하세요.',
    xls: '예전 .xls 형식의 통합 문서입니다. .xlsx로 저장하세요.',
    zip: '통합 문서가 들어 있지 않은 zip 압축 파일입니다. 먼저 압축을 푸세요.',
    'cut-workbook': '통합 문서의 끝부분이 없습니다. 옮기는 도중에 잘렸을 수 있습니다.',
    'list-without-objects': '객체가 없는 목록입니다.',
    'single-value': '값 하나뿐입니다.',
    'empty-object': '내용이 없는 객체입니다.',
  },
  brokenWorkbook: (detail) => `통합 문서를 열 수 없습니다: ${detail}`,
  brokenJson: (detail) =>
    `JSON이 깨져 있습니다: ${detail}. 고치거나, CSV 또는 한 줄에 객체 하나(.jsonl)로 저장하세요.`,
  noObjectLines: (line, found) => `JSON 객체인 줄이 없습니다. ${line}번째 줄: ${found}`,
  zeroBytes:
    '0바이트 값이 있어 텍스트가 아니거나, 바이트 순서 표시가 없는 UTF-16입니다. 텍스트라면 인코딩을 고르세요.',
};

import type * as english from '../en/chart';

export const chartWords: typeof english.chartWords = {
  more: (heading) => `‘${heading}’ 더 보기`,
  copyPng: 'PNG로 복사',
  copySvg: 'SVG로 복사',
  showTable: '표로 보기',
  showPicture: '그림으로 보기',
  copyFailed: '그림을 복사하지 못했습니다.',
};

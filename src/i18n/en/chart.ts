export const chartWords = {
  more: (heading: string) => `More for “${heading}”`,
  copyPng: 'Copy as PNG',
  copySvg: 'Copy as SVG',
  showTable: 'Show as table',
  showPicture: 'Show as picture',
  copyFailed: 'The picture could not be copied.',
};

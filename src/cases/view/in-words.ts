import type { ImportWords } from '../../i18n/import-words';

export { importWordsOf } from '../../i18n/import-words';

import type { RowPlace } from '../read-sources';
import type { ReadingFailure, TooMuch } from '../table';

export function placeInWords({ kind, number, file }: RowPlace, t: ImportWords, language: string) {
  const count = number.toLocaleString(language);
  const place = { row: t.placeRow, line: t.placeLine, item: t.placeItem }[kind](count);
  return file === undefined ? place : `${file}, ${place}`;
}

/** What a refused file turned out to be. Empty where its code says it all. */
export function refusalInWords(
  { code, found, detail }: ReadingFailure,
  { refusal: t }: ImportWords,
  language: 'en' | 'ko',
): string {
  if (!found) {
    if (code === 'not-text') return t.zeroBytes;
    return language === 'en' ? (detail ?? '') : '';
  }
  switch (found.kind) {
    case 'broken-json':
      return t.brokenJson(found.line.toLocaleString(language), found.column.toLocaleString(language));
    case 'broken-workbook':
      return t.brokenWorkbook(found.detail);
    case 'too-much':
      return t.tooMuch[found.what](
        inUnits(found.found, found.what, language),
        inUnits(found.limit, found.what, language),
        found.cell,
      );
    case 'no-object-lines':
      return t.noObjectLines(found.line.toLocaleString(language), found.found);
    default:
      return t.found[found.kind];
  }
}

function inUnits(figure: number, what: TooMuch, language: string): string {
  const shown = what === 'unpacked' ? Math.ceil(figure / 1_048_576) : figure;
  return shown.toLocaleString(language);
}

/** Whether another encoding may help: bytes that are no text in one may be in another, a picture is none in any. */
export function mayBeEncoding({ code, found }: ReadingFailure): boolean {
  return code === 'wrong-bytes' || (code === 'not-text' && found === undefined);
}

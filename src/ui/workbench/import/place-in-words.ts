import type { ImportWords } from '../../../i18n/import-screen-words';
import type { RowPlace } from '../../../state/row-places';

/** Where a row stands, as whoever opens the file finds it. */
export function placeInWords({ kind, number, file }: RowPlace, t: ImportWords, language: string) {
  const count = number.toLocaleString(language);
  const place = { row: t.placeRow, line: t.placeLine, item: t.placeItem }[kind](count);
  return file === undefined ? place : `${file}, ${place}`;
}

import type { Rubric } from '../core/model/rubric';
import type { RunHead } from '../core/model/run';
import type { SheetHead } from '../core/model/sheet';

type Named = Pick<RunHead, 'title' | 'created'> & { rubric: Pick<Rubric, 'id'> };

/** Of a name that a person gave: three bytes each and twice in a row, a file system still takes it. */
const mostLetters = 40;

/**
 * What the files of a run are called, so that those of many fit into one folder: by rubric, by its own name where it has one, and
 * by when it began, `brand-entities-2026-03-01-100000`.
 */
export function runFileName({ rubric, title, created }: Named): string {
  const words = [rubric.id, [...title].slice(0, mostLetters).join('')].map(plain);
  return [...words.filter((word) => word !== ''), fileTime(new Date(created))].join('-');
}

/**
 * What the files of a sheet are called: by rubric, by the sheet's title or else its file, and by when it was begun. One that is
 * not stored has only its rubric.
 */
export function sheetFileName(
  sheet: Pick<SheetHead, 'title' | 'sources' | 'created'> | null,
  rubric: Pick<Rubric, 'id'>,
): string {
  if (!sheet) return rubric.id;
  const title = sheet.title.trim();
  const file = sheet.sources.find(({ name }) => name !== '')?.name.replace(/\.[^.]*$/, '') ?? '';
  return runFileName({ rubric, title: title === '' ? file : title, created: sheet.created });
}

/** What a comparison of two runs is called. */
export function differencesFileName(a: Named, b: Named): string {
  return `${runFileName(a)}-against-${fileTime(new Date(b.created))}-differences.csv`;
}

/** As the person's clock showed it, which is how the page shows it; to the second, since two runs may well begin within a minute. */
export function fileTime(time: Date): string {
  const [year, ...others] = [
    time.getFullYear(),
    time.getMonth() + 1,
    time.getDate(),
    time.getHours(),
    time.getMinutes(),
    time.getSeconds(),
  ];
  const [month, day, ...clock] = others.map((part) => String(part).padStart(2, '0'));
  return [year, month, day, clock.join('')].join('-');
}

/** What every system takes in the name of a file. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '');
}

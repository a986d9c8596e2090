import type { RunHead } from '../core/model/run';

type Named = Pick<RunHead, 'rubric' | 'title' | 'created'>;

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

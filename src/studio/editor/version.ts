import { rubricHash } from '../../judgement/receipt';
import type { Rubric } from '../../rubric/rubric';

/** The version that a changed rubric should have. Null where it has another one already, or nothing changed. */
export function nextVersion(saved: Rubric, now: Rubric): string | null {
  if (saved.id !== now.id || saved.version !== now.version || rubricHash(saved) === rubricHash(now))
    return null;
  const [major = 0, minor = 0] = now.version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}

/** Where the version stands in the file, without its quotes. Null where it is written in a way of its own. */
export function versionSpan(text: string): { from: number; to: number } | null {
  const found = /^version:[ \t]*(["']?)([\d.]+)\1/m.exec(text);
  if (!found) return null;
  const to = found.index + found[0].length - (found[1] ?? '').length;
  return { from: to - (found[2] ?? '').length, to };
}

/** An id that no rubric has yet: as it is, or with a number. */
export function freeName(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  let number = 2;
  while (isTaken(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

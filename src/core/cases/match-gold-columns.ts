import { segments, type Path } from '../model/path';
import { foldName } from '../text/fold-name';
import type { MappingDraft } from './mapping-draft';
import { goldPrefix } from './read-gold-cell';

const looseGold = /^\s*(?:gold|정답)[\s._:/-]+(.+)$/isu;

/**
 * Takes `gold.<path>` columns as values known to be right. A path may be a field, or an object or list that holds fields
 * and stands in its cell as JSON.
 */
export function matchGoldColumns(
  draft: MappingDraft,
  columns: readonly string[],
  outputPaths: readonly Path[],
): void {
  const paths = new Set(outputPaths.flatMap(withHolders));
  forEachFree(draft, columns, (header, column) => {
    const path = header.trim().startsWith(goldPrefix) ? header.trim().slice(goldPrefix.length) : '';
    if (paths.has(path) && !draft.hasGold(path)) draft.setGold(path, column, 'name');
  });
  const byFold = foldedPaths(paths);
  forEachFree(draft, columns, (header, column) => {
    const path = byFold.get(foldName(looseGold.exec(header)?.[1] ?? ''));
    if (path !== undefined && path !== null && !draft.hasGold(path))
      draft.setGold(path, column, 'similar-name');
  });
}

/** Whether values known to be right can be given for this place of the output. */
export function isGoldPath(path: Path, outputPaths: readonly Path[]): boolean {
  return outputPaths.some((known) => known === path || known.startsWith(`${path}.`));
}

function withHolders(path: Path): Path[] {
  const parts = segments(path);
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Null where two paths fold alike: then only the exact name will do. */
function foldedPaths(paths: ReadonlySet<Path>): Map<string, Path | null> {
  const found = new Map<string, Path | null>();
  for (const path of paths) {
    const form = foldName(path);
    found.set(form, found.has(form) ? null : path);
  }
  return found;
}

function forEachFree(
  draft: MappingDraft,
  columns: readonly string[],
  visit: (header: string, column: number) => void,
): void {
  columns.forEach((header, column) => {
    if (draft.isFree(column)) visit(header, column);
  });
}

import { longestTitle } from '../core/model/run';
import type { SheetHead } from '../core/model/sheet';
import { shortened } from '../core/text/shortened';

/** What a sheet is called wherever it is one of many things. */
export function sheetTitle({ title, sources, firstCase, rubric }: SheetHead): string {
  const name = [title, sources[0]?.name ?? '', firstCase].find((text) => text.trim() !== '');
  return shortened(name ?? rubric.title, longestTitle);
}

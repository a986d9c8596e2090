import type { Rubric } from '../core/model/rubric';
import type { Entry } from '../pipeline/outlet';
import type { Desk } from './desk.svelte';
import type { ToExport } from './exports.svelte';
import { underPresentName } from './judged-case';
import type { Slices } from './sliced-work';

const casesPerPause = 2000;

/** What there is to write. Null where there is nothing. Offers to pause at every `yield`. */
export function* gatherResults(
  desk: Desk,
  rubric: Rubric | undefined,
  shownOnly: boolean,
): Slices<ToExport | null> {
  const { cases, judgements, sources, results } = desk;
  if (!rubric || cases.length === 0) return null;
  const { order } = results;
  const count = shownOnly ? order.length : cases.length;
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    const current = cases[shownOnly ? (order[index] ?? -1) : index];
    if (!current) continue;
    const judged = judgements.peek(current.id);
    const subject = judged ? underPresentName(judged, current) : current;
    entries.push({ subject, judgement: judged?.judgement });
    if (index % casesPerPause === 0) yield;
  }
  const summary = yield* desk.summaryOf(entries);
  return { rubric, entries, sources, summary };
}

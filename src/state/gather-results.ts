import type { Rubric } from '../core/model/rubric';
import type { Digest } from '../core/model/run';
import { measureDigest, numericPlaces } from '../core/stats/measure';
import { Tally } from '../core/stats/tally';
import type { Desk } from './desk.svelte';
import type { ExportEntry, ToExport } from './exports.svelte';
import { samplesOf, underPresentName, type JudgedSample } from './judged-case';
import { RunShares } from './run-shares';
import type { Slices } from './sliced-work';
import { heldByCase, withHeld } from './unwritten';

const casesPerPause = 200;

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
  const held = heldByCase(desk.unwritten);
  const entries: ExportEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    const current = cases[shownOnly ? (order[index] ?? -1) : index];
    if (!current) continue;
    const { judged, judgement } = withHeld(judgements.peek(current.id), held.get(current.id) ?? []);
    const subject = judged ? underPresentName(judged, current) : current;
    const samples = judged && judged.others.length > 0 ? samplesOf(judged) : null;
    entries.push({
      subject,
      digest: judged?.digest,
      at: judged?.at,
      origin: judged?.origin,
      ...(judgement && { judgement }),
      ...(samples && { samples: samples.map(withReceipt) }),
    });
    if (index % casesPerPause === 0) yield;
  }
  const { summary, shares } = yield* summaryOf(entries, rubric, desk.stored?.head.id ?? null);
  return { rubric, run: desk.stored?.head ?? null, entries, sources, summary, shares };
}

function withReceipt({ digest, receipt, at }: JudgedSample): Digest {
  if (receipt === null) throw new Error(`Expected a receipt for each sample, found none at ${at.place}.`);
  return { ...digest, receipt };
}

/** What these judgements add up to, and those of each run. */
function* summaryOf(
  entries: readonly ExportEntry[],
  rubric: Rubric,
  standing: string | null,
): Slices<Pick<ToExport, 'summary' | 'shares'>> {
  const places = numericPlaces(rubric);
  const tally = new Tally();
  const shares = new RunShares();
  for (const [index, { digest, origin }] of entries.entries()) {
    if (digest) {
      const measured = measureDigest(digest, places);
      tally.add(measured);
      if (origin) shares.add(origin, measured);
    }
    if (index % casesPerPause === 0) yield;
  }
  return { summary: tally.summary(), shares: shares.list(standing) };
}

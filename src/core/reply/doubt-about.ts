import type { ReadReply, StopReason } from '../model/reply';
import { failure, type Failure } from './failure';
import type { Findings, Region } from './find-objects';

export interface Read {
  region: Region;
  reading: ReadReply;
  /** It does not fit, and only shows the form of an answer. */
  isTemplate: boolean;
}

export interface Choice {
  text: string;
  stop: StopReason;
  findings: Findings;
  /** One for each region of the findings. */
  reads: readonly Read[];
  /** The chosen one: the last that fits. */
  index: number;
}

/**
 * Why an object that fits is not taken for the answer, or null.
 *
 * A judge that quotes case text without escaping it can leave an object of the case's making in its reply: its own object is
 * closed or broken by the quoted words, and its own last keys are left behind, unless the reply was cut off.
 */
export function doubtAbout({ text, stop, findings, reads, index }: Choice): Failure | null {
  const chosen = reads[index]?.region;
  if (chosen?.kind !== 'complete') throw new Error(`Expected a complete object at ${index}`);
  const isLastWord = endsWithObject(text, chosen);

  if (stop === 'length' && index > 0) {
    return failure('truncated', { code: 'cut-off-among-several' });
  }
  if (stop === 'length' && !isLastWord) {
    return failure('truncated', { code: 'cut-off-after-object' });
  }
  if (findings.quoteBeforeBrace >= chosen.end) {
    return failure('unparseable', { code: 'braces-do-not-match' });
  }
  const mayCorrect = stop === 'complete' && isLastWord;
  for (const [place, { region, reading, isTemplate }] of reads.entries()) {
    if (reading.ok || isTemplate || place === index) continue;
    if (region.kind !== 'complete') {
      if (mayCorrect) continue;
      return failure('unparseable', { code: 'unreadable-before' });
    }
    // Keys in common: it set out to be the answer too. Only a whole one is a draft that the last word corrects.
    const isDraft = mayCorrect && holdsAll(region.keys, chosen.keys);
    if (!isDraft && holdsAny(region.keys, chosen.keys)) {
      return failure('unparseable', { code: 'rival-object' });
    }
  }
  return null;
}

/** Nothing but the end of the fence it stands in follows. */
function endsWithObject(text: string, { start, end }: Region): boolean {
  const after = text.slice(end).trim();
  return (
    after === '' || (after === '```' && /```[\w-]*\s*$/.test(text.slice(Math.max(0, start - 40), start)))
  );
}

function holdsAny(keys: readonly string[], wanted: readonly string[]): boolean {
  const held = new Set(keys);
  return wanted.some((key) => held.has(key));
}

/** As often as wanted, too: each criterion has a score. */
function holdsAll(keys: readonly string[], wanted: readonly string[]): boolean {
  const held = new Map<string, number>();
  for (const key of keys) held.set(key, (held.get(key) ?? 0) + 1);
  return wanted.every((key) => {
    const left = held.get(key) ?? 0;
    held.set(key, left - 1);
    return left > 0;
  });
}

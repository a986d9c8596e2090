import type { Cause } from '../model/cause';
import { messageOf } from '../model/message-of';
import type { RawReply, ReadReply, StopReason, Validate } from '../model/reply';
import { doubtAbout, type Read } from './doubt-about';
import { failure, type Failure } from './failure';
import { findObjects, MOST_OBJECTS, type Region } from './find-objects';
import { isTemplate } from './is-template';
import { mendJson } from './mend-json';

type CompleteRegion = Extract<Region, { kind: 'complete' }>;

/**
 * Reads a judge's words: the last complete JSON object that has the right shape is the answer. Fences, prose and thinking
 * around it don't matter. What was cut off is never completed, and what can be read in two ways is not read at all.
 */
export function readReply(
  raw: Pick<RawReply, 'text' | 'stop' | 'usage' | 'filled'>,
  validate: Validate,
): ReadReply {
  const { text, stop } = raw;
  if (stop === 'refused') return failure('refused', { code: 'refused', begins: excerpt(text.trim()) });
  const reading = readText(text, stop, validate);
  if (reading.ok || stop !== 'length') return reading;
  if (raw.filled !== undefined) return failure('truncated', filledBy(raw, raw.filled), ...reading.causes);
  if (reading.reason === 'truncated') return reading;
  return failure('truncated', { code: 'length-limit' }, ...reading.causes);
}

function filledBy({ usage = {} }: Pick<RawReply, 'usage'>, context: number): Cause {
  const { promptTokens: prompt = 0, replyTokens: reply = 0 } = usage;
  return { code: 'ollama-full', prompt, reply, context };
}

function readText(text: string, stop: StopReason, validate: Validate): ReadReply {
  if (text.trim() === '') return failure('unparseable', { code: 'empty' });
  const findings = findObjects(text);
  if (findings.endsInThought) {
    return failure('truncated', { code: 'ends-in-thought' });
  }
  const { regions, thought } = findings;
  if (regions.length > MOST_OBJECTS) {
    return failure('unparseable', { code: 'too-many-objects', most: MOST_OBJECTS });
  }
  if (regions.length === thought) {
    return failure('unparseable', { code: 'no-object', begins: excerpt(text.trim()) });
  }

  const reads = regions.map((region): Read => {
    const slice = text.slice(region.start, region.end);
    const reading =
      region.kind === 'complete' ? readRegion(slice, region, validate) : unreadable(slice, region);
    return { region, reading, isTemplate: !reading.ok && isTemplate(slice) };
  });
  let failed: Failure | null = null;
  for (let index = reads.length - 1; index >= thought; index -= 1) {
    const read = reads[index];
    if (read === undefined) break;
    const { region, reading } = read;
    if (reading.ok) return doubtAbout({ text, stop, findings, reads, index }) ?? reading;
    failed ??= reading;
    // An object that cannot be read may be the answer that replaced an earlier draft: the draft is not taken for it.
    const mayReplace = region.kind !== 'complete' || reading.reason === 'unparseable';
    if (mayReplace && !read.isTemplate) return failed;
  }
  return failed ?? failure('unparseable', { code: 'no-object', begins: excerpt(text.trim()) });
}

function readRegion(slice: string, region: CompleteRegion, validate: Validate): ReadReply {
  const json = region.mends.length === 0 ? slice : mendJson(slice);
  if (json === null) {
    return failure('unparseable', { code: 'not-mendable', slips: region.mends, begins: excerpt(slice) });
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const message = messageOf(error);
    return failure('unparseable', { code: 'not-json', message });
  }
  if (region.fault !== null) return failure('invalid', region.fault);
  const checked = validate(value);
  return checked.ok
    ? { ok: true, output: checked.output, repairs: [...region.mends] }
    : failure('invalid', ...checked.causes);
}

function unreadable(slice: string, region: Exclude<Region, CompleteRegion>): Failure {
  const begins = excerpt(slice);
  if (region.kind === 'unclosed') return failure('truncated', { code: 'not-closed', begins });
  const { by, found, most } = region;
  return failure('unparseable', {
    code: 'broken',
    begins,
    by,
    found,
    ...(most === undefined ? {} : { most }),
  });
}

function excerpt(text: string): string {
  const short = text.slice(0, 80);
  return short.length < text.length ? `${short}…` : short;
}

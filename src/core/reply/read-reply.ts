import type { ReadReply, StopReason, Validate } from '../model/reply';
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
export function readReply(raw: { text: string; stop: StopReason }, validate: Validate): ReadReply {
  const { text, stop } = raw;
  if (stop === 'refused') return failure('refused', `The model refused to answer${saying(text)}.`);
  const reading = readText(text, stop, validate);
  if (!reading.ok && stop === 'length' && reading.reason !== 'truncated') {
    return failure(
      'truncated',
      `The reply reached its length limit before a usable answer. ${reading.detail}`,
    );
  }
  return reading;
}

function readText(text: string, stop: StopReason, validate: Validate): ReadReply {
  if (text.trim() === '') return failure('unparseable', 'The reply is empty; expected one JSON object.');
  const findings = findObjects(text);
  if (findings.endsInThought) {
    return failure('truncated', 'The reply ends inside its thinking; no answer follows it.');
  }
  const { regions, thought } = findings;
  if (regions.length > MOST_OBJECTS) {
    return failure('unparseable', `Expected one JSON object, found more than ${MOST_OBJECTS}.`);
  }
  if (regions.length === thought) {
    return failure('unparseable', `Expected one JSON object, found none${saying(text)}.`);
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
  return failed ?? failure('unparseable', 'Expected one JSON object, found none that can be read.');
}

function readRegion(slice: string, region: CompleteRegion, validate: Validate): ReadReply {
  const json = region.mends.length === 0 ? slice : mendJson(slice);
  if (json === null) {
    const slips = region.mends.join(', ');
    return failure(
      'unparseable',
      `The JSON object cannot be mended without guessing (${slips}): ${excerpt(slice)}.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure('unparseable', `The object is no valid JSON: ${why}.`);
  }
  if (region.fault !== null) return failure('invalid', `The JSON object cannot be used: ${region.fault}.`);
  const checked = validate(value);
  return checked.ok
    ? { ok: true, output: checked.output, repairs: [...region.mends] }
    : failure('invalid', checked.problem);
}

function unreadable(slice: string, region: Exclude<Region, CompleteRegion>): Failure {
  const begins = excerpt(slice);
  return region.kind === 'unclosed'
    ? failure('truncated', `The last JSON object is not closed: it begins ${begins} and its end is missing.`)
    : failure('unparseable', `The JSON object that begins ${begins} cannot be read: ${region.why}.`);
}

function saying(text: string): string {
  return text.trim() === '' ? '' : `; it says ${excerpt(text.trim())}`;
}

function excerpt(text: string): string {
  const short = text.slice(0, 80);
  return JSON.stringify(short.length < text.length ? `${short}…` : short);
}

import type { ReadReply, StopReason, UnscoredReason, Validate } from '../model/reply';
import { findObjects, type Findings, type Region } from './find-objects';
import { mendJson } from './mend-json';

type Failure = Extract<ReadReply, { ok: false }>;
type CompleteRegion = Extract<Region, { kind: 'complete' }>;

/** More objects than any answer holds; keeps a reply of a million braces cheap. */
const OBJECTS_LOOKED_AT = 100;

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
  const { regions } = findings;
  if (regions.length === 0) {
    return failure('unparseable', `Expected one JSON object, found none${saying(text)}.`);
  }

  let failed: Failure | null = null;
  let index = regions.length;
  for (const region of regions.slice(-OBJECTS_LOOKED_AT).reverse()) {
    index -= 1;
    // An object that cannot be read may be the answer that replaced an earlier draft: the draft is not taken for it.
    if (region.kind !== 'complete') return failed ?? unreadable(text, region);
    const reading = readRegion(text, region, validate);
    if (reading.ok) return doubt(index, region, findings, stop) ?? reading;
    if (reading.reason === 'unparseable') return failed ?? reading;
    failed ??= reading;
  }
  return failed ?? failure('unparseable', 'Expected one JSON object, found none that can be read.');
}

function readRegion(text: string, region: CompleteRegion, validate: Validate): ReadReply {
  const slice = text.slice(region.start, region.end);
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

/**
 * A judge that quotes case text without escaping it can leave a whole object of the case's making in its reply. Such an
 * object never stands first, and the object around it leaves its closing brace behind, unless it was cut off.
 */
function doubt(index: number, chosen: CompleteRegion, findings: Findings, stop: StopReason): Failure | null {
  if (index === 0) return null;
  if (findings.leftOverBrace >= chosen.end) {
    return failure(
      'unparseable',
      'The braces of the reply do not match: its last object may be part of another.',
    );
  }
  if (stop === 'length') {
    return failure(
      'truncated',
      'The reply holds several objects and was cut off, so its last one may not be the answer.',
    );
  }
  const earlierUnreadable = findings.regions.slice(0, index).some((region) => region.kind !== 'complete');
  if (earlierUnreadable && stop !== 'complete') {
    return failure(
      'unparseable',
      'An object that cannot be read precedes the last one, which may be part of it.',
    );
  }
  return null;
}

function unreadable(text: string, region: Exclude<Region, CompleteRegion>): Failure {
  const begins = excerpt(text.slice(region.start, region.end));
  return region.kind === 'unclosed'
    ? failure('truncated', `The last JSON object is not closed: it begins ${begins} and its end is missing.`)
    : failure('unparseable', `The JSON object that begins ${begins} cannot be read: ${region.why}.`);
}

function failure(reason: UnscoredReason, detail: string): Failure {
  return { ok: false, reason, detail };
}

function saying(text: string): string {
  return text.trim() === '' ? '' : `; it says ${excerpt(text.trim())}`;
}

function excerpt(text: string): string {
  const short = text.slice(0, 80);
  return JSON.stringify(short.length < text.length ? `${short}…` : short);
}

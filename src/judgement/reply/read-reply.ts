import { causeInEnglish } from '../../i18n/en/causes';
import type { UnscoredReason, RawReply, ReadReply, StopReason, Validate } from '../judge';
import type { Cause } from '../cause';
import { findObjects, MOST_OBJECTS, type Region, type Findings } from './find-objects';

type CompleteRegion = Extract<Region, { kind: 'complete' }>;

/** The last complete JSON object of the right shape is the answer. What was cut off, or can be read in two ways, is not read. */
export function readReply(
  raw: Pick<RawReply, 'text' | 'stop' | 'usage' | 'filled'>,
  validate: Validate,
): ReadReply {
  const { text, stop } = raw;
  if (stop === 'refused') return failure('refused', { code: 'refused', begins: excerpt(text.trim()) });
  const reading = readText(text, stop, validate);
  if (reading.ok || stop !== 'length') return reading;
  if (raw.filled !== undefined) {
    const { promptTokens: prompt = 0, replyTokens: reply = 0 } = raw.usage ?? {};
    return failure(
      'truncated',
      { code: 'ollama-full', prompt, reply, context: raw.filled },
      ...reading.causes,
    );
  }
  return failure('truncated', { code: 'length-limit' }, ...reading.causes);
}

function readText(text: string, stop: StopReason, validate: Validate): ReadReply {
  if (text.trim() === '') return failure('unparseable', { code: 'empty' });
  const findings = findObjects(text);
  if (findings.endsInThought) return failure('truncated', { code: 'ends-in-thought' });
  const { regions, thought } = findings;
  if (regions.length > MOST_OBJECTS)
    return failure('unparseable', { code: 'too-many-objects', most: MOST_OBJECTS });

  const reads = regions.map((region): Read => {
    const slice = text.slice(region.start, region.end);
    const reading = region.kind === 'complete' ? readObject(region, validate) : unreadable(slice, region);
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

function readObject({ value, mends, fault }: CompleteRegion, validate: Validate): ReadReply {
  if (fault !== null) return failure('invalid', fault);
  const checked = validate(value);
  return checked.ok
    ? { ok: true, output: checked.output, repairs: [...mends, ...(checked.repairs ?? [])] }
    : failure('invalid', ...checked.causes);
}

function unreadable(slice: string, region: Exclude<Region, CompleteRegion>): Failure {
  const begins = excerpt(slice);
  if (region.kind === 'unclosed') return failure('truncated', { code: 'not-closed', begins });
  const { by, found, most } = region;
  return failure('unparseable', { code: 'broken', begins, by, found, ...(most !== undefined && { most }) });
}

function excerpt(text: string): string {
  const short = text.slice(0, 80);
  return short.length < text.length ? `${short}…` : short;
}

const LONGEST = 2_000;
const KEY = /"[^"\\]{1,80}"\s*:/g;
const PLACEHOLDER = /"(?:<[^<>"{}]{1,80}>|\.{3}|…)"|<[^<>"{}]{1,80}>|\.{3}|…/g;

/** Whether an object only shows the form of an answer: `{"score": <n>}`. It can neither replace an answer nor hide a value. */
function isTemplate(text: string): boolean {
  if (text.length > LONGEST) return false;
  const values = text.replace(KEY, '');
  const rest = values.replace(PLACEHOLDER, '');
  return rest !== values && /^[\s{}[\],]*$/.test(rest);
}

interface Read {
  region: Region;
  reading: ReadReply;
  isTemplate: boolean;
}

interface Choice {
  text: string;
  stop: StopReason;
  findings: Findings;
  reads: readonly Read[];
  index: number;
}

/**
 * Why an object that fits is not taken for the answer, or null.
 *
 * A judge that quotes case text without escaping it can leave an object of the case's making in its reply: its own object is
 * closed or broken by the quoted words, and its own last keys are left behind, unless the reply was cut off.
 */
function doubtAbout({ text, stop, findings, reads, index }: Choice): Failure | null {
  const chosen = reads[index]?.region;
  if (chosen?.kind !== 'complete') throw new Error(`Expected a complete object at ${index}`);
  const isLastWord = endsWithObject(text, chosen);

  if (stop === 'length' && index > 0) return failure('truncated', { code: 'cut-off-among-several' });
  if (stop === 'length' && !isLastWord) return failure('truncated', { code: 'cut-off-after-object' });
  if (findings.quoteBeforeBrace >= chosen.end) return failure('unparseable', { code: 'braces-do-not-match' });
  const mayCorrect = stop === 'complete' && isLastWord;
  for (const [place, { region, reading, isTemplate }] of reads.entries()) {
    if (reading.ok || isTemplate || place === index) continue;
    if (region.kind !== 'complete') {
      if (mayCorrect) continue;
      return failure('unparseable', { code: 'unreadable-before' });
    }
    // Keys in common: it set out to be the answer too. Only a whole one is a draft that the last word corrects.
    const isDraft = mayCorrect && holdsAll(region.keys, chosen.keys);
    if (!isDraft && chosen.keys.some((key) => region.keys.includes(key)))
      return failure('unparseable', { code: 'rival-object' });
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

type Failure = Extract<ReadReply, { ok: false }>;

function failure(reason: UnscoredReason, ...causes: Cause[]): Failure {
  return { ok: false, reason, detail: causes.map(causeInEnglish).join(' '), causes };
}

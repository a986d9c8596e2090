import type { ObjectSchema } from '../core/model/output-schema';
import type { Path } from '../core/model/path';
import { portable } from '../core/shape/portable';
import { shrink } from '../core/shape/shrink';
import { replyValidator, type ReplyValidator } from './reply-validator';

/** What a model is asked for where some places are not asked. */
export interface AskedShape {
  shape: ObjectSchema;
  /** In the portable dialect. */
  portable: ObjectSchema;
  /** Gives the part that was asked for, and whether it had to be taken out of a complete reply. */
  validator: ReplyValidator;
}

/** Cases leave only so many different things open; where each leaves its own, keeping them gains nothing. */
const mostKept = 100;
/** Rubrics are never changed in place. */
const kept = new WeakMap<ObjectSchema, Map<string, AskedShape | null>>();

/** Null when nothing is left to ask. Made once for all cases that leave the same open: a validator takes long to build. */
export function askedShape(whole: ObjectSchema, notAsked: readonly Path[]): AskedShape | null {
  const ofWhole = kept.get(whole) ?? new Map<string, AskedShape | null>();
  kept.set(whole, ofWhole);
  const key = JSON.stringify(notAsked);
  const known = ofWhole.get(key);
  if (known !== undefined) return known;
  const made = make(whole, notAsked);
  if (ofWhole.size >= mostKept) ofWhole.clear();
  ofWhole.set(key, made);
  return made;
}

function make(whole: ObjectSchema, notAsked: readonly Path[]): AskedShape | null {
  const shape = notAsked.length === 0 ? whole : shrink(whole, notAsked);
  return shape && { shape, portable: portable(shape), validator: replyValidator(whole, shape, notAsked) };
}

import type { z } from 'zod';
import type { Cause, Expectation, ReceivedValue } from '../cause';
import type { ObjectSchema, OutputSchema } from '../../rubric/output-schema';
import type { Validate } from '../judge';
import { schemasAt } from '../../rubric/shape/fields';
import { objectToZod } from '../../rubric/shape/to-zod';
import { setAside } from '../../i18n/en/causes';
import { valueIn, type Path } from '../../rubric/path';
import { fromPortable, portable } from '../../rubric/shape/portable';
import { project, shrink } from '../../rubric/shape/shrink';

const mostProblems = 5;

export function validatorFor(shape: ObjectSchema): Validate {
  const schema = objectToZod(shape);
  return (value) => {
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, output: result.data };
    return {
      ok: false,
      causes: firstOf(result.error.issues.flatMap((issue) => explain(issue, shape, value, []))),
    };
  };
}

/** One cause per issue. Of a choice of shapes the one that fits best speaks, not all of them. */
function explain(
  issue: z.core.$ZodIssue,
  shape: OutputSchema,
  root: unknown,
  parent: readonly string[],
): Cause[] {
  const place = [...parent, ...issue.path.map(String)];
  const at = place.join('.');
  const [schema] = schemasAt(shape, issue.path.map(String).join('.'));
  if (issue.code === 'unrecognized_keys') {
    const allowed = schema !== undefined && 'properties' in schema ? Object.keys(schema.properties) : [];
    return issue.keys.map((key) => ({ code: 'unknown-key', at, key, allowed }));
  }
  if (issue.code === 'invalid_union' && schema !== undefined && 'anyOf' in schema) {
    const deeper = issue.errors.findIndex(
      (errors) => errors.length > 0 && errors.every((e) => e.path.length > 0),
    );
    const branch = schema.anyOf[deeper];
    if (branch) return (issue.errors[deeper] ?? []).flatMap((error) => explain(error, branch, root, place));
  }
  const expected: Expectation[] =
    schema === undefined ? [{ kind: 'other', values: [issue.message] }] : expectationsOf(schema);
  return [{ code: 'misfit', at, expected, came: cameAs(valueIn(root, place)) }];
}

function firstOf(causes: readonly Cause[]): Cause[] {
  const distinct = [...new Map(causes.map((cause) => [JSON.stringify(cause), cause])).values()];
  const hidden = distinct.length - mostProblems;
  if (hidden <= 0) return distinct;
  return [...distinct.slice(0, mostProblems), { code: 'more-misfits', count: hidden }];
}

/** Takes the asked part out of a reply that answers the whole rubric, and says which fields it set aside. */
function replyValidator(whole: ObjectSchema, asked: ObjectSchema, notAsked: readonly Path[]): Validate {
  const fitsAsked = validatorFor(asked);
  if (notAsked.length === 0) return (value) => fitsAsked(fromPortable(asked, value));
  const fitsWhole = validatorFor(whole);
  return (value) => {
    const answer = fitsAsked(fromPortable(asked, value));
    if (answer.ok) return answer;
    const complete = fitsWhole(fromPortable(whole, value));
    const part = complete.ok ? fitsAsked(project(whole, complete.output, notAsked)) : answer;
    return part.ok ? { ...part, repairs: [`${setAside}${notAsked.join(', ')}`] } : answer;
  };
}

const longestShown = 60;

function expectationsOf(schema: OutputSchema): Expectation[] {
  if ('anyOf' in schema) return schema.anyOf.flatMap(expectationsOf);
  if ('prefixItems' in schema) return [{ kind: 'tuple', low: schema.prefixItems.length }];
  switch (schema.type) {
    case 'object':
      return [{ kind: 'object', values: Object.keys(schema.properties) }];
    case 'array':
      return [{ kind: 'list', ...bounds(schema.minItems, schema.maxItems) }];
    case 'string':
      if (schema.enum !== undefined) return [oneOf(schema.enum)];
      return [{ kind: 'text', ...bounds(schema.minLength, schema.maxLength) }];
    case 'integer':
    case 'number':
      if (schema.enum !== undefined) return [oneOf(schema.enum)];
      return [{ kind: schema.type, ...bounds(schema.minimum, schema.maximum) }];
    case 'boolean':
    case 'null':
      return [{ kind: schema.type }];
  }
}

function cameAs(value: unknown): ReceivedValue {
  if (value === undefined) return { kind: 'nothing' };
  if (Array.isArray(value)) return { kind: 'list', count: value.length };
  if (typeof value === 'object' && value !== null) return { kind: 'object' };
  if (typeof value !== 'string') {
    const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
    return { kind: 'value', text: isPlain ? String(value) : `a ${typeof value}` };
  }
  const shown = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return { kind: 'value', text: JSON.stringify(shown) };
}

function oneOf(values: readonly (string | number)[]): Expectation {
  return { kind: 'one-of', values: values.map((value) => JSON.stringify(value)) };
}

function bounds(low: number | undefined, high: number | undefined): { low?: number; high?: number } {
  return { ...(low !== undefined && { low }), ...(high !== undefined && { high }) };
}

export interface AskedShape {
  shape: ObjectSchema;
  portable: ObjectSchema;
  validate: Validate;
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
  const shape = notAsked.length === 0 ? whole : shrink(whole, notAsked);
  const made = shape && {
    shape,
    portable: portable(shape),
    validate: replyValidator(whole, shape, notAsked),
  };
  if (ofWhole.size >= mostKept) ofWhole.clear();
  ofWhole.set(key, made);
  return made;
}

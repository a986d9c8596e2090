import type { z } from 'zod';
import type { Cause, Expectation } from '../model/cause';
import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import type { Validate } from '../model/reply';
import { cameAs, expectationsOf } from './expectation';
import { schemaAt } from './leaves';
import { objectToZod } from './to-zod';

const mostProblems = 5;

/** Builds the check once; use the result for every reply of a run. */
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
  parent: readonly PropertyKey[],
): Cause[] {
  const place = [...parent, ...issue.path];
  const schema = schemaAt(shape, issue.path.map(String).join('.'));
  const got = valueAtKeys(root, place);
  if (issue.code === 'unrecognized_keys') {
    const allowed = schema !== undefined && 'properties' in schema ? Object.keys(schema.properties) : [];
    return issue.keys.map((key) => ({ code: 'unknown-key', at: nameOf(place), key, allowed }));
  }
  if (issue.code === 'invalid_union' && schema !== undefined && 'anyOf' in schema) {
    const deeper = issue.errors.findIndex(
      (errors) => errors.length > 0 && errors.every((e) => e.path.length > 0),
    );
    const branch = schema.anyOf[deeper];
    if (branch !== undefined) {
      return (issue.errors[deeper] ?? []).flatMap((error) => explain(error, branch, root, place));
    }
  }
  const expected: Expectation[] =
    schema === undefined ? [{ kind: 'other', values: [issue.message] }] : expectationsOf(schema);
  return [{ code: 'misfit', at: nameOf(place), expected, came: cameAs(got) }];
}

/** The first few different ones, and how many more there are. */
function firstOf(causes: readonly Cause[]): Cause[] {
  const distinct = [...new Map(causes.map((cause) => [JSON.stringify(cause), cause])).values()];
  const hidden = distinct.length - mostProblems;
  if (hidden <= 0) return distinct;
  return [...distinct.slice(0, mostProblems), { code: 'more-misfits', count: hidden }];
}

function nameOf(place: readonly PropertyKey[]): string {
  return place.map(String).join('.');
}

function valueAtKeys(root: unknown, keys: readonly PropertyKey[]): unknown {
  let here = root;
  for (const key of keys) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}

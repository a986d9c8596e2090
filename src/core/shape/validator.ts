import type { z } from 'zod';
import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import type { Validate } from '../model/reply';
import { describeSchema, describeValue } from './describe';
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
      problem: inWords(result.error.issues.flatMap((issue) => explain(issue, shape, value, []))),
    };
  };
}

/** One sentence per issue. Of a choice of shapes the one that fits best speaks, not all of them. */
function explain(
  issue: z.core.$ZodIssue,
  shape: OutputSchema,
  root: unknown,
  parent: readonly PropertyKey[],
): string[] {
  const place = [...parent, ...issue.path];
  const schema = schemaAt(shape, issue.path.map(String).join('.'));
  const got = valueAtKeys(root, place);
  if (issue.code === 'unrecognized_keys') {
    const allowed =
      schema !== undefined && 'properties' in schema ? Object.keys(schema.properties).join(', ') : '';
    const only = allowed === '' ? 'no such key' : `only the keys ${allowed}`;
    return issue.keys.map((key) => `${nameOf(place)}: expected ${only}, got the key ${JSON.stringify(key)}`);
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
  const expected = schema === undefined ? issue.message : describeSchema(schema);
  return [`${nameOf(place)}: expected ${expected}, got ${describeValue(got)}`];
}

function inWords(problems: readonly string[]): string {
  const distinct = [...new Set(problems)];
  const shown = distinct.slice(0, mostProblems).join('; ');
  const hidden = distinct.length - mostProblems;
  return hidden > 0 ? `${shown}; and ${hidden} more` : shown;
}

function nameOf(place: readonly PropertyKey[]): string {
  return place.length === 0 ? 'the reply' : place.map(String).join('.');
}

function valueAtKeys(root: unknown, keys: readonly PropertyKey[]): unknown {
  let here = root;
  for (const key of keys) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}

import { isJsonObject, type Json } from '../kit/json';

/** A dotted place in an output: `rules.0.score`. Keys that contain a dot cannot be addressed; the rubric schema forbids them. */
export type Path = string;

export function segments(path: Path): string[] {
  return path === '' ? [] : path.split('.');
}

export function joinPath(parent: Path, key: string | number): Path {
  return parent === '' ? String(key) : `${parent}.${key}`;
}

/** The value at `path`, or undefined where nothing stands there. Own keys only. */
export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = root;
  for (const segment of segments(path)) {
    if (Array.isArray(here)) here = here[Number(segment)];
    else if (isJsonObject(here) && Object.hasOwn(here, segment)) here = here[segment];
    else return undefined;
  }
  return here;
}

/** The same of a value that no schema has seen. */
export function valueIn(root: unknown, path: readonly (string | number)[]): unknown {
  let here = root;
  for (const part of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = Reflect.get(here, part);
  }
  return here;
}

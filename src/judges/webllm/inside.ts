/** Ways to what a library keeps to itself: nothing about it is known before it is looked at. */

/** Whose insides are known to be as is expected here. */
export const knownVersions: readonly string[] = ['0.2.85'];

type Method = (...given: unknown[]) => unknown;

export function member(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}

/** A method that can be called without its owner; null where there is none. */
export function method(owner: unknown, name: string): Method | null {
  const found = member(owner, name);
  if (typeof found !== 'function') return null;
  return (...given) => {
    const result: unknown = Reflect.apply(found, owner, given);
    return result;
  };
}

export function replace(owner: object, name: string, by: Method): void {
  Reflect.set(owner, name, by);
}

/** What was, is and can be again. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

const mostSteps = 200;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}
export function changed<T>(history: History<T>, present: T): History<T> {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-mostSteps), present, future: [] };
}
export function undone<T>({ past, present, future }: History<T>): History<T> {
  const [before] = past.slice(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}
export function redone<T>({ past, present, future }: History<T>): History<T> {
  const [next, ...later] = future;
  if (next === undefined) return { past, present, future };
  return { past: [...past, present], present: next, future: later };
}

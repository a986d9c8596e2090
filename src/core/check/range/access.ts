import { either, exactly, failed, listOf, sure, unsure, type Outcome, type Value } from './abstract';
import { applyAccess, applyHas } from './apply';
import { choices, join, lift, liftOr } from './join';

function fieldOf(container: Value, key: unknown): Outcome {
  if (container.kind === 'map') {
    const entry = container.entries.get(String(key));
    if (entry === undefined) return failed({ message: `No such key: ${String(key)}` });
    return entry.presence === 'maybe' ? { ...unsure(), value: entry.outcome.value } : entry.outcome;
  }
  if (container.kind !== 'list') return unsure();
  if (typeof key !== 'bigint' && typeof key !== 'number')
    return failed({ message: `No such key: ${String(key)}` });
  if (!container.items.every((item) => item.certain)) return unsure();
  const item = container.items[Number(key)];
  return item === undefined
    ? failed({ message: `No such key: index out of bounds, index ${key}` })
    : sure(item.value);
}

export function access(container: Value, key: Value): Outcome {
  const lifted = lift([container, key], ([a, b]) => applyAccess(a, b));
  if (lifted !== null) return lifted;
  const keys = choices(key);
  if (keys === null) return unsure();
  return keys.map((one) => fieldOf(container, one)).reduce((all, one) => join(all, one));
}

export function has(container: Value, key: string): Outcome {
  if (container.kind !== 'map') return liftOr([container], ([a]) => applyHas(a, key), either);
  const entry = container.entries.get(key);
  if (entry === undefined) return exactly(false);
  if (entry.outcome.value === null) return entry.outcome;
  return entry.presence === 'yes' ? exactly(true) : sure(either);
}

/** What a macro runs over: the items of a list, the keys of a map. */
export function iterated(value: Value): Value | null {
  if (value.kind === 'list') return value;
  if (value.kind === 'map') {
    const entries = [...value.entries];
    return listOf(
      entries.map(([key, entry]) => ({
        value: { kind: 'exact', value: key },
        certain: entry.presence !== 'maybe',
      })),
    );
  }
  if (value.kind !== 'exact' || typeof value.value !== 'object' || value.value === null) return null;
  return Array.isArray(value.value) ? value : { kind: 'exact', value: Object.keys(value.value) };
}

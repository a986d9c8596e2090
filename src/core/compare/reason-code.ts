import type { Json } from '../model/json';
import type { Known } from '../model/judgement';
import type { Reason } from './reason';
import type { ValueChange } from './value-change';

/** A reason in the short form that files carry, for scripts to split and count. */
export function reasonCode(reason: Reason): string {
  switch (reason.kind) {
    case 'not-judged':
    case 'undecided':
    case 'repaired':
      return `${reason.kind}:${reason.in}`;
    case 'unscored':
      return `unscored:${reason.in}:${reason.reason ?? 'unknown'}`;
    case 'mode':
      return `mode:${reason.from}>${reason.to}`;
    case 'decided-by':
      return `decided-by:${reason.path}:${reason.from}>${reason.to}`;
    case 'fact':
      return `fact:${reason.name}`;
    case 'criterion':
      return `criterion:${reason.id}:${changeCode(reason.change)}`;
    case 'field':
      return `field:${reason.path}:${changeCode(reason.change)}`;
    case 'rule':
      return reason.name === null ? `rule:${reason.part}` : `rule:${reason.part}:${reason.name}`;
    case 'check':
      return `check:${reason.change}:${reason.id}`;
    case 'other-question':
      return `other-question:${reason.parts.join('+')}`;
    case 'input':
    case 'same-question':
    case 'unexplained':
      return reason.kind;
  }
}

function changeCode(change: ValueChange): string {
  if (change.kind === 'number') return change.delta > 0 ? `+${change.delta}` : String(change.delta);
  if (change.kind === 'label') return `${textOf(change.from)}>${textOf(change.to)}`;
  return `${knownText(change.from)}>${knownText(change.to)}`;
}

function knownText(known: Known | null): string {
  if (known === null) return 'absent';
  if (known.kind === 'value') return textOf(known.value);
  if (known.kind === 'range') return `${known.min}..${known.max}`;
  return known.kind === 'one-of' ? known.values.map(textOf).join('|') : known.kind;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

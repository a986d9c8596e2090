import type { RunHead, RunSettings } from '../core/model/run';
import type { Desk } from './desk.svelte';
import { isOwnWork } from './head-changes';

/** What goes into batch files: a new run of cases, or what a stored run still lacks. */
export type BatchScope = 'all' | 'shown' | 'rest' | 'rest-and-failed';

/** The desk that a batch is made of, and how its cases are to be asked. */
export interface BatchDesk {
  desk: Desk;
  settings: Omit<RunSettings, 'atOnce'>;
}

/** Judges of which a batch may ask what is left: it names a model, and asks in the same words. */
const askable: ReadonlySet<string> = new Set(['api', 'batch']);

/** The run of this desk that a batch can go on with. */
export function runToGoOn({ stored, runId }: Pick<Desk, 'stored' | 'runId'>): RunHead | null {
  if (!stored || stored.head.id !== runId || !isOwnWork(stored.head)) return null;
  // A batch file has one question for a case.
  if (stored.head.settings.asking === 'criterion') return null;
  return askable.has(stored.head.judge.id) ? stored.head : null;
}

/** How many units each scope holds. A scope that says nothing of its own is left out. */
export function scopesOf({ desk, settings }: BatchDesk): { scope: BatchScope; units: number }[] {
  const { cases, results } = desk;
  const head = runToGoOn(desk);
  const scopes: { scope: BatchScope; units: number }[] = [];
  if (head) {
    const rest = head.cases * head.settings.samples - head.counts.done;
    const failed = head.counts.statuses.unscored ?? 0;
    if (rest > 0) scopes.push({ scope: 'rest', units: rest });
    if (failed > 0) scopes.push({ scope: 'rest-and-failed', units: rest + failed });
  }
  if (cases.length > 0) scopes.push({ scope: 'all', units: cases.length * settings.samples });
  const shown = results.order.length;
  if (shown > 0 && shown < cases.length) scopes.push({ scope: 'shown', units: shown * settings.samples });
  return scopes;
}

import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { RunHead, RunResult } from '../core/model/run';
import { judgedOnce, withSample, type JudgedCase } from './judged-case';

/** What was judged in a run and could not be stored: it lives as long as the tab. */
export interface UnwrittenRun {
  head: RunHead;
  cases: readonly Case[];
  results: readonly RunResult[];
}

/** What is held with what a run could not store now, in the place of what it could not store before. */
export function holding(held: readonly UnwrittenRun[], run: UnwrittenRun): readonly UnwrittenRun[] {
  const others = held.filter(({ head }) => head.id !== run.head.id);
  return run.results.length > 0 ? [...others, run] : others;
}

export function unwrittenOf(held: readonly UnwrittenRun[], run: string): readonly RunResult[] {
  return held.find(({ head }) => head.id === run)?.results ?? [];
}

export interface HeldJudgement {
  judged: JudgedCase;
  judgement: Judgement;
}

/** By the ids of their cases, in the order in which they were judged. */
export function heldByCase(held: readonly UnwrittenRun[]): Map<string, HeldJudgement[]> {
  const byCase = new Map<string, HeldJudgement[]>();
  for (const { head, cases, results } of held) {
    for (const [index, { row, sample, digest, judgement }] of results.entries()) {
      const subject = cases[row];
      if (!subject) continue;
      // It lies nowhere: no place in a log is below zero.
      const at = { run: head.id, place: -1 - index };
      const one = { judged: judgedOnce(subject, head, { sample, digest, at }), judgement };
      byCase.set(subject.id, [...(byCase.get(subject.id) ?? []), one]);
    }
  }
  return byCase;
}

/** A case with what is held of it. `judgement` is there where the one that stands for it is not stored. */
export function withHeld(
  stored: JudgedCase | undefined,
  held: readonly HeldJudgement[],
): { judged: JudgedCase | undefined; judgement: Judgement | undefined } {
  let judged = stored;
  for (const { judged: one } of held) {
    if (judged?.at.run === one.at.run) judged = withSample(judged, one);
    // A later run took its place.
    else if (!judged || judged.origin.created <= one.origin.created) judged = one;
  }
  const place = judged?.at;
  return { judged, judgement: held.find((one) => one.judged.at === place)?.judgement };
}

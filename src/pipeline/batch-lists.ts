import type { Cell } from '../core/model/run';
import { mostListed, type BatchProblem, type BatchProblemKind, type BatchReport } from './batch-report';

type LineProblem = Exclude<BatchProblem, { kind: 'missing' }>;

/** Counts what became of lines, and keeps the first of each kind. */
export class BatchLists {
  readonly most = mostListed;
  scored = 0;
  readonly #counts: Record<Exclude<BatchProblemKind, 'missing'>, number> = {
    failed: 0,
    duplicate: 0,
    unknown: 0,
    outdated: 0,
    damaged: 0,
  };
  readonly #listed = new Map<BatchProblemKind, LineProblem[]>();
  readonly #requestFiles = new Set<string>();

  add(problem: LineProblem): void {
    this.#counts[problem.kind] += 1;
    const list = this.#listed.get(problem.kind) ?? [];
    this.#listed.set(problem.kind, list);
    if (list.length < this.most) list.push(problem);
  }
  addRequestFile(name: string): void {
    this.#requestFiles.add(name);
  }

  /** A score came for a cell after all: the line that failed is now one of two. */
  overtake({ caseKey, sample }: Cell, id: string): void {
    this.#counts.failed -= 1;
    const failed = this.#listed.get('failed') ?? [];
    const index = failed.findIndex(
      (one) => one.kind === 'failed' && one.caseKey === caseKey && one.sample === sample,
    );
    const [gone] = index < 0 ? [] : failed.splice(index, 1);
    if (gone) this.add({ kind: 'duplicate', id, caseKey, sample, file: gone.file, line: gone.line });
    else this.#counts.duplicate += 1;
  }

  report(missing: readonly Cell[], missingCount: number): BatchReport {
    return {
      scored: this.scored,
      ...this.#counts,
      missing: missingCount,
      listed: [
        ...[...this.#listed.values()].flat(),
        ...missing.map((cell) => ({ kind: 'missing' as const, ...cell })),
      ],
      requestFiles: [...this.#requestFiles],
    };
  }
}

import type { Rubric } from '../rubric/rubric';
import type { Mapping, ReadingReport, SourceTable } from './table';
import type * as Intake from './intake';
import type { MappingStore } from './mapping/mappings';
import { changeMapping, type MappingChange } from './mapping/columns';
import type { ReadSources } from './read-sources';
import { SlicedWork } from '../kit/sliced-work.browser';

export interface PreviewTools {
  intake: typeof Intake;
  mappings: MappingStore;
  taken: () => ReadonlySet<string>;
}

/** A file that was read and waits to be taken: which column is what, what is wrong with its rows, what was mended or left out. */
export class PreviewedFile {
  readonly read: ReadSources;
  readonly #tools: PreviewTools;
  readonly #checking = new SlicedWork();
  /** What was chosen by hand, for each rubric, so that going back to one finds it again. */
  readonly #chosen = new Map<string, Mapping>();
  #mends: readonly { row: number; column: number; text: string }[] = [];
  table = $state.raw<SourceTable>({ columns: [], rows: [] });
  skipped = $state.raw<ReadonlySet<number>>(new Set());
  /** The rubric that the columns are mapped for. */
  rubric = $state.raw<Rubric | null>(null);
  #wanted: Rubric | null = null;
  mapping = $state.raw<Mapping>({ inputs: {}, gold: {} });
  /** Null while the rows are being looked at for the first time. */
  problems = $state.raw<readonly Intake.RowProblem[] | null>(null);
  readonly unmapped = $derived.by(() =>
    this.rubric ? this.#tools.intake.findUnmappedInputs(this.rubric.inputs, this.mapping) : [],
  );
  readonly outputPaths = $derived.by(() => (this.rubric ? this.#tools.intake.outputPaths(this.rubric) : []));
  /** Rows with a problem, by index. */
  readonly problemRows = $derived([...new Set((this.problems ?? []).map(({ row }) => row - 1))]);
  readonly count = $derived(this.table.rows.length - this.skipped.size);

  constructor(read: ReadSources, tools: PreviewTools) {
    this.read = read;
    this.#tools = tools;
    this.table = read.table;
  }

  /** Maps the columns for a rubric: as chosen here before, as remembered from another visit, or as names and cells suggest. */
  async mapFor(rubric: Rubric): Promise<void> {
    this.#wanted = rubric;
    const { intake, mappings } = this.#tools;
    let mapping = this.#chosen.get(rubric.id);
    if (!mapping) {
      const remembered = await mappings.recall(rubric.id, this.table.columns);
      // Another rubric may have been chosen meanwhile.
      if (this.#wanted !== rubric) return;
      mapping = intake.propose(this.table, rubric, remembered);
    }
    if (this.rubric !== rubric) this.problems = null;
    this.rubric = rubric;
    this.mapping = mapping;
  }
  map(change: MappingChange): Promise<void> {
    this.mapping = changeMapping(this.mapping, change);
    if (this.rubric) this.#chosen.set(this.rubric.id, this.mapping);
    return this.check();
  }

  async check(): Promise<void> {
    if (!this.rubric) return;
    const { intake, taken } = this.#tools;
    // Problems found before stay in sight until the new ones are known: a list that disappears takes the focus with it.
    const found = await this.#checking.run(intake.checkRows(this.table, this.mapping, this.rubric, taken()));
    if (found) this.problems = found;
  }

  skip(rows: Iterable<number>): void {
    this.skipped = new Set([...this.skipped, ...rows]);
  }
  unskip(rows: Iterable<number>): void {
    const kept = new Set(this.skipped);
    for (const row of rows) kept.delete(row);
    this.skipped = kept;
  }
  /** Mends a cell of the copy in this page; the file itself is not touched. */
  changeCell(row: number, column: number, text: string): Promise<void> {
    if (this.table.rows[row]?.[column] === text) return Promise.resolve();
    this.#mend(row, column, text);
    return this.check();
  }

  /** Does to this file what was done to it when it was read otherwise, and returns whether all of that was possible. */
  continueFrom(before: PreviewedFile): boolean {
    const sameColumns = JSON.stringify(before.table.columns) === JSON.stringify(this.table.columns);
    if (sameColumns) {
      for (const [rubric, mapping] of before.#chosen) this.#chosen.set(rubric, mapping);
      this.mapping = this.#chosen.get(this.rubric?.id ?? '') ?? this.mapping;
    }
    const sameRows =
      sameColumns &&
      before.table.rows.length === this.table.rows.length &&
      formOf(before.read.report) === formOf(this.read.report);
    if (sameRows) {
      this.skipped = before.skipped;
      for (const { row, column, text } of before.#mends) this.#mend(row, column, text);
    }
    const edits = before.#mends.length + before.skipped.size;
    return (sameRows || edits === 0) && (sameColumns || before.#chosen.size === 0);
  }

  stop(): void {
    this.#wanted = null;
    this.#checking.cancel();
  }

  #mend(row: number, column: number, text: string): void {
    const cells = this.table.rows[row];
    if (!cells) return;
    const others = this.#mends.filter((mend) => mend.row !== row || mend.column !== column);
    this.#mends = [...others, { row, column, text }];
    this.table = { ...this.table, rows: this.table.rows.with(row, cells.with(column, text)) };
  }
}

/** All but the encoding. */
function formOf({ kind, delimiter, header, sheet, list }: ReadingReport): string {
  return JSON.stringify([kind, delimiter, header, sheet, list]);
}

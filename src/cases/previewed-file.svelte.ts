import type { Rubric, RubricInput } from '../rubric/rubric';
import type { Mapping, SourceTable } from './table';
import type * as Intake from './intake';
import type { MappingStore } from './mapping/mappings';
import { carryOver, sameColumns, type LeftBehind } from './carry-over';
import { changeMapping, type MappingChange } from './mapping/columns';
import type { ReadSources } from './read-sources';
import { SlicedWork } from '../kit/sliced-work';

export interface PreviewTools {
  intake: typeof Intake;
  mappings: MappingStore;
  /** Ids that lie on the desk already. */
  taken: () => ReadonlySet<string>;
}

const nothingMapped: Mapping = { inputs: {}, gold: {} };

/** A file that was read and waits to be taken: which column is what, what is wrong with its rows, what was mended or left out. */
export class PreviewedFile {
  readonly read: ReadSources;
  readonly #tools: PreviewTools;
  readonly #checking = new SlicedWork();
  /** What was chosen by hand, for each rubric, so that going back to one finds it again. */
  readonly #chosen = new Map<string, Mapping>();
  #table: SourceTable = $state.raw({ columns: [], rows: [] });
  #unmended: ReadonlyMap<number, readonly string[]> = new Map();
  #skipped = $state.raw<ReadonlySet<number>>(new Set());
  #rubric = $state.raw<Rubric | null>(null);
  #wanted: Rubric | null = null;
  #mapping = $state.raw<Mapping>(nothingMapped);
  #problems = $state.raw<readonly Intake.RowProblem[] | null>(null);
  readonly #unmapped = $derived.by(() =>
    this.#rubric ? this.#tools.intake.findUnmappedInputs(this.#rubric.inputs, this.#mapping) : [],
  );
  readonly #outputPaths = $derived.by(() =>
    this.#rubric ? this.#tools.intake.outputPaths(this.#rubric) : [],
  );
  readonly #problemRows = $derived([...new Set((this.#problems ?? []).map(({ row }) => row - 1))]);

  constructor(read: ReadSources, tools: PreviewTools) {
    this.read = read;
    this.#tools = tools;
    this.#table = read.table;
  }

  /** With the mended cells. */
  get table(): SourceTable {
    return this.#table;
  }
  /** The rubric that the columns are mapped for. */
  get rubric(): Rubric | null {
    return this.#rubric;
  }
  get mapping(): Mapping {
    return this.#mapping;
  }
  /** Required inputs without a column. */
  get unmapped(): readonly RubricInput[] {
    return this.#unmapped;
  }
  /** Fields for which a column may bring the value known to be right. */
  get outputPaths(): readonly string[] {
    return this.#outputPaths;
  }
  /** Null while the rows are being looked at for the first time. */
  get problems(): readonly Intake.RowProblem[] | null {
    return this.#problems;
  }
  /** Rows with a problem, by index. */
  get problemRows(): readonly number[] {
    return this.#problemRows;
  }
  /** Rows left out, by index. */
  get skipped(): ReadonlySet<number> {
    return this.#skipped;
  }
  /** How many rows will be taken. */
  get count(): number {
    return this.#table.rows.length - this.#skipped.size;
  }

  /** Maps the columns for a rubric: as chosen here before, as remembered from another visit, or as names and cells tell. */
  async mapFor(rubric: Rubric): Promise<void> {
    this.#wanted = rubric;
    const { intake, mappings } = this.#tools;
    let mapping = this.#chosen.get(rubric.id);
    if (!mapping) {
      const remembered = await mappings.recall(rubric.id, this.#table.columns);
      // Another rubric may have been chosen meanwhile.
      if (this.#wanted !== rubric) return;
      ({ mapping } = intake.propose(this.#table, rubric, remembered));
    }
    if (this.#rubric !== rubric) this.#problems = null;
    this.#rubric = rubric;
    this.#mapping = mapping;
  }
  map(change: MappingChange): Promise<void> {
    this.#mapping = changeMapping(this.#mapping, change);
    if (this.#rubric) this.#chosen.set(this.#rubric.id, this.#mapping);
    return this.lookThrough();
  }

  /** Looks for problems in all rows. */
  async lookThrough(): Promise<void> {
    const rubric = this.#rubric;
    if (!rubric) return;
    const { intake, taken } = this.#tools;
    // What was found before stays in sight until it is known better: a list that goes away takes the keyboard with it.
    const checked = await this.#checking.run(intake.checkRows(this.#table, this.#mapping, rubric, taken()));
    if (checked) this.#problems = checked.problems;
  }

  skip(rows: Iterable<number>): void {
    this.#skipped = new Set([...this.#skipped, ...rows]);
  }
  unskip(rows: Iterable<number>): void {
    const kept = new Set(this.#skipped);
    for (const row of rows) kept.delete(row);
    this.#skipped = kept;
  }
  /** Mends a cell of the copy in this page; the file itself is not touched. */
  changeCell(row: number, column: number, text: string): Promise<void> {
    const cells = this.#table.rows[row];
    if (!cells || cells[column] === text) return Promise.resolve();
    this.#unmended = new Map([[row, cells], ...this.#unmended]);
    this.#table = { ...this.#table, rows: this.#table.rows.with(row, cells.with(column, text)) };
    return this.lookThrough();
  }

  /** Does to this file what was done to it when it was read otherwise. */
  continueFrom(before: PreviewedFile): LeftBehind {
    const mapped = sameColumns(before.#table, this.#table);
    if (mapped) {
      for (const [rubric, mapping] of before.#chosen) this.#chosen.set(rubric, mapping);
      this.#mapping = this.#chosen.get(this.#rubric?.id ?? '') ?? this.#mapping;
    }
    const { work, left } = carryOver(
      { table: before.#table, unmended: before.#unmended, skipped: before.#skipped },
      this.read.table,
      differOnlyInEncoding(before.read, this.read),
    );
    this.#table = work.table;
    this.#unmended = work.unmended;
    this.#skipped = work.skipped;
    return { ...left, mapping: !mapped && before.#chosen.size > 0 };
  }

  stop(): void {
    this.#wanted = null;
    this.#checking.cancel();
  }
}

function differOnlyInEncoding({ report: before }: ReadSources, { report: after }: ReadSources): boolean {
  return (
    before.kind === after.kind &&
    before.delimiter === after.delimiter &&
    before.header === after.header &&
    before.sheet === after.sheet &&
    before.encoding !== after.encoding
  );
}

import type { Case } from '../core/model/case';
import type { Rubric, RubricInput } from '../core/model/rubric';
import type {
  Mapping,
  ReadingChoices,
  ReadingFailure,
  ReadingReport,
  RowNote,
  SourceTable,
} from '../core/model/table';
import type * as Intake from '../pipeline/intake';
import type { MappingStore } from '../storage/mappings';
import type { ReadCases } from '../workers/read-file-client';
import { saveFile } from './save-file';
import { SlicedWork } from './sliced-work';

/** A file that was read and waits to be taken. */
export interface Preview {
  name: string;
  table: SourceTable;
  report: ReadingReport;
  notes: readonly RowNote[];
  mapping: Mapping;
  unmapped: readonly RubricInput[];
  /** Fields for which a column may bring the value known to be right. */
  outputPaths: readonly string[];
  /** Null while the rows are being looked at. */
  problems: readonly Intake.RowProblem[] | null;
}

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'several'; files: readonly File[] }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'preview'; preview: Preview }
  | { kind: 'failed'; name: string; failure: ReadingFailure };

/** Cases that came from a file, and the file's own rows, which an export gives back untouched. */
export interface TakenCases {
  table: SourceTable;
  mapping: Mapping;
  cases: Case[];
  /** The row of each case. */
  rows: number[];
}

interface Tools {
  loadIntake: () => Promise<typeof Intake>;
  loadReader: () => Promise<ReadCases>;
  mappings: MappingStore;
  /** The rubric that the cases are for. */
  rubric: () => Rubric | undefined;
  loadRubric: () => Promise<Rubric | undefined>;
  /** Ids that lie on the desk already. */
  taken: () => ReadonlySet<string>;
  take: (cases: TakenCases) => Promise<void>;
  samples: () => Promise<Case[]>;
}

/** The way of a file onto the desk: read, shown, mapped, looked through, taken. Nothing on the desk changes before the end. */
export class CaseImport {
  readonly #tools: Tools;
  readonly #checking = new SlicedWork();
  #state = $state.raw<ImportState>({ kind: 'idle' });
  #choices = $state.raw<ReadingChoices>({});
  #skipped = $state.raw<ReadonlySet<number>>(new Set());
  #taking = $state(false);
  #source: readonly (File | string)[] = [];
  #cancel: AbortController | null = null;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get state(): ImportState {
    return this.#state;
  }
  get choices(): ReadingChoices {
    return this.#choices;
  }
  /** Rows left out, by index. */
  get skipped(): ReadonlySet<number> {
    return this.#skipped;
  }
  get taking(): boolean {
    return this.#taking;
  }
  get count(): number {
    return this.#state.kind === 'preview' ? this.#state.preview.table.rows.length - this.#skipped.size : 0;
  }

  open(files: readonly File[]): Promise<void> {
    if (files.length === 0) return Promise.resolve();
    if (files.length > 1) {
      this.#state = { kind: 'several', files };
      return Promise.resolve();
    }
    return this.#begin(files);
  }
  /** The answer to `several`: one of them, or all as one list. */
  openThese(files: readonly File[]): Promise<void> {
    return this.#begin(files);
  }
  openText(text: string): Promise<void> {
    return text.trim() === '' ? Promise.resolve() : this.#begin([text]);
  }
  /** Another rubric takes its inputs from other columns. */
  async rubricChanged(): Promise<void> {
    if (this.#state.kind === 'preview') await this.#show(this.#state.preview.name, this.#state.preview);
  }
  /** Reads the same source again, read otherwise. */
  async reread(change: ReadingChoices): Promise<void> {
    this.#choices = { ...this.#choices, ...change };
    await this.#read();
  }
  refuse(name: string, code: ReadingFailure['code']): void {
    this.#state = { kind: 'failed', name, failure: { code, message: '' } };
  }
  close(): void {
    this.#cancel?.abort();
    this.#checking.cancel();
    this.#source = [];
    this.#state = { kind: 'idle' };
  }

  async mapInput(name: string, column: number | null): Promise<void> {
    await this.#remap((mapping) => ({ ...mapping, inputs: withColumn(mapping.inputs, name, column) }));
  }
  async mapGold(path: string, column: number | null): Promise<void> {
    await this.#remap((mapping) => ({ ...mapping, gold: withColumn(mapping.gold, path, column) }));
  }
  async mapName(which: 'id' | 'label', column: number | null): Promise<void> {
    await this.#remap(({ [which]: _, ...rest }) => (column === null ? rest : { ...rest, [which]: column }));
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
  async changeCell(row: number, column: number, text: string): Promise<void> {
    if (this.#state.kind !== 'preview') return;
    const { preview } = this.#state;
    const rows = [...preview.table.rows];
    rows[row] = (rows[row] ?? []).with(column, text);
    await this.#check({ ...preview, table: { ...preview.table, rows } });
  }

  async take(): Promise<void> {
    const rubric = this.#tools.rubric();
    if (this.#state.kind !== 'preview' || !rubric) return;
    const { table, mapping, unmapped } = this.#state.preview;
    if (unmapped.length > 0) return;
    this.#taking = true;
    try {
      const intake = await this.#tools.loadIntake();
      const made = await new SlicedWork().run(
        intake.makeCases(table, mapping, rubric, this.#skipped, this.#tools.taken()),
      );
      if (!made) return;
      void this.#tools.mappings.remember(rubric.id, table.columns, mapping);
      await this.#tools.take({ table, mapping, ...made });
      this.close();
    } finally {
      this.#taking = false;
    }
  }

  /** An empty file with the columns the rubric needs. */
  async saveTemplate(): Promise<void> {
    const rubric = this.#tools.rubric();
    if (!rubric) return;
    const intake = await this.#tools.loadIntake();
    saveFile(csvBlob(intake.templateFile(rubric)), `${rubric.id}-template.csv`);
  }
  async saveSamples(): Promise<void> {
    const rubric = this.#tools.rubric();
    if (!rubric) return;
    const [intake, samples] = await Promise.all([this.#tools.loadIntake(), this.#tools.samples()]);
    saveFile(csvBlob(intake.samplesFile(rubric, samples)), `${rubric.id}-samples.csv`);
  }

  /** Forgets which columns were used for what. */
  forgetMappings(): Promise<void> {
    return this.#tools.mappings.forget();
  }

  async #begin(source: readonly (File | string)[]): Promise<void> {
    this.#source = source;
    this.#choices = {};
    await this.#read();
  }

  async #read(): Promise<void> {
    this.#cancel?.abort();
    const controller = new AbortController();
    this.#cancel = controller;
    const { signal } = controller;
    const name = nameOf(this.#source);
    this.#skipped = new Set();
    this.#state = { kind: 'reading', name, share: 0 };
    try {
      const [read, intake] = await Promise.all([this.#tools.loadReader(), this.#tools.loadIntake()]);
      const tables: { table: SourceTable; report: ReadingReport; notes: readonly RowNote[] }[] = [];
      for (const [index, source] of this.#source.entries()) {
        const onProgress = (share: number) => {
          this.#state = { kind: 'reading', name, share: (index + share) / this.#source.length };
        };
        const result = await read(source, this.#choices, { signal, onProgress });
        signal.throwIfAborted();
        if ('code' in result) {
          this.#state = { kind: 'failed', name: nameOf([source]), failure: result };
          return;
        }
        tables.push(result);
      }
      const [first] = tables;
      if (!first) return;
      const table = intake.asItWas(intake.joinTables(tables.map((one) => one.table)));
      await this.#show(name, { ...first, table, notes: tables.flatMap(({ notes }) => notes) });
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#state = { kind: 'failed', name, failure: { code: 'damaged', message } };
    }
  }

  async #show(
    name: string,
    { table, report, notes }: Pick<Preview, 'table' | 'report' | 'notes'>,
  ): Promise<void> {
    const rubric = await this.#tools.loadRubric();
    if (!rubric) return;
    const intake = await this.#tools.loadIntake();
    const remembered = await this.#tools.mappings.recall(rubric.id, table.columns);
    const { mapping } = intake.propose(table, rubric, remembered);
    await this.#check({
      name,
      table,
      report,
      notes,
      mapping,
      unmapped: [],
      outputPaths: intake.outputPaths(rubric),
      problems: null,
    });
  }

  async #remap(change: (mapping: Mapping) => Mapping): Promise<void> {
    if (this.#state.kind !== 'preview') return;
    const { preview } = this.#state;
    await this.#check({ ...preview, mapping: change(preview.mapping) });
  }

  async #check(preview: Preview): Promise<void> {
    const rubric = this.#tools.rubric();
    if (!rubric) return;
    const intake = await this.#tools.loadIntake();
    const unmapped = intake.findUnmappedInputs(rubric.inputs, preview.mapping);
    // What was found before stays in sight until it is known better: a list that goes away takes the keyboard with it.
    this.#state = { kind: 'preview', preview: { ...preview, unmapped } };
    const rows = intake.checkRows(preview.table, preview.mapping, rubric, this.#tools.taken());
    const checked = await this.#checking.run(rows);
    if (checked)
      this.#state = { kind: 'preview', preview: { ...preview, unmapped, problems: checked.problems } };
  }
}

function csvBlob(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}

function withColumn(
  columns: Record<string, number>,
  key: string,
  column: number | null,
): Record<string, number> {
  const others = Object.entries(columns).filter(([name]) => name !== key);
  return Object.fromEntries(column === null ? others : [...others, [key, column]]);
}

function nameOf(source: readonly (File | string)[]): string {
  return source.map((one) => (typeof one === 'string' ? '' : one.name)).join(', ');
}

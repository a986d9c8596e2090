import type { Case } from './case';
import type { Mapping, SourceTable } from './table';
import type * as Intake from './intake';
import type { OnTakenId } from './intake';
import type { MappingStore } from './mapping/mappings';
import type { PreviewedFile } from './previewed-file.svelte';
import { SlicedWork } from '../kit/sliced-work';

/** Cases that came from a file, and the file's own rows, which an export gives back untouched. */
export interface TakenCases {
  /** Of the file; empty for pasted text. */
  name: string;
  table: SourceTable;
  mapping: Mapping;
  /** One whose id is on the desk takes the place of the case there. */
  cases: Case[];
  /** The row of each case. */
  rows: number[];
}

/** What must be asked before the cases are taken: some of their ids are on the desk. */
export interface KnownIds {
  /** A few of them, to show which. */
  examples: readonly string[];
  count: number;
}

export interface TakingTools {
  loadIntake: () => Promise<typeof Intake>;
  mappings: MappingStore;
  /** Ids that lie on the desk already. */
  taken: () => ReadonlySet<string>;
  take: (cases: TakenCases) => Promise<void>;
}

const mostExamples = 5;

/** Makes cases of a previewed file and lays them on the desk, asking first where that would touch cases that are there. */
export class CaseTaking {
  readonly #tools: TakingTools;
  #busy = $state(false);
  #known = $state.raw<KnownIds | null>(null);

  constructor(tools: TakingTools) {
    this.#tools = tools;
  }

  get busy(): boolean {
    return this.#busy;
  }
  /** The question that waits for an answer. */
  get known(): KnownIds | null {
    return this.#known;
  }
  /** Takes the question back. */
  forget(): void {
    this.#known = null;
  }

  /** Whether the cases were taken. Without an answer nothing is taken whose id is on the desk: it is asked about. */
  async take(preview: PreviewedFile, answer: OnTakenId | null): Promise<boolean> {
    const { rubric, table, mapping, skipped } = preview;
    if (!rubric || this.#busy) return false;
    this.#known = null;
    this.#busy = true;
    try {
      const intake = await this.#tools.loadIntake();
      const taken = this.#tools.taken();
      const made = await new SlicedWork().run(
        intake.makeCases(table, mapping, rubric, skipped, taken, answer ?? 'keep'),
      );
      if (!made) return false;
      const known = answer === null ? made.cases.filter(({ id }) => taken.has(id)) : [];
      if (known.length > 0) {
        this.#known = { examples: known.slice(0, mostExamples).map(({ id }) => id), count: known.length };
        return false;
      }
      void this.#tools.mappings.remember(rubric.id, table.columns, mapping);
      await this.#tools.take({ name: preview.read.name, table, mapping, ...made });
      return true;
    } finally {
      this.#busy = false;
    }
  }
}

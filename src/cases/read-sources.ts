import type { ReadingChoices, ReadingFailure, ReadingReport, RowJump, RowNote, SourceTable } from './table';
import type * as Intake from './intake';
import type { ReadCases } from './read/read-file';
import { errorMessage } from '../kit/error-message';
import { placeOfNote, RowPlaces, type ReadFile, type RowPlace } from './carry-over';

/** What people bring: files, or text that they pasted. */
export type Brought = readonly (File | string)[];

/** A note, with its place in its file; null for the header. */
export type FileNote = Exclude<RowNote, RowJump> & { place: RowPlace | null };

/** Files that were read, as one table. */
export interface ReadSources {
  name: string;
  brought: Brought;
  choices: ReadingChoices;
  table: SourceTable;
  report: ReadingReport;
  notes: readonly FileNote[];
  /** Where rows of the table stand in what was brought. */
  places: RowPlaces;
}

/** Why nothing could be made of what was brought, and what it takes to try again. */
export interface Refusal {
  name: string;
  failure: ReadingFailure;
  /** Null where there is nothing to try again with, e.g. a folder. */
  again: { brought: Brought; choices: ReadingChoices } | null;
}

export interface ReadingTools {
  loadIntake: () => Promise<typeof Intake>;
  loadReader: () => Promise<ReadCases>;
}

/** Reads all of them or refuses all of them. Rejects only when cancelled. */
export async function readSources(
  { loadIntake, loadReader }: ReadingTools,
  brought: Brought,
  choices: ReadingChoices,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<ReadSources | Refusal> {
  const name = nameOf(brought);
  const refusal = (failure: ReadingFailure, of = name): Refusal => ({
    name: of,
    failure,
    again: { brought, choices },
  });
  try {
    const [read, intake] = await Promise.all([loadReader(), loadIntake()]);
    const tables: SourceTable[] = [];
    const notes: FileNote[] = [];
    const files: ReadFile[] = [];
    let report: ReadingReport | undefined;
    for (const [index, source] of brought.entries()) {
      const result = await read(source, choices, {
        signal,
        onProgress: (share) => {
          onProgress((index + share) / brought.length);
        },
      });
      signal.throwIfAborted();
      if ('code' in result) return refusal(result, nameOf([source]));
      const file = {
        name: brought.length > 1 ? nameOf([source]) : undefined,
        report: result.report,
        rows: result.table.rows.length,
        jumps: result.notes.filter((note) => note.kind === 'jump'),
      };
      files.push(file);
      for (const note of result.notes)
        if (note.kind !== 'jump') notes.push({ ...note, place: placeOfNote(file, note) });
      tables.push(result.table);
      report ??= result.report;
    }
    if (!report) throw new Error('Expected something to read, got nothing.');
    const table = intake.asItWas(intake.joinTables(tables));
    return { name, brought, choices, table, report, notes, places: new RowPlaces(files) };
  } catch (error) {
    if (signal.aborted) throw error;
    // The reader says by a value what is wrong with a file; what it throws is not the file's fault.
    const message = errorMessage(error);
    return refusal({ code: 'unavailable', message });
  }
}

/** How people know it; empty for pasted text. */
export function nameOf(brought: Brought): string {
  return brought.map((one) => (typeof one === 'string' ? '' : one.name)).join(', ');
}

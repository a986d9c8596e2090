import type { ReadingChoices, ReadingFailure, ReadingReport, ReadTable, RowNote, SourceTable } from './table';
import type * as Intake from './intake';
import type { ReadCases } from './read/read-file';
import { errorMessage } from '../kit/error-message';

export type ImportInput = readonly (File | string)[];

/** Where a row stands for people who open the file: a row of a spreadsheet, a line of JSON lines, an item of a JSON list. */
export interface RowPlace {
  kind: 'row' | 'line' | 'item';
  number: number;
  file?: string;
}

export type FileNote = RowNote & { place: RowPlace | null };

export interface ReadSources {
  name: string;
  brought: ImportInput;
  choices: ReadingChoices;
  table: SourceTable;
  report: ReadingReport;
  notes: readonly FileNote[];
  /** Where a row of the table stands in what was brought. Counts from 0. */
  placeOf: (row: number) => RowPlace;
}

/** Why nothing could be made of what was brought, and what it takes to try again. */
export interface Refusal {
  name: string;
  failure: ReadingFailure;
  /** Null where there is nothing to try again with, e.g. a folder. */
  again: { brought: ImportInput; choices: ReadingChoices } | null;
}

export interface ReadingTools {
  loadIntake: () => Promise<typeof Intake>;
  loadReader: () => Promise<ReadCases>;
}

/** Reads all of them or refuses all of them. Rejects only when cancelled. */
export async function readSources(
  { loadIntake, loadReader }: ReadingTools,
  brought: ImportInput,
  choices: ReadingChoices,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<ReadSources | Refusal> {
  const name = sourceNames(brought);
  const again = { brought, choices };
  try {
    const [readOne, intake] = await Promise.all([loadReader(), loadIntake()]);
    const files: (ReadTable & { name: string })[] = [];
    for (const [index, source] of brought.entries()) {
      const read = await readOne(source, choices, {
        signal,
        onProgress: (share) => {
          onProgress((index + share) / brought.length);
        },
      });
      signal.throwIfAborted();
      if ('code' in read) return { name: sourceNames([source]), failure: read, again };
      files.push({ ...read, name: sourceNames([source]) });
    }
    const [first] = files;
    if (!first) throw new Error('Expected something to read, got nothing.');
    const placeIn = ({ name: file, report }: (typeof files)[number], number: number): RowPlace => ({
      kind: placeKinds[report.kind],
      number,
      ...(files.length > 1 && { file }),
    });
    return {
      name,
      brought,
      choices,
      table: intake.restoreExport(intake.joinTables(files.map(({ table }) => table)), first.report.sheet),
      report: first.report,
      notes: files.flatMap((file) =>
        file.notes.map((note) => ({ ...note, place: note.at === null ? null : placeIn(file, note.at) })),
      ),
      placeOf: (row) => {
        let rest = row;
        const file = files.find(({ numbers }) => rest < numbers.length || (rest -= numbers.length) < 0);
        return placeIn(file ?? first, file?.numbers[rest] ?? row + 1);
      },
    };
  } catch (error) {
    if (signal.aborted) throw error;
    // A file that cannot be read gives a failure; what is thrown is not the file's fault.
    return { name, failure: { code: 'unavailable', detail: errorMessage(error) }, again };
  }
}

const placeKinds = { csv: 'row', xlsx: 'row', json: 'item', jsonl: 'line' } as const;

export function sourceNames(brought: ImportInput): string {
  return brought.map((one) => (typeof one === 'string' ? '' : one.name)).join(', ');
}

import { isReadingFailure } from '../../../src/core/cases/reading-failure';
import { collect, openBytes, readText } from '../../../src/core/cases/read-table';
import type { Mapping } from '../../../src/core/model/table';
import * as intake from '../../../src/pipeline/intake';
import { CaseImport } from '../../../src/state/case-import.svelte';
import type { PreviewedFile } from '../../../src/state/previewed-file.svelte';
import type { Workbench } from '../../../src/state/workbench.svelte';
import { findMapping, withMapping, type MappingStore } from '../../../src/storage/mappings';
import type { ReadCases } from '../../../src/workers/read-file-client';
import { Browser } from '../sheet/tabs';

/** Reads as the worker does, without one. */
const readHere: ReadCases = async (source, choices) => {
  if (typeof source === 'string') return readText({ text: source, encoding: null }, choices);
  const open = openBytes(new Uint8Array(await source.arrayBuffer()), source.name, choices);
  if (open === 'xlsx') throw new Error('Expected text, got a workbook.');
  return isReadingFailure(open) ? open : collect(open);
};

function mappingsInMemory(): MappingStore {
  let stored: unknown;
  return {
    recall: (rubric, columns) => Promise.resolve(findMapping(stored, rubric, columns)),
    remember: (rubric, columns, mapping: Mapping) => {
      stored = withMapping(stored, rubric, columns, mapping);
      return Promise.resolve(true);
    },
    forget: () => {
      stored = undefined;
      return Promise.resolve();
    },
  };
}

export interface ImportDesk {
  caseImport: CaseImport;
  workbench: Workbench;
  /** Of the file that is being prepared; throws where there is none. */
  preview: () => PreviewedFile;
}

/** An import onto a real workbench, with these parts of it changed. */
export function importWith(
  changes: { read?: ReadCases; loadReader?: () => Promise<ReadCases> } = {},
): ImportDesk {
  const workbench = new Browser().tab();
  const caseImport = new CaseImport({
    loadIntake: () => Promise.resolve(intake),
    loadReader: changes.loadReader ?? (() => Promise.resolve(changes.read ?? readHere)),
    mappings: mappingsInMemory(),
    rubric: () => workbench.shelf.find(workbench.rubricId)?.rubric,
    loadRubric: () => workbench.loadRubric(),
    taken: () => new Set(workbench.cases.map(({ id }) => id)),
    take: (taken) => workbench.takeCases(taken),
  });
  const preview = () => {
    const { state } = caseImport;
    if (state.kind !== 'preview') throw new Error(`Expected a preview, got ${state.kind}.`);
    return state.preview;
  };
  return { caseImport, workbench, preview };
}

export function csvFile(text: string | Uint8Array<ArrayBuffer>, name = 'cases.csv'): File {
  return new File([text], name);
}

export { readHere };

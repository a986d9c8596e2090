import type { Mapping } from '../../../src/cases/table';
import * as intake from '../../../src/cases/intake';
import { CaseImport } from '../../../src/cases/case-import.svelte';
import type { PreviewedFile } from '../../../src/cases/previewed-file.svelte';
import type { Workbench } from '../../../src/sheet/workbench.svelte';
import { findMapping, withMapping, type MappingStore } from '../../../src/cases/mapping/mappings';
import { readFile, type ReadCases } from '../../../src/cases/read/read-file';
import { Browser, type rubricSource } from './tabs';

/** Reads as the worker does, without one. */
const readHere: ReadCases = (source, choices) => readFile(source, choices);

function mappingsInMemory(): MappingStore {
  let stored: unknown;
  return {
    recall: (rubric, columns) => Promise.resolve(findMapping(stored, rubric, columns)),
    remember: (rubric, columns, mapping: Mapping) => {
      stored = withMapping(stored, rubric, columns, mapping);
      return Promise.resolve();
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
  changes: {
    read?: ReadCases;
    loadReader?: () => Promise<ReadCases>;
    rubric?: Parameters<typeof rubricSource>[1];
  } = {},
): ImportDesk {
  const workbench = new Browser().tab({ rubric: changes.rubric ?? {} });
  const caseImport = new CaseImport({
    loadIntake: () => Promise.resolve(intake),
    loadReader: changes.loadReader ?? (() => Promise.resolve(changes.read ?? readHere)),
    mappings: mappingsInMemory(),
    rubric: () => workbench.library.find(workbench.sheet.rubricId)?.rubric,
    loadRubric: () => workbench.sheet.currentRubric(),
    loadRubrics: () => Promise.resolve([]),
    chooseRubric: (id) => workbench.chooseRubric(id),
    samples: () => Promise.resolve([]),
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

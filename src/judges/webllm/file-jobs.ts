import type { DeviceProblem, LoadStep } from '../../core/model/device';
import type { FileCaches } from './file-caches';
import { addressSource } from './file-source';
import { importFolder } from './import-folder';
import { verifyModel } from './kept-models';
import type { ModelConfig } from './model-files';
import { foldersOf, libAddressOf, nameOfId, type ListedFiles } from './model-record';
import { takeFiles, type TakenModel } from './take-files';

/** Work on the files of a model, which would hold the page up: every byte is hashed. */
export type FileJob =
  | { kind: 'fetch'; listed: ListedFiles; mirror: { models: string | null; libs: string | null } }
  | { kind: 'import'; files: File[] }
  /** Nothing may be asked for: what is kept has to be enough. */
  | { kind: 'look'; id: string }
  | { kind: 'verify'; id: string };

/** A model whose files are all here. */
export interface ModelHere {
  id: string;
  name: string;
  bytes: number;
  /** Null where its list does not say how many weights there are. */
  parameters: number | null;
  config: ModelConfig;
}

export type FileOutcome = { problem: DeviceProblem } | { here: ModelHere } | { verified: true };
export type FileNews = { kind: 'step'; step: LoadStep } | { kind: 'done'; outcome: FileOutcome };

interface JobTools {
  fetch: typeof fetch;
  caches: FileCaches;
  now: () => number;
}

/** The worker ends with its job, and a job that is called off ends with its worker: nothing is kept by halves. */
const never = new AbortController().signal;

export async function doFileJob(
  job: FileJob,
  tools: JobTools,
  onStep: (step: LoadStep) => void,
): Promise<FileOutcome> {
  const hooks = { onStep, signal: never };
  switch (job.kind) {
    case 'fetch': {
      const { listed, mirror } = job;
      const places = {
        folders: foldersOf(listed, mirror.models),
        lib: libAddressOf(listed, mirror.libs),
      };
      const source = addressSource(places, tools.fetch);
      return outcomeOf(listed.id, await takeFiles(listed.id, source, tools, hooks, listed.integrity));
    }
    case 'import': {
      const taken = await importFolder(job.files, tools, hooks);
      return 'fault' in taken ? { problem: taken } : outcomeOf(taken.id, taken);
    }
    case 'look': {
      const nothing = {
        read: (name: string) => Promise.resolve({ fault: 'damaged' as const, said: name }),
      };
      return outcomeOf(job.id, await takeFiles(job.id, nothing, tools, hooks));
    }
    case 'verify': {
      const problem = await verifyModel(tools.caches, job.id, hooks);
      return problem ? { problem } : { verified: true };
    }
  }
}

function outcomeOf(id: string, taken: TakenModel | DeviceProblem): FileOutcome {
  return 'fault' in taken
    ? { problem: taken }
    : {
        here: {
          id,
          name: nameOfId(id),
          bytes: taken.bytes,
          parameters: taken.parameters,
          config: taken.config,
        },
      };
}

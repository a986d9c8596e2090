import type { DeviceProblem, LoadStep } from '../device';
import type { LoadHooks } from '../device-runtime';
import { callWorker, WorkerFailure, type CalledWorker } from '../../../privacy/worker-call';
import type { ListedFiles, Mirror, MlcModel } from './mlc-model';

/** Work on the files of a model. It is done in a worker, since every byte is hashed. */
export type FileJob =
  | { kind: 'fetch-gguf'; address: string }
  | { kind: 'fetch-mlc'; listed: ListedFiles; mirror: Mirror }
  | { kind: 'import-folder'; files: File[] }
  /** Nothing is fetched: what is kept has to be enough. */
  | { kind: 'open-kept'; id: string }
  | { kind: 'verify'; id: string };

export type FileOutcome =
  | { kind: 'problem'; problem: DeviceProblem }
  | { kind: 'gguf'; files: File[] }
  | { kind: 'mlc'; model: MlcModel }
  | { kind: 'verified' };

export type FilesWorker = CalledWorker<FileJob, LoadStep, FileOutcome>;

export interface FileJobTools {
  startFilesWorker: () => FilesWorker;
  clock: { sleep(milliseconds: number, signal: AbortSignal): Promise<void> };
}

/** So that what has come is on the disk before the worker ends. */
const graceMilliseconds = 10_000;

/** Rejects with the signal's reason when cancelled. */
export async function runFileJob(
  job: FileJob,
  { startFilesWorker, clock }: FileJobTools,
  { onStep, signal }: LoadHooks,
): Promise<FileOutcome> {
  try {
    return await callWorker(startFilesWorker, job, {
      signal,
      onProgress: onStep,
      grace: {
        milliseconds: graceMilliseconds,
        sleep: (milliseconds, heard) => clock.sleep(milliseconds, heard),
      },
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof WorkerFailure)) throw error;
    return { kind: 'problem', problem: { fault: 'runtime-missing', said: error.message } };
  }
}

import { callWorker, WorkerFailure, type CalledWorker } from '../../../privacy/worker-call';
import type { DeviceProblem, KeptModel, LoadHooks, LoadStep } from '../device';
import type { Clock } from '../engine';
import { ggufFileName } from './gguf-model';
import type { ListedFiles, Mirror, MlcModel } from './mlc-model';
import type { ManifestFile, ModelStorage } from './model-storage';

export type FileJob =
  | { kind: 'fetch-gguf'; address: string }
  | { kind: 'fetch-mlc'; listed: ListedFiles; mirror: Mirror }
  /** Nothing is fetched: what is kept has to be enough. */
  | { kind: 'open-mlc'; id: string };

export type FileOutcome = { problem: DeviceProblem } | { files: File[] } | { model: MlcModel };

interface ModelFilesTools {
  storage: ModelStorage;
  startWorker: () => CalledWorker<FileJob, LoadStep, FileOutcome>;
  clock: Clock;
}

/** So that what has come is on the disk before the worker ends. */
const graceMilliseconds = 10_000;

/** The files of models that this browser keeps, whichever runtime reads them. Whatever is cancelled rejects with the signal's reason. */
export class ModelFiles {
  readonly #tools: ModelFilesTools;

  constructor(tools: ModelFilesTools) {
    this.#tools = tools;
  }

  async takeGguf(address: string, hooks: LoadHooks): Promise<File[] | DeviceProblem> {
    const outcome = await this.#run({ kind: 'fetch-gguf', address }, hooks);
    if ('problem' in outcome) return outcome.problem;
    if ('files' in outcome) return outcome.files;
    throw new Error('Expected the files of a GGUF model.');
  }
  async takeMlc(
    job: Extract<FileJob, { kind: `${string}-mlc` }>,
    hooks: LoadHooks,
  ): Promise<MlcModel | DeviceProblem> {
    const outcome = await this.#run(job, hooks);
    if ('problem' in outcome) return outcome.problem;
    if ('model' in outcome) return outcome.model;
    throw new Error('Expected a model for WebLLM.');
  }
  remove(id: string): Promise<void> {
    return this.#tools.storage.remove(id);
  }

  async list(): Promise<KeptModel[]> {
    const { storage } = this.#tools;
    const models = (await storage.list()).map(async ({ id, runtime, complete, files }) => {
      let bytes = 0;
      for (const file of files)
        bytes +=
          file.checksum === null ? ((await storage.file(id, file.name))?.size ?? 0) : (file.bytes ?? 0);
      return {
        runtime,
        id,
        name: runtime === 'webllm' ? id : ggufFileName(id),
        bytes,
        whole: complete && files.every(({ checksum }) => checksum !== null),
        proof: proofOf(files),
      };
    });
    return (await Promise.all(models)).sort(
      (a, b) => b.runtime.localeCompare(a.runtime) || a.name.localeCompare(b.name),
    );
  }

  async #run(job: FileJob, { onStep, signal }: LoadHooks): Promise<FileOutcome> {
    const { startWorker, clock } = this.#tools;
    try {
      return await callWorker(startWorker, job, {
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
      return { problem: { fault: 'runtime-missing', said: error.message } };
    }
  }
}

/** Publishers give hashes of weights only. */
function proofOf(files: readonly ManifestFile[]): NonNullable<KeptModel['proof']> {
  const weights = files.filter(({ name }) => !/\.(json|model|wasm)$/.test(name));
  if (weights.some(({ hash }) => hash === null)) return 'first-download';
  return weights.length === files.length ? 'publisher' : 'weights';
}

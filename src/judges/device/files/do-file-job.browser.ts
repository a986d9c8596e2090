import type { DeviceProblem } from '../device';
import type { LoadHooks } from '../device-runtime';
import { DownloadFailure, dropDamaged, orProblem, type DownloadTools } from './download.browser';
import type { FileJob, FileOutcome } from './file-job';
import { isFolderModel } from './mlc-model';
import { ggufFiles, takeGguf } from './take-gguf.browser';
import { addressSource, importFolder, keptOnly, takeMlc } from './take-mlc.browser';

/** Does a job in the worker. Rejects with the signal's reason when cancelled. */
export async function doFileJob(job: FileJob, tools: DownloadTools, hooks: LoadHooks): Promise<FileOutcome> {
  const outcome = await orProblem(() => work(job, tools, hooks), hooks.signal);
  return 'fault' in outcome ? { kind: 'problem', problem: outcome } : outcome;
}

async function work(
  job: FileJob,
  tools: DownloadTools,
  hooks: LoadHooks,
): Promise<FileOutcome | DeviceProblem> {
  switch (job.kind) {
    case 'fetch-gguf':
      return { kind: 'gguf', files: await takeGguf(job.address, tools, hooks) };
    case 'fetch-mlc': {
      const source = addressSource(job.listed, job.mirror, tools.fetch);
      return { kind: 'mlc', model: await takeMlc(job.listed.id, source, tools, hooks) };
    }
    case 'import-folder':
      return { kind: 'mlc', model: await importFolder(job.files, tools, hooks) };
    case 'open-kept':
      return openKept(job.id, tools, hooks);
    case 'verify':
      return verify(job.id, tools, hooks);
  }
}

async function openKept(id: string, tools: DownloadTools, hooks: LoadHooks): Promise<FileOutcome> {
  const manifest = await tools.storage.load(id);
  if (manifest?.runtime !== 'llama.cpp')
    return { kind: 'mlc', model: await takeMlc(id, keptOnly, tools, hooks) };
  await dropDamaged(manifest, tools.storage, hooks);
  const gone = manifest.files.filter(({ checksum }) => checksum === null).map(({ name }) => name);
  if (gone.length > 0) throw new DownloadFailure({ fault: 'damaged', said: gone.join(', ') });
  return { kind: 'gguf', files: await ggufFiles(manifest, tools.storage) };
}

async function verify(
  id: string,
  { storage }: DownloadTools,
  hooks: LoadHooks,
): Promise<FileOutcome | DeviceProblem> {
  const manifest = await storage.load(id);
  const damaged = manifest ? await dropDamaged(manifest, storage, hooks) : [];
  if (damaged.length === 0) return { kind: 'verified' };
  // What came from a folder can be fetched from nowhere.
  return { fault: isFolderModel(id) ? 'damaged' : 'corrupt', said: damaged.join(', ') };
}

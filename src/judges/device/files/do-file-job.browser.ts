import { errorMessage } from '../../../kit/error-message';
import type { LoadHooks } from '../device';
import { DownloadFailure, dropDamaged, isStorageFull, type DownloadTools } from './download.browser';
import { isFolderModel } from './mlc-model';
import type { FileJob, FileOutcome } from './model-files';
import { takeGguf } from './take-gguf.browser';
import { addressSource, importFolder, storedOnlySource, takeMlc } from './take-mlc.browser';

export async function doFileJob(job: FileJob, tools: DownloadTools, hooks: LoadHooks): Promise<FileOutcome> {
  try {
    return await work(job, tools, hooks);
  } catch (error) {
    hooks.signal.throwIfAborted();
    if (error instanceof DownloadFailure) return { problem: error.problem };
    return { problem: { fault: isStorageFull(error) ? 'storage' : 'download', said: errorMessage(error) } };
  }
}

async function work(job: FileJob, tools: DownloadTools, hooks: LoadHooks): Promise<FileOutcome> {
  switch (job.kind) {
    case 'fetch-gguf':
      return { files: await takeGguf(job.address, tools, hooks) };
    case 'fetch-mlc': {
      const source = addressSource(job.listed, job.mirror, tools.fetch);
      return { model: await takeMlc(job.listed.id, source, tools, hooks) };
    }
    case 'import-mlc':
      return { model: await importFolder(job.files, tools, hooks) };
    case 'open-mlc':
      return { model: await takeMlc(job.id, storedOnlySource, tools, hooks) };
    case 'verify': {
      const manifest = await tools.storage.load(job.id);
      if (!manifest) throw new DownloadFailure({ fault: 'damaged', said: job.id });
      const damaged = await dropDamaged(manifest, tools.storage, hooks);
      if (damaged.length === 0) return { verified: true };
      // What came from a folder can be fetched from nowhere.
      const fault = isFolderModel(job.id) ? 'damaged' : 'corrupt';
      return { problem: { fault, said: damaged.join(', ') } };
    }
  }
}

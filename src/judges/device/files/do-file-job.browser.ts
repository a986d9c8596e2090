import { errorMessage } from '../../../kit/error-message';
import type { LoadHooks } from '../device';
import { DownloadFailure, isStorageFull, type DownloadTools } from './download.browser';
import type { FileJob, FileOutcome } from './model-files';
import { takeGguf } from './take-gguf.browser';
import { addressSource, storedOnlySource, takeMlc } from './take-mlc.browser';

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
    case 'open-mlc':
      return { model: await takeMlc(job.id, storedOnlySource, tools, hooks) };
  }
}

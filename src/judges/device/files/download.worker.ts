import { serveCall } from '../../../privacy/worker-call';
import type { LoadStep } from '../device';
import { doFileJob } from './do-file-job.browser';
import type { FileJob, FileOutcome } from './model-files';
import { modelStorage } from './storage.browser';

const tools = {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  storage: modelStorage,
  now: () => performance.now(),
};

serveCall<FileJob, LoadStep, FileOutcome>(self, (job, { signal, progress }) =>
  doFileJob(job, tools, { onStep: progress, signal }),
);

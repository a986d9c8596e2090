import { doFileJob, type FileJob, type FileNews } from './file-jobs';

const tell = (news: FileNews) => postMessage(news);

addEventListener('message', ({ data }: MessageEvent<FileJob>) => {
  const tools = {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
    caches,
    now: () => performance.now(),
  };
  void doFileJob(data, tools, (step) => tell({ kind: 'step', step })).then((outcome) =>
    tell({ kind: 'done', outcome }),
  );
});

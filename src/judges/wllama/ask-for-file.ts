import type { DeviceProblem } from '../../core/model/device';
import { mostBytes } from './check-files';
import type { ModelNote } from './model-store';
import { fileNameOf } from './split-model';

const asStranger = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

export interface FileAnswer {
  response: Response;
  /** The byte that it begins with. */
  from: number;
  note: ModelNote;
}

/** Asks for the rest of what was begun, and for all of it where the server has another version now or gives no parts. */
export async function askForFile(
  address: string,
  begun: number,
  before: ModelNote | null,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<FileAnswer | DeviceProblem> {
  const headers: Record<string, string> = begun > 0 ? { Range: `bytes=${begun}-` } : {};
  const response = await fetcher(address, { headers, signal, ...asStranger });
  const tag = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
  if (response.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
    // Servers of other origins need not show the range.
    const [from, total] = range ? [Number(range[1]), Number(range[2])] : [begun, before?.total];
    // Without a mark nobody can tell whether it is still the same file.
    if (before && tag !== null && from === begun && before.total === total && before.tag === tag)
      return { response, from: begun, note: { ...before, whole: false } };
  }
  if (response.status === 206 || response.status === 416) {
    await response.body?.cancel();
    return askForFile(address, 0, null, fetcher, signal);
  }
  if (!response.ok) return { fault: 'download', said: `HTTP ${response.status}` };
  const total = lengthOf(response);
  if (total !== null && total >= mostBytes) {
    await response.body?.cancel();
    return { fault: 'too-large', said: fileNameOf(address) };
  }
  return { response, from: 0, note: { address, total, tag, whole: false, sha256: null, seal: null } };
}

/** How long a file is, without fetching it. Null where its server does not say. */
export async function askForLength(
  address: string,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const response = await fetcher(address, { method: 'HEAD', signal, ...asStranger });
    return response.ok ? lengthOf(response) : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** A length of packed bytes says nothing of the file's own. */
function lengthOf({ headers }: Response): number | null {
  const length = headers.get('Content-Length');
  return length === null || headers.has('Content-Encoding') ? null : Number(length);
}

import type { DeviceProblem } from '../../core/model/device';
import { firstPartOf } from '../../core/model/model-address';
import type { ModelSource } from '../device';
import { checkFiles } from './check-files';
import { dropDamaged } from './kept-files';
import type { ModelStore } from './model-store';
import { fileNameOf, partsOf } from './split-model';

/**
 * Whether the files of a model that was opened before may be used once more. What is kept is read and compared with its seal. Of the
 * person's own files the browser gives nothing any more once they were changed, so that asking for their two ends is enough.
 */
export async function checkAgain(
  source: ModelSource,
  files: readonly File[],
  store: ModelStore,
  signal: AbortSignal,
): Promise<DeviceProblem | null> {
  if (source.kind === 'address') return checkKept(source.address, store, signal);
  for (const file of files) {
    const isThere = await file
      .slice(-1)
      .arrayBuffer()
      .catch(() => null);
    if (!isThere) return { fault: 'not-gguf', said: file.name };
  }
  const checked = await checkFiles(files);
  return 'fault' in checked ? checked : null;
}

async function checkKept(
  address: string,
  store: ModelStore,
  signal: AbortSignal,
): Promise<DeviceProblem | null> {
  const parts = partsOf(firstPartOf(new URL(address.trim()).href));
  await dropDamaged(parts, store, { onStep: () => {}, signal }, true);
  const gone: string[] = [];
  for (const part of parts) if (!(await store.find(part))?.note.whole) gone.push(fileNameOf(part));
  return gone.length === 0 ? null : { fault: 'damaged', said: gone.join(', ') };
}

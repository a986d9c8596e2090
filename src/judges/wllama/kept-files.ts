import { Fingerprint, readInto } from '../in-tab/hash-file';
import { Seal } from '../in-tab/seal';
import type { LoadHooks } from '../device';
import type { ModelNote, ModelStore } from './model-store';
import { fileNameOf } from './split-model';

interface Kept {
  note: ModelNote;
  file: File;
}

/**
 * Reads those of these files that are said to be whole, and empties each that is no longer what it was. Gives the names of the
 * emptied. `quickly`: by their seals, where they have one, and otherwise by their hashes.
 */
export async function dropDamaged(
  addresses: readonly string[],
  store: ModelStore,
  { onStep, signal }: LoadHooks,
  quickly: boolean,
): Promise<string[]> {
  const found = await Promise.all(addresses.map((address) => store.find(address)));
  // What was broken off has no hash yet, and is checked once it is whole.
  const kept = found.filter((file) => file?.note.whole === true).filter((file) => file !== null);
  const total = kept.reduce((sum, { file }) => sum + file.size, 0);
  const damaged: string[] = [];
  let done = 0;
  for (const each of kept) {
    signal.throwIfAborted();
    const before = done;
    const onBytes = (count: number) => {
      done += count;
      onStep({ kind: 'verify', done, total });
    };
    if (await isRight(each, store, { onBytes, signal, quickly })) continue;
    done = before + each.file.size;
    damaged.push(fileNameOf(each.note.address));
    await empty(each.note, store);
  }
  return damaged;
}

/** Its bytes go. That it was fetched from there stays, so that it is still listed and can be fetched again. */
async function empty(note: ModelNote, store: ModelStore): Promise<void> {
  const writer = await store.write({ ...note, tag: null, whole: false, sha256: null, seal: null }, 0);
  await writer.close();
}

async function isRight(
  { note, file }: Kept,
  store: ModelStore,
  { quickly, ...reading }: { onBytes: (count: number) => void; signal: AbortSignal; quickly: boolean },
): Promise<boolean> {
  if (file.size !== note.total) return false;
  try {
    if (quickly && note.seal !== null) {
      const seal = new Seal();
      await readInto(file, seal, reading);
      return (await seal.text()) === note.seal;
    }
    const print = new Fingerprint();
    await readInto(file, print, reading);
    const { sha256, seal } = await print.end();
    if (note.sha256 !== null && note.sha256.hex !== sha256) return false;
    if (note.seal === null) await store.finish({ ...note, seal });
    return note.seal === null || note.seal === seal;
  } catch (error) {
    reading.signal.throwIfAborted();
    // A disk that does not give a file back.
    if (error instanceof DOMException && error.name === 'NotReadableError') return false;
    throw error;
  }
}

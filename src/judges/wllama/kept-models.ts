import type { DeviceProblem, KeptModel } from '../../core/model/device';
import { firstPartOf } from '../../core/model/model-address';
import type { LoadHooks } from '../device';
import { dropDamaged } from './kept-files';
import type { KeptFile, ModelStore } from './model-store';
import { fileNameOf, partsOf } from './split-model';

/** The models that were fetched from an address, the parts of a split one together. Their id is the address of the first part. */
export async function keptModels(store: ModelStore): Promise<KeptModel[]> {
  const files = new Map((await store.list()).map((file) => [file.address, file]));
  const models: KeptModel[] = [];
  for (const address of new Set([...files.keys()].map(firstPartOf))) {
    const parts = partsOf(address);
    const here = parts.flatMap((part) => files.get(part) ?? []);
    models.push({
      runtime: 'llama.cpp',
      id: address,
      name: fileNameOf(address),
      bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
      whole: here.length === parts.length && here.every(isWhole),
      proof: proofOf(here),
    });
  }
  return models;
}

export async function removeModel(id: string, store: ModelStore): Promise<void> {
  for (const part of partsOf(id)) await store.remove(part);
}

/** Compares size and hash of every file that is said to be whole. One that is not right is removed. */
export async function verifyModel(
  id: string,
  store: ModelStore,
  hooks: LoadHooks,
): Promise<DeviceProblem | null> {
  const damaged = await dropDamaged(partsOf(id), store, hooks, false);
  return damaged.length === 0 ? null : { fault: 'corrupt', said: damaged.join(', ') };
}

function isWhole({ whole, total, bytes }: KeptFile): boolean {
  return whole && total === bytes;
}

/** What holds for all of its files. */
function proofOf(files: readonly KeptFile[]): NonNullable<KeptModel['proof']> {
  const from = files.map(({ sha256 }) => sha256?.from);
  if (from.includes(undefined)) return 'size';
  return from.includes('first-download') ? 'first-download' : 'publisher';
}

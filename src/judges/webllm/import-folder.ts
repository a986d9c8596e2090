import type { DeviceProblem } from '../../core/model/device';
import { checkFolder, isSameFolder } from './check-folder';
import { folderSource } from './file-source';
import { keptIds, removeModel } from './kept-models';
import { configName } from './model-files';
import { folderId, isFolderId, nameOfId } from './model-record';
import { takeFiles, type TakeHooks, type TakeTools, type TakenModel } from './take-files';

/**
 * Takes a model from a folder of the person's. All of it is read and compared before anything is written, and another model from a
 * folder of the same name goes only once all of this one is here.
 */
export async function importFolder(
  files: readonly File[],
  tools: TakeTools,
  hooks: TakeHooks,
): Promise<(TakenModel & { id: string }) | DeviceProblem> {
  const found = folderSource(files);
  if (!found) return { fault: 'not-a-model-folder', said: configName };
  const checked = await checkFolder(found.source, hooks);
  if ('fault' in checked) return checked;
  const { caches } = tools;
  const kept = (await keptIds(caches)).filter((id) => isFolderId(id) && nameOfId(id) === found.name);
  let same: string | null = null;
  for (const id of kept) if (same === null && (await isSameFolder(caches, id, checked))) same = id;
  const id = same ?? freeId(found.name, kept);
  const taken = await takeFiles(id, { ...found.source, seals: checked.seals }, tools, hooks);
  if ('fault' in taken) {
    // What is half here would only take the room of what is whole.
    if (same === null) await removeModel(caches, id);
    return taken;
  }
  for (const other of kept) if (other !== id) await removeModel(caches, other);
  return { ...taken, id };
}

function freeId(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const id = folderId(name, number);
    if (!taken.includes(id)) return id;
  }
}

import type { KeptModel } from '../../../../../src/judges/device/device';
import { ModelFiles } from '../../../../../src/judges/device/files/model-files';
import type { Manifest, ModelStorage } from '../../../../../src/judges/device/files/model-storage';

export function memoryStorage(room = Infinity) {
  const manifests = new Map<string, Manifest>();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const key = (id: string, name: string) => `${id} ${name}`;
  let left = room;
  const storage: ModelStorage = {
    list: () => Promise.resolve(structuredClone([...manifests.values()])),
    load: (id) => Promise.resolve(structuredClone(manifests.get(id) ?? null)),
    save: (manifest) => {
      manifests.set(manifest.id, structuredClone(manifest));
      return Promise.resolve();
    },
    file: (id, name) => {
      const bytes = files.get(key(id, name));
      return Promise.resolve(bytes ? new File([bytes], name) : null);
    },
    write: (id, name, from) => {
      let bytes = files.get(key(id, name))?.slice(0, from) ?? new Uint8Array();
      return Promise.resolve({
        add: (piece) => {
          left -= piece.length;
          if (left < 0) throw new DOMException('Full.', 'QuotaExceededError');
          bytes = new Uint8Array([...bytes, ...piece]);
        },
        close: () => void files.set(key(id, name), bytes),
      });
    },
    remove: (id, name) => {
      for (const each of [...files.keys()])
        if (name === undefined ? each.startsWith(`${id} `) : each === key(id, name)) files.delete(each);
      if (name === undefined) manifests.delete(id);
      return Promise.resolve();
    },
  };
  /** Of one model, the names of the files that are there. */
  const names = (id: string) =>
    [...files.keys()].filter((each) => each.startsWith(`${id} `)).map((each) => each.slice(id.length + 1));
  /** Of those, the ones that are not only begun. */
  const wholeNames = (id: string) =>
    (manifests.get(id)?.files ?? []).filter(({ checksum }) => checksum !== null).map(({ name }) => name);
  return { storage, manifests, files, names, wholeNames };
}

/** Changes a kept file behind the page's back; its size too, where `to` is given. */
export function spoil({ files }: ReturnType<typeof memoryStorage>, name: string, to?: number): void {
  for (const [key, whole] of [...files].filter(([each]) => each.endsWith(` ${name}`))) {
    const bytes = whole.slice(0, to);
    if (bytes.length > 0) bytes[bytes.length - 1] = 7;
    files.set(key, bytes);
  }
}

/** The models as the page lists them. */
export function listOf({ storage }: ReturnType<typeof memoryStorage>): Promise<KeptModel[]> {
  const startWorker = () => {
    throw new Error('Expected no file to be fetched.');
  };
  return new ModelFiles({ storage, startWorker, clock: { sleep: () => Promise.resolve() } }).list();
}

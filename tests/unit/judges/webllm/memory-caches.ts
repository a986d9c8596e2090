import { sealsName, type FileCache, type FileCaches } from '../../../../src/judges/webllm/file-caches';

interface Entry {
  bytes: Uint8Array<ArrayBuffer>;
  headers: [string, string][];
}

/** Caches that live in memory. Like a browser's, they keep a response only once all of its body has come. */
export function memoryCaches(room = Infinity) {
  const entries = new Map<string, Entry>();
  let left = room;
  const cache: FileCache = {
    match: (address) => {
      const found = entries.get(address);
      return Promise.resolve(found && new Response(found.bytes, { headers: found.headers }));
    },
    put: async (address, response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length > left) throw new DOMException('Full.', 'QuotaExceededError');
      left -= bytes.length;
      entries.set(address, { bytes, headers: [...response.headers] });
    },
    delete: (address) => Promise.resolve(entries.delete(address)),
    keys: () => Promise.resolve([...entries.keys()].map((url) => ({ url }))),
  };
  const opened = new Map<string, FileCache>();
  const caches: FileCaches = {
    open: (name) => {
      // One map for all, since addresses differ; keys are listed once.
      const one =
        opened.size === 0 || opened.has(name) ? cache : { ...cache, keys: () => Promise.resolve([]) };
      opened.set(name, opened.get(name) ?? one);
      return Promise.resolve(opened.get(name) ?? cache);
    },
  };
  const names = () => [...entries.keys()].flatMap((address) => address.split('/').at(-1) ?? []);
  /** Those of the model itself. */
  return { caches, entries, names: () => names().filter((name) => name !== sealsName) };
}

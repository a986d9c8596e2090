/** A model as the list of WebLLM has it, and where its files stay in this browser. */

export interface ListedFiles {
  /** What the person and the list call it. */
  id: string;
  /** The folder of its files. */
  model: string;
  /** The library that was compiled for it. */
  lib: string;
  /** What each token of context takes, where the list says it. */
  bytesPerToken?: number;
  /** Hashes of the small files, where the list publishes them. */
  integrity?: { config?: string; model_lib?: string; tokenizer?: Record<string, string> };
}

/** No such host can exist: whatever is not kept here cannot be fetched by accident either. */
const host = 'https://models.assay.invalid';
/** Models that came from a folder of the person's, whatever the list calls its own. */
const folderMark = 'folder:';

/** Under which addresses WebLLM looks for the files of a model. All of them begin with the first. */
export function keptAddress(id: string): { files: string; lib: string } {
  const files = `${host}/${encodeURIComponent(id)}/resolve/main/`;
  return { files, lib: `${files}lib.wasm` };
}

/** Whose file this is; null where it is none of ours. */
export function idOfAddress(address: string): string | null {
  if (!address.startsWith(`${host}/`)) return null;
  return decodeURIComponent(address.slice(host.length + 1).split('/')[0] ?? '');
}

/** Models from folders of the same name are told apart by a number: no folder has a slash in its name. */
export function folderId(name: string, number = 1): string {
  return `${folderMark}${name}${number === 1 ? '' : `/${number}`}`;
}
export function isFolderId(id: string): boolean {
  return id.startsWith(folderMark);
}
export function nameOfId(id: string): string {
  return isFolderId(id) ? id.slice(folderMark.length).replace(/\/\d+$/, '') : id;
}

/** Where its files can be fetched, the likeliest first: as the publisher has them, or side by side in a folder of a mirror. */
export function foldersOf({ model }: ListedFiles, mirror: string | null): string[] {
  const published = slashed(model);
  const branch = /\/resolve\/[^/]+\/$/.test(published) ? published : `${published}resolve/main/`;
  if (mirror === null) return [branch];
  const name =
    published
      .replace(/resolve\/[^/]+\/$/, '')
      .split('/')
      .at(-2) ?? '';
  return [`${slashed(mirror)}${name}/`, `${slashed(mirror)}${name}/resolve/main/`];
}

export function libAddressOf({ lib }: ListedFiles, mirror: string | null): string {
  return mirror === null ? lib : `${slashed(mirror)}${lib.split('/').at(-1) ?? ''}`;
}

function slashed(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}

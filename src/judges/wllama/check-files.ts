import type { DeviceProblem } from '../../core/model/device';

export interface ModelFiles {
  name: string;
  bytes: number;
  files: File[];
}

/** One file may have no more; larger models come split. */
export const mostBytes = 2 ** 31;

const part = /-(\d{5})-of-(\d{5})\.gguf$/i;

/** Whether these files can be one model, as far as their beginnings and names tell. */
export async function checkFiles(files: readonly File[]): Promise<ModelFiles | DeviceProblem> {
  for (const file of files) {
    if ((await file.slice(0, 4).text()) !== 'GGUF') return { fault: 'not-gguf', said: file.name };
    if (file.size >= mostBytes) return { fault: 'too-large', said: file.name };
  }
  const [first] = files;
  if (!first) return { fault: 'not-gguf', said: '' };
  const places = files.map(({ name }) => part.exec(name));
  const total = Number(places[0]?.[2] ?? 1);
  const found = new Set(places.map((place) => Number(place?.[1] ?? 1)));
  if (files.length !== total || found.size !== total)
    return { fault: 'shards', said: `${files.length}/${total}` };
  return {
    name: first.name.replace(part, '').replace(/\.gguf$/i, ''),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    files: [...files],
  };
}

import type { DeviceProblem } from '../device';

/** One file may have no more; larger models come split. */
export const mostGgufBytes = 2 ** 31;

const anyPart = /-(\d{5})-of-(\d{5})\.gguf$/i;
const firstPart = /-00001-of-(\d{5})\.gguf$/i;

/** Whether these files can be one model, as far as their beginnings and names tell. */
export async function checkGgufFiles(
  files: readonly File[],
): Promise<{ name: string; bytes: number; files: File[] } | DeviceProblem> {
  for (const file of files) {
    if ((await file.slice(0, 4).text()) !== 'GGUF') return { fault: 'not-gguf', said: file.name };
    if (file.size >= mostGgufBytes) return { fault: 'too-large', said: file.name };
  }
  const [first] = files;
  if (!first) return { fault: 'not-gguf', said: '' };
  const numbers = files.map(({ name }) => anyPart.exec(name));
  const total = Number(numbers[0]?.[2] ?? 1);
  const found = new Set(numbers.map((number) => Number(number?.[1] ?? 1)));
  if (files.length !== total || found.size !== total)
    return { fault: 'shards', said: `${files.length}/${total}` };
  return {
    name: first.name.replace(anyPart, '').replace(/\.gguf$/i, ''),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    files: [...files],
  };
}

/** Billions of parameters by a name such as "Qwen3-4B-Q4_K_M"; null where it does not say. */
export function parametersInName(name: string): number | null {
  return Number(/(?:^|[-_])(\d+(?:\.\d+)?)b(?:[-_]|$)/i.exec(name)?.[1] ?? 0) || null;
}

/** The id of the model at an address: the address of its first part. Null where it is no address. */
export function ggufModelId(text: string): string | null {
  return URL.parse(text.trim())?.href.replace(/-\d{5}-of-(\d{5}\.gguf)/i, '-00001-of-$1') ?? null;
}

/** The addresses of all parts of a split model; any other address is all of its model. */
export function partAddresses(id: string): string[] {
  const total = firstPart.exec(new URL(id).pathname)?.[1];
  if (total === undefined || Number(total) === 0) return [id];
  return Array.from({ length: Number(total) }, (_, index) =>
    id.replace(`-00001-of-${total}`, `-${String(index + 1).padStart(5, '0')}-of-${total}`),
  );
}

export function ggufFileName(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? address;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A full address: https, or http on this machine. */
export function isModelAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  if (!url || url.username !== '') return false;
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && local);
}

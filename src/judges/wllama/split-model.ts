const first = /-00001-of-(\d{5})\.gguf$/i;

/** The addresses of all parts of a split model by that of its first; any other address is all of its model. */
export function partsOf(address: string): string[] {
  const total = first.exec(new URL(address).pathname)?.[1];
  if (total === undefined || Number(total) === 0) return [address];
  return Array.from({ length: Number(total) }, (_, index) =>
    address.replace(`-00001-of-${total}`, `-${String(index + 1).padStart(5, '0')}-of-${total}`),
  );
}

export function fileNameOf(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? address;
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone % sign.
    return name;
  }
}

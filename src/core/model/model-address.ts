/** The address of the first part of a split GGUF model by that of any; every other address is all of its model. */
export function firstPartOf(address: string): string {
  return address.replace(/-\d{5}-of-(\d{5}\.gguf)/i, '-00001-of-$1');
}

/** Under which address the model is kept that someone asks for by this one; null where it is none. */
export function keptAddressOf(text: string): string | null {
  const url = URL.parse(text.trim());
  return url && firstPartOf(url.href);
}

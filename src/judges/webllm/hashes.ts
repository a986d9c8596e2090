import { bytesToHex } from '@noble/hashes/utils.js';

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Whether bytes have a hash as pages write it: "sha256-" and base64. */
export async function hasIntegrity(bytes: Uint8Array<ArrayBuffer>, promised: string): Promise<boolean> {
  const [, size, hash] = /^sha(256|384|512)-([\w+/]+=*)$/.exec(promised) ?? [];
  if (size === undefined || hash === undefined) return false;
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${size}`, bytes));
  return btoa(String.fromCharCode(...digest)) === hash;
}

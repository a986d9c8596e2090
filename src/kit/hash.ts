import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const encoder = new TextEncoder();

/** SHA-256 of the text's UTF-8 bytes. Not Web Crypto: that is asynchronous, and absent on pages without HTTPS. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}

/**
 * Hashes texts that begin alike, as `sha256Hex` of the whole would, but goes through the beginning once. It must not end within
 * a character.
 */
export function sha256HexAfter(beginning: string): (rest: string) => string {
  const begun = sha256.create().update(encoder.encode(beginning));
  return (rest) => bytesToHex(begun.clone().update(encoder.encode(rest)).digest());
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const encoder = new TextEncoder();
/** Texts are written here to be hashed: most fit, and thousands are hashed in a run. */
const room = new Uint8Array(64 * 1024);
/** Most bytes that a UTF-16 code unit takes in UTF-8. */
const mostBytes = 3;

/** SHA-256 of the text's UTF-8 bytes. Not Web Crypto: that is asynchronous, and absent on pages without HTTPS. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(bytesOf(text)));
}

/** Hashes texts that begin alike, as `sha256Hex` of the whole would, but goes through the beginning once. It must not end within a character. */
export function sha256HexAfter(beginning: string): (rest: string) => string {
  const begun = sha256.create().update(bytesOf(beginning));
  return (rest) => bytesToHex(begun.clone().update(bytesOf(rest)).digest());
}

/** Good until the next text is written. */
function bytesOf(text: string): Uint8Array {
  if (text.length * mostBytes > room.length) return encoder.encode(text);
  return room.subarray(0, encoder.encodeInto(text, room).written);
}

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

/** Good until the next text is written. */
function bytesOf(text: string): Uint8Array {
  if (text.length * mostBytes > room.length) return encoder.encode(text);
  return room.subarray(0, encoder.encodeInto(text, room).written);
}

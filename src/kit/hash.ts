import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const encoder = new TextEncoder();

/** As a security policy names what it allows. */
export function sha256Base64(text: string): string {
  return btoa(String.fromCharCode(...sha256(encoder.encode(text))));
}

/** SHA-256 of the text's UTF-8 bytes. Not Web Crypto: that is asynchronous, and absent on pages without HTTPS. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}

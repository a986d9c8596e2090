import { z } from './zod';

/** What can be wrong between the page and a judge that is reached over the network. */
export const connectionFaultSchema = z.enum([
  /** Nothing answers at the address. */
  'unreachable',
  /** A server answers, but does not let this page read what it says. */
  'cors',
  /** No answer could be read, and the browser does not tell why. */
  'no-answer',
  'key',
  'credit',
  'model',
  /** The server is there and knows no such path. */
  'address',
  'busy',
  'server',
  /** Something other than the expected format: a web page, half a reply. */
  'format',
  /** The server does not take the question as it was put. */
  'request',
  'too-long',
]);
export type ConnectionFault = z.infer<typeof connectionFaultSchema>;

/** What a test of the connection found. `said` is in the server's own words, and may be empty. */
export type ConnectionReport =
  { ok: true; model: string } | { ok: false; fault: ConnectionFault; said: string };

/** What is wrong with an address that a person typed. */
export type AddressFault = 'empty' | 'malformed' | 'insecure' | 'secret';

/** The address of a server, read. `plain` is without encryption, which is for this machine only. */
export type ServerAddress =
  | { ok: true; url: string; origin: string; host: string; plain: boolean }
  | { ok: false; fault: AddressFault };

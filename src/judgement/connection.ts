import { z } from '../kit/zod';

export const connectionFaultSchema = z.enum([
  'unreachable',
  /** A server answers, but does not let this page read what it says. */
  'cors',
  /** The same of an Ollama server, which has a setting for it. */
  'ollama-origins',
  /** The browser does not let the page reach servers on this machine until the person allows it. */
  'local-network',
  /** No answer could be read, and the browser does not tell why. */
  'no-answer',
  /** The connection stands, and nothing came of it in the time that a test or a list gets. */
  'silent',
  'broken-off',
  /** Endless, or more than any reply needs: reading stopped. */
  'reply-too-long',
  /** To another address, where the key must not go. */
  'redirect',
  'key',
  /** It is not answered from here, whatever the key: its country, its network, a firewall. */
  'refused',
  'credit',
  'model',
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

/** How a reply's shape is asked for, strongest first. The two weaker ones carry the schema as text. */
export const structuredSchema = z.enum(['schema', 'json', 'prompt']);
export type Structured = z.infer<typeof structuredSchema>;

/** What a test of the connection found. `said` is in the server's own words, and may be empty. */
export type ConnectionReport =
  | {
      ok: true;
      model: string;
      structured?: Structured;
      /** Of an Ollama, which cuts what does not fit: how much does; null where it does not say. */
      ollama?: { context: number | null };
    }
  | { ok: false; fault: ConnectionFault; said: string };

export interface ListedPrice {
  currency: 'USD';
  prompt: number;
  reply: number;
  cached?: number;
  written?: number;
}

export interface ListedModel {
  id: string;
  name?: string;
  context?: number;
  /** Only where the provider itself publishes one. */
  price?: ListedPrice;
}

export type ModelList =
  { ok: true; models: ListedModel[] } | { ok: false; fault: ConnectionFault; said: string };

export type AddressFault = 'empty' | 'malformed' | 'insecure' | 'secret';

export type ServerAddress =
  | { ok: true; url: string; origin: string; host: string; plain: boolean }
  | { ok: false; fault: AddressFault };

/** A browser opens no more connections than this to a server over HTTP/1.1, and each question takes one. */
export const mostConnections = 6;

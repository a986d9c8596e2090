import { BlobBuilder } from '../../kit/blob-builder';

export type BatchEngine = 'openai' | 'anthropic';

/**
 * OpenAI takes 50,000 requests and at least 100 MB a file, as vLLM does; Anthropic 100,000 or 256 MB in one call. Sizes are a little
 * below that: engines count megabytes in two ways.
 */
export const batchForms = {
  openai: {
    extension: 'jsonl',
    mime: 'application/jsonl',
    open: '',
    between: '\n',
    close: '\n',
    mostRequests: 50_000,
    mostBytes: 95_000_000,
  },
  anthropic: {
    extension: 'json',
    mime: 'application/json',
    open: '{"requests":[\n',
    between: ',\n',
    close: '\n]}\n',
    mostRequests: 100_000,
    mostBytes: 240_000_000,
  },
};
type BatchForm = (typeof batchForms)[BatchEngine];

export function requestText(engine: BatchEngine, id: string, body: unknown): string {
  return engine === 'openai'
    ? JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body })
    : JSON.stringify({ custom_id: id, params: body });
}

export interface BatchFile {
  name: string;
  blob: Blob;
  requests: number;
}

export class BatchFileSet {
  readonly #form: BatchForm;
  readonly #full: Omit<BatchFile, 'name'>[] = [];
  #open: { blob: BlobBuilder; requests: number; bytes: number } | null = null;

  constructor(form: BatchForm) {
    this.#form = form;
  }

  /** False for a request that is too large for any file. */
  add(text: string): boolean {
    const { open, between, close, mostRequests, mostBytes } = this.#form;
    const bytes = byteLength(text);
    const alone = open.length + bytes + close.length;
    if (alone > mostBytes) return false;
    const grown = this.#open && this.#open.bytes + between.length + bytes;
    // Each file is closed as soon as it is full: all of them at the end would block the page.
    if (this.#open?.requests === mostRequests || (grown ?? 0) > mostBytes) this.#close();
    if (this.#open && grown !== null) this.#open.bytes = grown;
    const file = (this.#open ??= { blob: new BlobBuilder(), requests: 0, bytes: alone });
    file.blob.add((file.requests === 0 ? open : between) + text);
    file.requests += 1;
    return true;
  }

  finish(name: string): BatchFile[] {
    this.#close();
    const count = this.#full.length;
    return this.#full.map((file, index) => {
      const part = count === 1 ? '' : `-${index + 1}-of-${count}`;
      return { name: `${name}${part}.${this.#form.extension}`, ...file };
    });
  }

  #close(): void {
    if (!this.#open) return;
    const { blob, requests } = this.#open;
    blob.add(this.#form.close);
    this.#full.push({ blob: blob.finish(this.#form.mime), requests });
    this.#open = null;
  }
}

const encoder = new TextEncoder();
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Quotes a text as one word of a command. A model name from a foreign sheet file could hold a command. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

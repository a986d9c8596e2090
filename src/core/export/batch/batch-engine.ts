export type BatchEngine = 'openai' | 'anthropic';

/** How a file for an engine is written, and how much one may hold. */
export interface BatchForm {
  extension: string;
  mime: string;
  open: string;
  between: string;
  close: string;
  mostRequests: number;
  /** A little below the engine's own limit, which counts megabytes in one of two ways. */
  mostBytes: number;
}

/**
 * OpenAI takes 50,000 requests a file, and at least 100 MB; a vLLM cluster's `run-batch` reads the same file. Anthropic takes
 * 100,000 requests or 256 MB, as the body of one call.
 */
export const batchForms: Record<BatchEngine, BatchForm> = {
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

/** One request as the engine's file has it, on one line. */
export function requestText(engine: BatchEngine, id: string, body: unknown): string {
  return engine === 'openai'
    ? JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body })
    : JSON.stringify({ custom_id: id, params: body });
}

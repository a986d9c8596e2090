import type { ConnectionFault, ListedModel, Structured } from '../../../judgement/connection';
import {
  type JudgeFailure,
  type JudgeRequest,
  type FailedSendUsage,
  usageSchema,
  type RawReply,
  type Usage,
} from '../../../judgement/judge';
import type { Prompt } from '../../../judgement/prompt/build-prompt';
import type { Json } from '../../../kit/json';
import { z } from '../../../kit/zod';
import type { ProviderId } from '../providers';

export interface WireRequest extends Pick<JudgeRequest, 'shape' | 'previous' | 'seed'> {
  prompt: Pick<Prompt, 'shared' | 'own'>;
  model: string;
  structured: Structured;
  /** Left out unless the person set one: some models refuse it. */
  temperature?: number;
  stream?: boolean;
  /** Whether the shape names the length of lists whose length is fixed. */
  lengths?: boolean;
  /** Whether a stream's tokens are to be counted, where that must be asked for. */
  countStream?: boolean;
}
export type RequestOptions = Pick<WireRequest, 'model' | 'structured' | 'seed' | 'temperature'>;

/** Patterns look through it: in a text without end they would take as long. */
export const errorText = z.string().transform((text) => text.slice(0, 4000));

export interface WireError {
  message: string;
  /** The server's own word for the error; empty where it has none. */
  code: string;
  about?: string;
  /** The HTTP status in the error itself: an error may come as if it were a reply. */
  status?: number;
  /** As a Retry-After header has it: some servers say it where pages can read it. */
  retryAfter?: string;
  filtered?: boolean;
  /** The model's words that the server refuses to pass on as a reply, since they do not fit the schema. */
  reply?: string;
  calledTool?: boolean;
}

export type WireReply = Pick<RawReply, 'text' | 'stop' | 'usage'> & {
  model?: string;
  /** Ollama signs its replies. It cuts questions that do not fit. */
  byOllama?: true;
};

export interface Assembly {
  take(json: unknown): void;
  soFar(): FailedSendUsage;
  /** The reply in one piece; null until it is complete. `ended`: the server said that nothing more comes. */
  whole(ended?: boolean): unknown;
  /** Whether an event has said that it is the last. Some formats have no such event. */
  isOver(): boolean;
}

/** How one protocol speaks to servers. It knows nothing of networks. */
export interface WireFormat {
  provider: ProviderId;
  /** The means of asking for a shape, strongest first. */
  means: readonly Structured[];
  path(model: string, stream?: boolean): string;
  headers(key: string): Record<string, string>;
  body(question: WireRequest): Record<string, unknown>;
  /** The parameters of that body, without the question itself: they stand in receipts. */
  parameters(options: RequestOptions): Record<string, Json>;
  readReply(json: unknown): WireReply | JudgeFailure | null;
  assembly(): Assembly;
  readError(json: unknown): WireError | null;
  /** What the error's own code or words say more exactly than its HTTP status. */
  faultIn(error: WireError): ConnectionFault | null;
  refusesShape(error: WireError): boolean;
  /** Where models are listed, below the server's address; `page` is what the page before named as the next one. */
  modelsPath(page: string | null): string;
  readModels(json: unknown): { models: ListedModel[]; next: string | null } | null;
}

/** What is the same for every case. Where no schema binds the reply, the schema stands here in words. */
export function sharedPart({ prompt, shape, structured }: WireRequest): string {
  if (structured === 'schema') return prompt.shared;
  const inWords = `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(shape)}`;
  return prompt.shared === '' ? inWords : `${prompt.shared}\n\n${inWords}`;
}

/** The case, and where a reply was refused, that reply and what was wrong with it. */
export function chatTurns({ prompt, previous }: WireRequest) {
  const user = (text: string) => ({ role: 'user' as const, text });
  if (!previous) return [user(prompt.own)];
  // Servers refuse a turn without words.
  const reply = previous.text.trim() === '' ? [] : [{ role: 'model' as const, text: previous.text }];
  return [user(prompt.own), ...reply, user(previous.problem)];
}

export function usageFrom(counts: { [Name in keyof Usage]: Usage[Name] | null }): Usage {
  return usageSchema.parse(
    Object.fromEntries(Object.entries(counts).filter(([, count]) => (count ?? null) !== null)),
  );
}

import type { ConnectionFault, ListedModel, Structured } from '../../judgement/connection';
import type { Json } from '../../kit/json';
import type { RawReply, Usage, JudgeFailure, JudgeRequest, TakenSend } from '../../judgement/judge';
import type { ProviderId } from './providers';

/** A question as a wire format puts it. */
export interface WireRequest extends Pick<JudgeRequest, 'prompt' | 'shape' | 'previous' | 'seed'> {
  model: string;
  structured: Structured;
  /** Left out unless the person set one: some models refuse it. */
  temperature?: number;
  /** Whether the reply comes piece by piece. */
  stream?: boolean;
  /** Whether its tokens are to be counted then, where that must be asked for. */
  countStream?: boolean;
}
/** A question without what is asked: what stands in receipts. */
export type RequestOptions = Pick<WireRequest, 'model' | 'structured' | 'seed' | 'temperature'>;

/** What a server says of a call that failed. */
export interface WireError {
  message: string;
  /** The server's own word for it, where it has one. */
  code: string;
  /** The field of the question that it is about, where the server names one. */
  about?: string;
  /** The HTTP status that it would have, where it says one: an error may come as if it were a reply. */
  status?: number;
  /** How long to wait, as a Retry-After header has it: some servers say it where pages can read it. */
  retryAfter?: string;
  /** Whether the provider's content filter stopped the question. */
  filtered?: boolean;
  /** What the model said, where the server refuses to pass it on as a reply since it does not fit the schema. */
  reply?: string;
  /** Whether the model called a tool, which the server takes for an error where none was offered. */
  calledTool?: boolean;
  /** What there was of a reply, where the error stands in one. */
  came?: TakenSend;
}

export type WireReply = Pick<RawReply, 'text' | 'stop' | 'usage'> & {
  model?: string;
  /** Said by the server itself: it cuts questions that do not fit. */
  byOllama?: true;
};

/** Puts the events of a stream together. */
export interface Assembly {
  /** One event's data, as JSON. */
  take(json: unknown): void;
  /** The reply's words so far. */
  text(): string;
  /** What the server has counted so far. */
  usage(): Usage;
  /**
   * The reply as it would have come in one piece; null as long as the server did not say that it is whole. `ended`: it said that
   * nothing more comes, and may never say why.
   */
  whole(ended?: boolean): unknown;
  /** Whether an event has said that no other comes. Formats that have no such event never do. */
  isOver(): boolean;
}

/** How a provider lists its models. */
export interface ModelListing {
  /** Below the server's address; `page` is what the page before it named as the next one. */
  path(page: string | null): string;
  /** Null where it is no list in this format. */
  read(json: unknown): { models: ListedModel[]; next: string | null } | null;
}

/** How a family of providers wants to be spoken to: one adapter each. It knows nothing of networks. */
export interface WireFormat {
  provider: ProviderId;
  /** The means of asking for a shape that it has, strongest first. */
  means: readonly Structured[];
  /** Where questions go, below the server's address. */
  path(model: string): string;
  /** The same for a reply that comes piece by piece. */
  streamPath(model: string): string;
  /** What stands in the header of every call; an empty key is not sent. */
  headers(key: string): Record<string, string>;
  body(question: WireRequest): Record<string, unknown>;
  /** The parameters of that body, without the question itself: they stand in receipts. */
  parameters(tuning: RequestOptions): Record<string, Json>;
  /** Null where it is no reply in this format. */
  readReply(json: unknown): WireReply | JudgeFailure | null;
  assembly(): Assembly;
  /** Null where it is no error in this format. */
  readError(json: unknown): WireError | null;
  /** What the error's own code or words say more exactly than its HTTP status. */
  faultIn(error: WireError): ConnectionFault | null;
  /** Whether an error is about the way the reply's shape was asked for. */
  refusesShape(error: WireError): boolean;
  models: ModelListing;
}

/** What is the same for every case. Where no schema binds the reply, the schema stands here in words. */
export function sharedPart({
  prompt,
  shape,
  structured,
}: Pick<WireRequest, 'prompt' | 'shape' | 'structured'>): string {
  if (structured === 'schema') return prompt.shared;
  const inWords = `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(shape)}`;
  return prompt.shared === '' ? inWords : `${prompt.shared}\n\n${inWords}`;
}

import type { ConnectionFault } from '../../core/model/connection';
import type { Json } from '../../core/model/json';
import type { RawReply } from '../../core/model/reply';
import type { JudgeFailure, JudgeRequest } from '../judge';

/** A question as a wire format puts it. */
export interface WireQuestion extends Pick<JudgeRequest, 'prompt' | 'shape' | 'previous' | 'seed'> {
  model: string;
  /** Left out unless the person set one: some models refuse it. */
  temperature?: number;
}

/** What a server says of a call that failed. */
export interface WireError {
  message: string;
  /** The server's own word for it, where it has one. */
  code: string;
}

export type WireReply = Pick<RawReply, 'text' | 'stop' | 'usage'> & { model?: string };

/** How a family of providers wants to be spoken to: one adapter each. It knows nothing of networks. */
export interface WireFormat {
  /** Where questions go, below the server's address. */
  path: string;
  authorise(key: string): Record<string, string>;
  body(question: WireQuestion): unknown;
  /** The parameters of that body, without the question itself: they stand in receipts. */
  parameters(question: Pick<WireQuestion, 'model' | 'seed' | 'temperature'>): Record<string, Json>;
  /** Null where it is no reply in this format. */
  readReply(json: unknown): WireReply | JudgeFailure | null;
  /** Null where it is no error in this format. */
  readError(json: unknown): WireError | null;
  /** What the error's own code or words say more exactly than its HTTP status. */
  faultIn(error: WireError): ConnectionFault | null;
}

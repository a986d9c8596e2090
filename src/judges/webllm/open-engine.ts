import type { TokenOption } from '../../core/model/reply';
import type { ChatMessage, OpenSettings, Order } from '../in-tab/messages';
import type { Templates } from './template-text';

/** What WebLLM needs to open a model whose files are in its caches. */
export interface WebllmLoad {
  id: string;
  /** Where it looks for the files and the library. */
  model: string;
  lib: string;
  f16: boolean;
  trainedContext: number;
  parameters: number | null;
  bytesPerToken?: number;
  /** It would think aloud before its reply, unless told not to. */
  thinks: boolean;
  templates: Templates;
}
export type WebllmOrder = Order<WebllmLoad>;

export interface Question {
  messages: ChatMessage[];
  /** None: the reply may be anything. */
  grammar: string | null;
  mostTokens: number;
  temperature: number;
  seed: number | null;
  thinks: boolean;
}
export interface Piece {
  text: string;
  /** Why it ended; null: it goes on. */
  finish: string | null;
  usage: { promptTokens: number; replyTokens: number } | null;
  /** The token that was chosen and what else might have been, of those that the grammar allows; null where that is not told. */
  said: { token: string; options: TokenOption[] } | null;
}

/** The part of WebLLM that is needed, so that tests can stand in for it. */
export interface OpenEngine {
  ask(question: Question): AsyncIterable<Piece>;
  interrupt(): void;
  /** Tokens of the last prompt that did not have to be read again. */
  reused(): number;
  /** Whether this grammar is ready; null where that cannot be seen. */
  isReady(grammar: string): boolean | null;
}
export interface EngineHooks {
  /** Part of a prompt or of a model was read. */
  onRead: () => void;
  /** The graphics processor is gone, and the engine with it. */
  onLost: (why: string) => void;
}
export type OpenWebLlm = (
  load: WebllmLoad,
  settings: OpenSettings,
  hooks: EngineHooks,
) => Promise<OpenEngine>;

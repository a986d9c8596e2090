import type { DeviceFault } from '../../core/model/device';
import type { ObjectSchema } from '../../core/model/output-schema';
import type { NumberChoice } from '../../core/model/reply';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface OpenSettings {
  context: number;
  threads: number;
}

export interface Generation {
  messages: ChatMessage[];
  /** Each runtime makes a grammar of its own kind from it. */
  shape: ObjectSchema;
  mostTokens: number;
  temperature: number;
  seed: number | null;
}

/**
 * What the worker of a runtime is told. Every order has a number of its own, and so has everything said about it.
 * `Load` is what that runtime needs to open a model.
 */
export type Order<Load> = { id: number } & (
  | { kind: 'open'; load: Load; settings: OpenSettings }
  | { kind: 'count'; messages: ChatMessage[]; context: number }
  | { kind: 'generate'; generation: Generation }
  /** Ends the generation with this number. */
  | { kind: 'stop' }
);

export interface Opened {
  context: number;
  trainedContext: number;
  threads: number;
  parameters: number | null;
  bytesPerToken?: number;
  gpu?: 'used' | 'refused';
}

export interface Generated {
  text: string;
  stop: 'complete' | 'length';
  promptTokens: number;
  cachedTokens: number;
  replyTokens: number;
  /** What the call was sent besides, for the receipt. */
  sent?: Record<string, number>;
  /** Where the runtime tells its probabilities. */
  choices?: NumberChoice[];
}

/** What the worker says. `alive` and `text` come in between; the others end an order. */
export type Answer = { id: number } & (
  | { kind: 'opened'; opened: Opened }
  | { kind: 'counted'; tokens: number }
  /** Part of the work is done. `compiling`: what is under way is the grammar, which can hang for good. */
  | { kind: 'alive'; compiling?: true }
  | { kind: 'text'; soFar: string }
  | { kind: 'generated'; generated: Generated }
  /** The question has more tokens than fit. */
  | { kind: 'too-long'; tokens: number }
  | { kind: 'stopped' }
  /** The engine is of no more use. */
  | { kind: 'broken'; fault: DeviceFault; message: string }
);

export type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;
/** What is said of an order whose number is known. */
export type Saying = Unnumbered<Answer>;
export type Ending = Exclude<Saying, { kind: 'alive' | 'text' }>;

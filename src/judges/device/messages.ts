import type { DeviceFault, LoadedModel } from './device';
import type { ObjectSchema } from '../../rubric/output-schema';
import type { NumberChoice } from '../../judgement/judge';

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

/** What the worker of a runtime is asked, one thing at a time. `Load` is what that runtime needs to open a model. */
export type Order<Load> =
  | { kind: 'open'; load: Load; settings: OpenSettings }
  | { kind: 'count'; messages: ChatMessage[]; context: number }
  | { kind: 'generate'; generation: Generation }
  | { kind: 'stop' };

export type Opened = Omit<LoadedModel, 'runtime' | 'name' | 'bytes'>;

export interface Generated {
  text: string;
  /** `no-text`: what came next was no valid UTF-8. */
  stop: 'complete' | 'length' | 'no-text';
  promptTokens: number;
  cachedTokens: number;
  replyTokens: number;
  /** What the call was sent besides, for the receipt. */
  sent: Record<string, number>;
  choices: NumberChoice[];
}

/** What the worker says. `alive` and `text` come in between; the others end an order. */
export type Answer =
  | { kind: 'opened'; opened: Opened }
  | { kind: 'counted'; tokens: number }
  | { kind: 'generated'; generated: Generated }
  | { kind: 'too-long'; tokens: number }
  | { kind: 'stopped' }
  /** The engine is of no more use. It may be said at any time. */
  | { kind: 'broken'; fault: DeviceFault; message: string }
  | { kind: 'alive' }
  | { kind: 'text'; soFar: string };
export type Ending = Exclude<Answer, { kind: 'alive' | 'text' }>;

export interface LlamaLoad {
  /** Whether the graphics card computes; `refused`: it was to, and did not take the model. */
  gpu?: 'used' | 'refused';
  files: File[];
  runtime: string;
}

/** Which parts of a conversation WebLLM puts into a template of the model's. */
export interface Templates {
  system: true;
  user: boolean;
  assistant: boolean;
}

export interface WebllmLoad {
  id: string;
  model: string;
  lib: string;
  f16: boolean;
  trainedContext: number;
  parameters: number | null;
  bytesPerToken?: number;
  /** It would think aloud before its reply, unless asked not to. */
  thinks: boolean;
  templates: Templates;
}

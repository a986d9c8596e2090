import type { DeviceAbilities } from '../device';
import type { JsonObject } from '../../../kit/json';
import { z } from '../../../kit/zod';
import type { ChatMessage } from '../messages';

interface Expected {
  type: 'text';
  languages: string[];
}
interface CoreOptions {
  expectedInputs?: Expected[];
  expectedOutputs?: Expected[];
}
interface CreateOptions extends CoreOptions {
  initialPrompts?: ChatMessage[];
  samplingMode?: string;
  monitor?: (target: { addEventListener(type: string, heard: (event: unknown) => void): void }) => void;
  signal?: AbortSignal;
}
export interface PromptOptions {
  responseConstraint?: JsonObject;
  signal?: AbortSignal;
}
type Measure = (input: ChatMessage[], options?: PromptOptions) => Promise<number>;

/** A conversation with the browser's model. The names of its counts changed with the versions of the browser. */
export interface BuiltInSession {
  prompt(input: ChatMessage[], options?: PromptOptions): Promise<string>;
  promptStreaming?(input: ChatMessage[], options?: PromptOptions): ReadableStream<string>;
  clone(options?: { signal?: AbortSignal }): Promise<BuiltInSession>;
  destroy(): void;
  measureContextUsage?: Measure;
  measureInputUsage?: Measure;
  contextUsage?: number;
  inputUsage?: number;
  contextWindow?: number;
  inputQuota?: number;
}

/** What the browser puts in the page for its own model. That it is there says nothing: it has to be asked. */
export interface BuiltInApi {
  availability(options?: CoreOptions): Promise<unknown>;
  create(options?: CreateOptions): Promise<BuiltInSession>;
}

const availabilitySchema = z.enum(['unavailable', 'downloadable', 'downloading', 'available']);

export function findBuiltIn(): BuiltInApi | null {
  const found: unknown = Reflect.get(globalThis, 'LanguageModel');
  return isApi(found) ? found : null;
}

/** Whether the model can be used, for a language where one is given. */
export async function askAvailability(
  api: BuiltInApi | null,
  language: string | null,
): Promise<DeviceAbilities['builtIn']> {
  if (!api) return 'none';
  try {
    return availabilitySchema.parse(await api.availability(language === null ? {} : languages(language)));
  } catch {
    // A browser that refuses the question refuses the model.
    return 'unavailable';
  }
}

/** The rubric is in its own language; what the page puts around the cases is in English. */
export function languages(language: string): Required<CoreOptions> {
  return {
    expectedInputs: [{ type: 'text', languages: [...new Set(['en', language])] }],
    expectedOutputs: [{ type: 'text', languages: [language] }],
  };
}

/** Tokens that a conversation takes already, and that it may take. */
export function usedOf({ contextUsage, inputUsage }: BuiltInSession): number {
  return Math.ceil(contextUsage ?? inputUsage ?? 0);
}
export function windowOf({ contextWindow, inputQuota }: BuiltInSession): number {
  return Math.floor(contextWindow ?? inputQuota ?? 0);
}
/** Tokens that these messages would take on top. Null where the browser does not count. */
export async function measure(
  session: BuiltInSession,
  input: ChatMessage[],
  options: PromptOptions,
): Promise<number | null> {
  if (session.measureContextUsage) return Math.ceil(await session.measureContextUsage(input, options));
  if (session.measureInputUsage) return Math.ceil(await session.measureInputUsage(input, options));
  return null;
}

function isApi(found: unknown): found is BuiltInApi {
  const able = (typeof found === 'object' && found !== null) || typeof found === 'function';
  return able && 'availability' in found && 'create' in found;
}

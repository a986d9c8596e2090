import { messages } from './protocols/anthropic';
import { generateContent } from './protocols/gemini';
import { chatCompletions } from './protocols/openai';
import type { WireFormat } from './protocols/wire-format';

const wires = { openai: chatCompletions, anthropic: messages, gemini: generateContent };

export type ProviderId =
  'openai' | 'anthropic' | 'gemini' | 'openrouter' | 'groq' | 'mistral' | 'azure' | 'compatible';

/** A provider, and where it departs from the protocol it speaks. */
export interface Provider {
  id: ProviderId;
  /** A proper name. The server of one's own has none: its words are in i18n. */
  name: string;
  wire: keyof typeof wires;
  /** Empty where each person has an address of their own. */
  baseUrl: string;
  example?: string;
  /** Added to a typed address that has no path. */
  path?: string;
  keyOptional?: true;
  /** Its list names models, but it wants the name of a deployment. */
  wantsDeployment?: true;
  listsPrices?: true;
  presets?: readonly { name: string; baseUrl: string }[];
  /** The header that carries the key, where it is not the protocol's own. */
  keyHeader?: 'api-key';
  /** What a seed is called, where it is not `seed`. */
  seedName?: 'random_seed';
  /** Models whose name starts so take a strict schema, others a schema as a hint. Left out, all are strict. */
  strictPrefix?: string;
  /** Counts tokens of a stream without being asked, and may refuse to be asked. */
  countsStreams?: true;
  /** Passes a question on to servers that ignore unknown fields, unless a setting forbids it. */
  routes?: true;
  /** Models whose name starts so reuse a shared beginning only where it is marked. */
  cachedPrefixes?: readonly string[];
}

const openai = { wire: 'openai' } as const;

/** In the order in which they are offered. A provider that speaks one of the protocols needs only an entry here. */
export const providers: readonly Provider[] = [
  { ...openai, id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  { id: 'anthropic', name: 'Anthropic', wire: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  {
    id: 'gemini',
    name: 'Google Gemini',
    wire: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  {
    ...openai,
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    listsPrices: true,
    countsStreams: true,
    routes: true,
    cachedPrefixes: ['anthropic/', 'qwen/'],
  },
  {
    ...openai,
    id: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    strictPrefix: 'openai/gpt-oss',
  },
  {
    ...openai,
    id: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    seedName: 'random_seed',
    countsStreams: true,
  },
  {
    ...openai,
    id: 'azure',
    name: 'Azure OpenAI',
    baseUrl: '',
    example: 'https://my-resource.openai.azure.com/openai/v1',
    path: '/openai/v1',
    wantsDeployment: true,
    keyHeader: 'api-key',
  },
  {
    ...openai,
    id: 'compatible',
    name: 'OpenAI-compatible server',
    baseUrl: '',
    example: 'http://localhost:8000/v1',
    keyOptional: true,
    presets: [
      { name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
      { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
      { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
      { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
    ],
  },
];

export function wireFor(provider: Provider): WireFormat {
  return wires[provider.wire](provider);
}

export function providerById(id: ProviderId): Provider {
  const found = providers.find((each) => each.id === id);
  if (!found) throw new Error(`Expected the name of a provider, got ${JSON.stringify(id)}.`);
  return found;
}

const questionPath = /\/(?:chat\/completions|messages|models\/[^/]+:generateContent)$/;

/** The base URL in the address that questions went to, as receipts have it. Null where it is of none of the protocols. */
export function baseUrlOf(endpoint: string): string | null {
  return questionPath.test(endpoint) ? endpoint.replace(questionPath, '') : null;
}

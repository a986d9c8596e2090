import { messages } from './protocols/anthropic';
import { generateContent } from './protocols/gemini';
import { chatCompletions } from './protocols/openai';
import type { WireFormat } from './protocols/wire-format';

const wires: Record<WireId, (provider: Provider) => WireFormat> = {
  openai: chatCompletions,
  anthropic: messages,
  gemini: generateContent,
};

/** How a provider is spoken to. */
export function wireFor(provider: Provider): WireFormat {
  return wires[provider.wire](provider);
}

/** The three ways to speak to a provider; one folder each. */
export type WireId = 'openai' | 'anthropic' | 'gemini';

export type ProviderId =
  'openai' | 'anthropic' | 'gemini' | 'openrouter' | 'groq' | 'mistral' | 'azure' | 'compatible';

/** Where a provider departs from the wire format it speaks. */
export interface Quirks {
  /** The header that carries the key, where it is not the format's own. */
  keyHeader?: 'api-key';
  /** What a seed is called; `seed` where nothing is said. */
  seedName?: 'random_seed';
  /** Models whose name starts so take a strict schema, others a schema as a hint; all are strict where nothing is said. */
  strictPrefix?: string;
  /** Counts tokens of a stream without being asked, and may refuse to be asked. */
  countsStreams?: true;
  /** Passes a question on to servers that ignore what they do not know, unless it is told not to. */
  routes?: true;
  /** Models whose name starts so reuse a shared beginning only where it is marked. */
  cachedPrefixes?: readonly string[];
}

export interface ServerPreset {
  id: string;
  name: string;
  baseUrl: string;
}

export interface Provider {
  id: ProviderId;
  /** A proper name. The server of one's own has none: its words are in i18n. */
  name: string;
  wire: WireId;
  /** Empty where each person has an address of their own. */
  baseUrl: string;
  /** An address as an example, where it has to be typed. */
  example?: string;
  /** Added to a typed address that has no path. */
  path?: string;
  key: 'required' | 'optional';
  /** Whether it lists what can be typed as the model. Azure lists models, but wants the name of a deployment. */
  listsModels: boolean;
  /** Whether its list says what tokens cost. */
  listsPrices: boolean;
  quirks: Quirks;
  presets?: readonly ServerPreset[];
}

const plain = {
  key: 'required',
  listsModels: true,
  listsPrices: false,
  quirks: {},
} as const;

/** In the order in which they are offered. */
export const providers: readonly Provider[] = [
  { ...plain, id: 'openai', name: 'OpenAI', wire: 'openai', baseUrl: 'https://api.openai.com/v1' },
  {
    ...plain,
    id: 'anthropic',
    name: 'Anthropic',
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
  },
  {
    ...plain,
    id: 'gemini',
    name: 'Google Gemini',
    wire: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  {
    ...plain,
    id: 'openrouter',
    name: 'OpenRouter',
    wire: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    listsPrices: true,
    quirks: { countsStreams: true, routes: true, cachedPrefixes: ['anthropic/', 'qwen/'] },
  },
  {
    ...plain,
    id: 'groq',
    name: 'Groq',
    wire: 'openai',
    baseUrl: 'https://api.groq.com/openai/v1',
    quirks: { strictPrefix: 'openai/gpt-oss' },
  },
  {
    ...plain,
    id: 'mistral',
    name: 'Mistral',
    wire: 'openai',
    baseUrl: 'https://api.mistral.ai/v1',
    quirks: { seedName: 'random_seed', countsStreams: true },
  },
  {
    ...plain,
    id: 'azure',
    name: 'Azure OpenAI',
    wire: 'openai',
    baseUrl: '',
    example: 'https://my-resource.openai.azure.com/openai/v1',
    path: '/openai/v1',
    listsModels: false,
    quirks: { keyHeader: 'api-key' },
  },
  {
    ...plain,
    id: 'compatible',
    name: 'OpenAI-compatible server',
    wire: 'openai',
    baseUrl: '',
    example: 'http://localhost:8000/v1',
    key: 'optional',
    presets: [
      { id: 'vllm', name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
      { id: 'llama-cpp', name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
      { id: 'lm-studio', name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
      { id: 'ollama', name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
    ],
  },
];

/** Throws on a name that is not in the list: what was kept or typed has to be checked before. */
export function providerById(id: ProviderId): Provider {
  const found = providers.find((each) => each.id === id);
  if (!found) throw new Error(`Expected the name of a provider, got ${JSON.stringify(id)}.`);
  return found;
}

const questionPath = /\/(?:chat\/completions|messages|models\/[^/]+:generateContent)$/;

/** The base URL in the address that questions went to, as receipts have it. Null where it is none of the three formats. */
export function baseUrlOf(endpoint: string): string | null {
  return questionPath.test(endpoint) ? endpoint.replace(questionPath, '') : null;
}

import type { ProviderId } from '../../../src/judges/api/providers';
import { anthropicDialect } from './anthropic';
import type { Dialect } from './dialect';
import { geminiDialect } from './gemini';
import type { Ollama } from './ollama';
import { openAiDialect } from './openai';

export function dialectOf(provider: ProviderId, ollama?: Ollama): Dialect {
  switch (provider) {
    case 'anthropic':
      return anthropicDialect;
    case 'gemini':
      return geminiDialect;
    default:
      return openAiDialect(provider, ollama);
  }
}

import { messages } from './anthropic/messages';
import { generateContent } from './gemini/generate-content';
import { chatCompletions } from './openai/chat-completions';
import type { Provider, WireId } from './providers';
import type { WireFormat } from './wire-format';

const wires: Record<WireId, (provider: Provider) => WireFormat> = {
  openai: chatCompletions,
  anthropic: messages,
  gemini: generateContent,
};

/** How a provider is spoken to. */
export function wireFor(provider: Provider): WireFormat {
  return wires[provider.wire](provider);
}

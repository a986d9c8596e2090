import type { ComingQuestion, JudgeRequest } from '../../judgement/judge';
import type { ChatMessage } from './messages';
import type { OutputSchema } from '../../rubric/output-schema';

const textTokens = 160;
const listItems = 3;
const least = 512;
const most = 4096;

/** Tokens to keep free for a reply of this shape: room for a rationale in every text, on the generous side. */
export function replyRoom(shape: OutputSchema): number {
  return Math.min(most, Math.max(least, Math.ceil(tokensOf(shape))));
}

function tokensOf(schema: OutputSchema): number {
  if ('anyOf' in schema) return Math.max(...schema.anyOf.map(tokensOf));
  switch (schema.type) {
    case 'object':
      return sum(
        Object.entries(schema.properties).map(([key, value]) => key.length / 3 + 4 + tokensOf(value)),
      );
    case 'array':
      if ('prefixItems' in schema) return sum(schema.prefixItems.map(tokensOf)) + 2;
      return 2 + Math.max(listItems, schema.minItems ?? 0) * tokensOf(schema.items);
    case 'string':
      return schema.enum ? Math.max(...schema.enum.map((text) => text.length)) / 2 + 2 : textTokens;
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return 4;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What the model's own format puts around the messages, at most. */
const formatTokens = 64;

/** The rubric's part comes first and alone, so that it is the same for every case and is read once. */
export function messagesOf({ prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>): ChatMessage[] {
  return [
    { role: 'system', content: prompt.shared },
    { role: 'user', content: prompt.own },
    ...(previous
      ? [
          { role: 'assistant' as const, content: previous.text },
          { role: 'user' as const, content: previous.problem },
        ]
      : []),
  ];
}

export function roomFor({ exact, shape }: Pick<ComingQuestion, 'exact' | 'shape'>): number {
  return replyRoom(exact ?? shape);
}

/** No tokenizer makes more tokens than the text has bytes. */
export function mostTokensOf(messages: readonly ChatMessage[]): number {
  const encoder = new TextEncoder();
  return messages.reduce((sum, { content }) => sum + encoder.encode(content).length, formatTokens);
}

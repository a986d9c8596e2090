import type { ComingQuestion, JudgeRequest } from '../judge';
import type { ChatMessage } from './messages';
import { replyRoom } from './reply-room';

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

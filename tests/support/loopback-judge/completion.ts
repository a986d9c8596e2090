import type { ChatRequest } from './strict-request';

interface Choice {
  content: string | null;
  finish: string;
  refusal?: string;
  toolCalls?: unknown[];
}

/** A reply in the service's format. Tokens are counted as a quarter of the characters; the system's part counts as cached. */
export function completion({ model, messages }: ChatRequest, number: number, choice: Choice | null): unknown {
  const characters = (role: 'system' | null) =>
    messages.reduce((sum, each) => sum + (role === null || each.role === role ? each.content.length : 0), 0);
  const prompt = Math.ceil(characters(null) / 4);
  const reply = Math.ceil((choice?.content ?? choice?.refusal ?? '').length / 4);
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: `${model}-loopback`,
    choices:
      choice === null
        ? []
        : [
            {
              index: 0,
              message: {
                role: 'assistant',
                content: choice.content,
                refusal: choice.refusal ?? null,
                ...(choice.toolCalls && { tool_calls: choice.toolCalls }),
              },
              logprobs: null,
              finish_reason: choice.finish,
            },
          ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: reply,
      total_tokens: prompt + reply,
      prompt_tokens_details: { cached_tokens: number === 1 ? 0 : Math.floor(characters('system') / 4) },
    },
  };
}

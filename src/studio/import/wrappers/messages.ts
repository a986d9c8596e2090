import { isJsonObject, type Json } from '../../../kit/json';

/** `[{ role, content }]`, alone or under `messages`, `prompt` or `input`. */
export function messagesIn(value: Json | undefined): { role: string; content: string }[] | null {
  if (isJsonObject(value)) {
    const inner = messagesIn(value['messages']) ?? messagesIn(value['prompt']) ?? messagesIn(value['input']);
    if (inner) return inner;
    const roles = ['system', 'user'].flatMap((role) => {
      const content = value[role];
      return typeof content === 'string' ? [{ role, content }] : [];
    });
    return roles.length > 0 && typeof value['user'] === 'string' ? roles : null;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  const turns = value.flatMap((item) => {
    if (!isJsonObject(item) || typeof item['role'] !== 'string') return [];
    return [{ role: item['role'], content: contentOf(item['content']) }];
  });
  return turns.length === value.length ? turns : null;
}

/** Text alone, or parts of which some are text. */
function contentOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(contentOf).join('\n');
  return isJsonObject(content) ? contentOf(content['text'] ?? content['content']) : '';
}

export function firstText(...values: readonly (Json | undefined)[]): string {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.map((text) => text.trim()).find((text) => text !== '') ?? '';
}

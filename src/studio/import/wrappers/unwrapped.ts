import { isJsonObject, type Json } from '../../../kit/json';
import type { Wrapper } from '../proposal';

/** What an evaluation tool knows of a judge outside of its prompt. */
export interface Grader {
  /** The reply is one of these labels. */
  labels?: readonly string[];
  passing?: readonly string[];
  /** The reply is a number. */
  score?: { range?: readonly [number, number]; threshold?: number };
  /** Each is a criterion of its own that is met or not. */
  checks?: readonly string[];
  /** What the tool itself shows to the judge, besides the prompt. */
  shows?: readonly string[];
}

/** One judge prompt, without what was around it. */
export interface UnwrappedPrompt {
  title: string;
  text: string;
  /** Cases that came with it, by the names of its placeholders. */
  cases: readonly Readonly<Record<string, string>>[];
  /** What a grader says outside of its prompt. */
  grader?: Grader;
  /** Inputs that the wrapper declares. */
  declared?: readonly string[];
  /** The reply's keys as the wrapper declares them: `score`, `integer, 1 to 4`. */
  reply?: readonly (readonly [key: string, note: string])[];
  /** Keys around the prompt that a rubric has no place for: a model, a temperature. */
  notMapped: readonly string[];
}

export interface Unwrapped {
  wrapper: Wrapper;
  prompts: readonly UnwrappedPrompt[];
}

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
  return isJsonObject(content)
    ? contentOf(content['text'] ?? content['content'] ?? content['image_url'] ?? content['url'])
    : '';
}

export function firstText(...values: readonly (Json | undefined)[]): string {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.map((text) => text.trim()).find((text) => text !== '') ?? '';
}

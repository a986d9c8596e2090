import type { WireQuestion } from './wire-format';

/** What is the same for every case. Where no schema binds the reply, the schema stands here in words. */
export function sharedPart({
  prompt,
  shape,
  structured,
}: Pick<WireQuestion, 'prompt' | 'shape' | 'structured'>): string {
  if (structured === 'schema') return prompt.shared;
  const inWords = `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(shape)}`;
  return prompt.shared === '' ? inWords : `${prompt.shared}\n\n${inWords}`;
}

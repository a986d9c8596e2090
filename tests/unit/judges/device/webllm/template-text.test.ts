import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { templateText } from '../../../../../src/judges/device/webllm/sampling';

/** As WebLLM puts a text into a template. */
function asWebLlmDoes(template: string | null, text: string): string {
  if (template === null) return text;
  return template.replace('{user_message}', text).replace('{function_string}', '');
}

const piece = fc.constantFrom(
  '$',
  '$$',
  '$&',
  "$'",
  '$`',
  '$1',
  '{function_string}',
  '{user_message}',
  'a',
  ' ',
  '한',
);

it('a model reads what was written, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.boolean(),
      (text, user) => {
        const templates = { system: true as const, user, assistant: false };
        const given = templateText(text, 'user', templates);
        expect(asWebLlmDoes(user ? '<|user|>{user_message}<|end|>' : null, given)).toBe(
          user ? `<|user|>${text}<|end|>` : text,
        );
        const system = templateText(text, 'system', templates);
        expect('<s>{system_message}</s>'.replace('{system_message}', system)).toBe(`<s>${text}</s>`);
      },
    ),
  );
});

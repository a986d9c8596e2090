/** Which parts of a conversation WebLLM puts into a template of the model's. */
export interface Templates {
  system: true;
  user: boolean;
  assistant: boolean;
}

const functionMark = '{function_string}';

/**
 * WebLLM puts texts into their templates by a replacement in which "$&" and the like have a meaning, and then takes one mark out of the
 * result, wherever it stands. What would be taken for either is written so that the model reads it as it was.
 */
export function templateText(text: string, role: keyof Templates, templates: Templates): string {
  if (!templates[role]) return text;
  const kept =
    role === 'system' ? text : text.replace(functionMark, () => `{function_${functionMark}string}`);
  return kept.replaceAll('$', '$$$$');
}

import type { RubricInput } from '../model/rubric';
import { suggestion } from './nearest-name';
import { inWords, problemAt, type PlacedProblem } from './rubric-problem';

const placeholder = /\{\{([^{}]*)\}\}/g;

/** The body as a judge gets it: one kind of line end, no blank edges, placeholders without inner spaces. */
export function tidyPrompt(body: string): string {
  return body
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .replace(placeholder, (_, name: string) => `{{${name.trim()}}}`);
}

/** Every placeholder names an input, and every required input is spoken of. */
export function checkPrompt(body: string, inputs: readonly RubricInput[]): PlacedProblem[] {
  if (body.trim() === '') {
    const message = 'The judge prompt is empty: write it in Markdown below the front matter.';
    return [
      { key: 'prompt', expected: 'a judge prompt', got: 'nothing', message, place: { promptOffset: 0 } },
    ];
  }
  const names = inputs.map(({ name }) => name);
  const mentioned = new Set<string>();
  const problems: PlacedProblem[] = [];
  for (const match of body.matchAll(placeholder)) {
    const name = (match[1] ?? '').trim();
    mentioned.add(name);
    if (names.includes(name)) continue;
    problems.push({
      key: 'prompt',
      expected: 'the name of an input in the placeholder',
      got: inWords(match[0]),
      message: `The prompt has the placeholder ${match[0]}, but no input has that name; ${suggestion(name, names)}`,
      place: { promptOffset: match.index },
    });
  }
  for (const [index, { name, required }] of inputs.entries()) {
    if (!required || mentioned.has(name)) continue;
    problems.push(
      problemAt(['inputs', index, 'name'], {
        expected: `{{${name}}} somewhere in the prompt`,
        got: 'no mention of it',
        message: `The input ${inWords(name)} is required, but the prompt never mentions {{${name}}}.`,
      }),
    );
  }
  return problems;
}
